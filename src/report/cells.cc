#include "report/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/markup.h"
#include "report/terminal_text.h"

namespace plumb {
std::string csv_text(std::string_view text, bool raw) {
  std::string cell = valid_text(text);
  constexpr std::string_view kFormulaStarts = "=+-@\t\r";
  if (!raw && !cell.empty() && kFormulaStarts.contains(cell.front())) cell = "'" + cell;
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_number(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return {};
  std::string text = fmt::format("{:.4f}", *value);
  return text == "-0.0000" ? "0.0000" : text;
}

std::string csv_exact(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{:.6g}", *value) : std::string();
}

std::string csv_flag(std::optional<bool> value) {
  if (!value) return {};
  return *value ? "true" : "false";
}

std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : valid_line(text)) {
    if (std::string_view("\\`*_[]<>&|#~").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

std::string sparkline(std::span<const std::optional<double>> values, double low, double high) {
  constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string line;
  for (const auto& value : values) {
    if (!value) {
      line += "·";
      continue;
    }
    const double share = std::clamp((*value - low) / (high - low), 0.0, 1.0);
    line += kBlocks[static_cast<std::size_t>(std::lround(share * 7))];
  }
  return line;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(columns_of(columns_[i].title));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string out;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      const std::string padding(widths[i] - columns_of(cell), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::right ? padding + cell : cell + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  add_line([&](std::size_t i) -> const std::string& { return columns_[i].title; });
  for (const auto& row : rows_) {
    add_line([&row](std::size_t i) -> const std::string& { return row[i]; });
  }
  return out;
}

}  // namespace plumb
