// Cells of tables: CSV, Markdown and the terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

// RFC 4180, and safe to open: a cell that starts like a formula gets a leading quote,
// which spreadsheets show as text; not with `raw`.
std::string csv_text(std::string_view text, bool raw = false);
// Four decimals; empty for none.
std::string csv_number(std::optional<double> value);
// Six significant digits, for p-values, which may be small; empty for none.
std::string csv_exact(std::optional<double> value);
// "true", "false"; empty for none.
std::string csv_flag(std::optional<bool> value);

// Somebody's text in a Markdown table or paragraph: one line, no sign of it means anything.
std::string markdown_text(std::string_view text);

// Values in [low, high] as a row of blocks, a dot for none: "·▁▃▅█".
std::string sparkline(std::span<const std::optional<double>> values, double low, double high);

// A table for the terminal, its columns as wide as their widest cell.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // One cell a column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // The titles, then the rows; two spaces between columns, none at a line's end.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace plumb
