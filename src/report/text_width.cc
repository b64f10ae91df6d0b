#include <algorithm>

#include "report/drawing.h"
#include "report/markup.h"

namespace plumb {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

// In ems, rounded up from DejaVu Sans. Of three bytes or more only punctuation and
// arrows (U+2000 to U+2FFF) are narrower than a full em: the rest is mostly East Asian.
double em_width(std::string_view character) {
  if (character.size() > 2) return character.starts_with('\xE2') ? 0.84 : 1.0;
  if (character.size() == 2) return 0.66;
  const char c = character.front();
  if (std::string_view("il|!'.,:;I ").contains(c)) return 0.34;
  if (std::string_view("fjrt()[]{}/\\-\"").contains(c)) return 0.42;
  if (std::string_view("mwMW@%").contains(c)) return 0.98;
  if ((c >= 'A' && c <= 'Z') || c == '+' || c == '=' || c == '<' || c == '>') return 0.76;
  return 0.64;
}

std::string_view first_character(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(1, utf8_length(text)));
}

}  // namespace

double text_width(std::string_view text, double size, bool bold) {
  double ems = 0;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    ems += em_width(character);
    text.remove_prefix(character.size());
  }
  return ems * size * (bold ? 1.1 : 1.0);
}

std::string fitted(std::string_view text, double width, double size, bool bold) {
  if (text_width(text, size, bold) <= width) return std::string(text);
  const double room = width - text_width(kEllipsis, size, bold);
  std::string_view rest = text;
  double used = 0;
  while (!rest.empty()) {
    const std::string_view character = first_character(rest);
    used += text_width(character, size, bold);
    if (used > room) break;
    rest.remove_prefix(character.size());
  }
  return std::string(text.substr(0, text.size() - rest.size())).append(kEllipsis);
}

}  // namespace plumb
