#include "report/markup.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

bool is_continuation(unsigned byte) {
  return (byte & 0xC0U) == 0x80U;
}

// None where the character stands for itself.
std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\r':
      return "&#13;";  // else a parser makes it a line feed
    default:
      return {};
  }
}

bool is_forbidden(std::string_view character) {
  if (character.size() == 1) {
    const unsigned byte = byte_at(character, 0);
    return byte == 0x7F || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
  }
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

}  // namespace

// Unicode 15, table 3-7.
std::size_t utf8_length(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  const unsigned second = byte_at(text, 1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !is_continuation(second)) return 0;
  if (first < 0xE0) return 2;
  if (!is_continuation(byte_at(text, 2))) return 0;
  if (first < 0xF0) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  const bool overlong = first == 0xF0 && second < 0x90;
  const bool too_large = first == 0xF4 && second >= 0x90;
  return overlong || too_large || !is_continuation(byte_at(text, 3)) ? 0 : 4;
}

// Each character as it may stand in a document, one call each.
template <class Visit>
void for_each_valid(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length);
    visit(length == 0 || is_forbidden(character) ? kReplacement : character);
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

void append_markup(std::string& out, std::string_view text) {
  for_each_valid(text, [&](std::string_view character) {
    const std::string_view entity =
        character.size() == 1 ? entity_of(character.front()) : std::string_view();
    out += entity.empty() ? character : entity;
  });
}

std::string markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_markup(out, text);
  return out;
}

std::string valid_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for_each_valid(text, [&](std::string_view character) { out += character; });
  return out;
}

std::string valid_line(std::string_view text) {
  std::string out = valid_text(text);
  std::ranges::replace_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return out;
}

}  // namespace plumb
