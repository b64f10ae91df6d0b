#include "report/terminal_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace plumb {
namespace {

struct Decoded {
  char32_t value;
  std::size_t length;
};

// The well-formed sequence at the start of `text`, else U+FFFD of one byte.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {0xFFFD, 1};
  char32_t value = first & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {0xFFFD, 1};
    value = value << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[length] || value > 0x10FFFF || surrogate) return {0xFFFD, 1};
  return {value, length};
}

using Range = std::pair<char32_t, char32_t>;

template <std::size_t N>
bool within(char32_t value, const std::array<Range, N>& ranges) {
  return std::ranges::any_of(
      ranges, [&](const Range& range) { return range.first <= value && value <= range.second; });
}

// Controls, and the marks that set or override the direction of writing: text
// that shows them could hide what stands beside it.
constexpr std::array<Range, 6> kHarmful = {{{0x00, 0x1F},
                                            {0x7F, 0x9F},
                                            {0x2028, 0x202E},
                                            {0x2066, 0x2069},
                                            {0x200E, 0x200F},
                                            {0xFEFF, 0xFEFF}}};
// The blocks that people write in; unassigned corners do not matter here.
constexpr std::array<Range, 8> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 5> kWithoutWidth = {
    {{0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};

std::size_t columns_of(char32_t value) {
  if (within(value, kWithoutWidth)) return 0;
  return within(value, kWide) ? 2 : 1;
}

std::string_view code_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::plain:
      return "";
    case Emphasis::bold:
      return "\033[1m";
    case Emphasis::dim:
      return "\033[2m";
    case Emphasis::red:
      return "\033[1;31m";
    case Emphasis::yellow:
      return "\033[33m";
    case Emphasis::green:
      return "\033[32m";
  }
  std::unreachable();
}

// The text as one harmless line, without a limit.
std::string harmless(std::string_view utf8) {
  std::string out;
  bool space = false;
  while (!utf8.empty()) {
    const auto [value, length] = decode(utf8);
    if (value == ' ' || value == 0xA0 || within(value, kHarmful)) {
      space = !out.empty();
    } else {
      if (std::exchange(space, false)) out += ' ';
      if (value == 0xFFFD && length == 1) {
        out += "\xEF\xBF\xBD";
      } else {
        out += utf8.substr(0, length);
      }
    }
    utf8.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string painted(std::string_view text, Emphasis emphasis, const TerminalStyle& style) {
  if (!style.color || emphasis == Emphasis::plain || text.empty()) return std::string(text);
  return std::string(code_of(emphasis)) + std::string(text) + "\033[0m";
}

std::size_t columns_of(std::string_view utf8) {
  std::size_t columns = 0;
  while (!utf8.empty()) {
    const auto [value, length] = decode(utf8);
    columns += columns_of(value);
    utf8.remove_prefix(length);
  }
  return columns;
}

std::string printable(std::string_view utf8, std::size_t columns) {
  // An excerpt of a response of megabytes is made from its start alone.
  const std::size_t enough = columns * 16 + 64;
  const bool cut = utf8.size() > enough;
  const std::string line = harmless(utf8.substr(0, enough));
  if (!cut && columns_of(line) <= columns) return line;
  constexpr std::string_view kMore = "...";
  const std::size_t room = columns > kMore.size() ? columns - kMore.size() : 0;
  std::string_view rest = line;
  std::size_t used = 0;
  while (!rest.empty()) {
    const auto [value, length] = decode(rest);
    if (used + columns_of(value) > room) break;
    used += columns_of(value);
    rest.remove_prefix(length);
  }
  std::string out = line.substr(0, line.size() - rest.size());
  while (out.ends_with(' ')) out.pop_back();
  return out + std::string(kMore.substr(0, std::min(columns, kMore.size())));
}

std::string left_aligned(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(text) + std::string(columns > used ? columns - used : 0, ' ');
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(columns > used ? columns - used : 0, ' ') + std::string(text);
}

std::string folded(std::string_view words, std::size_t indent, const TerminalStyle& style,
                   std::string_view lead) {
  const std::string start(indent, ' ');
  std::string out = lead.empty() ? start : left_aligned(lead, indent);
  std::size_t column = indent;
  while (!words.empty()) {
    const std::size_t space = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, space);
    words.remove_prefix(std::min(space + 1, words.size()));
    const std::size_t width = columns_of(word);
    if (column > indent && column + 1 + width > style.width) {
      out += "\n" + start;
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  return out + "\n";
}

}  // namespace plumb
