#include "report/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/markup.h"

namespace plumb {
namespace {

// Characters, near enough to columns for what reports hold.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

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

std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : valid_line(text)) {
    if (std::string_view("\\`*_[]<>&|#~").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t width) {
  const std::string line = valid_line(text);
  if (width_of(line) <= width) return line;
  std::size_t at = 0;
  for (std::size_t count = 0; count + 3 < width && at < line.size(); ++count) {
    at += std::max<std::size_t>(utf8_length(std::string_view(line).substr(at)), 1);
  }
  return line.substr(0, at) + "...";
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
    widths.push_back(width_of(columns_[i].title));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      const std::string padding(widths[i] - width_of(cell), ' ');
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
