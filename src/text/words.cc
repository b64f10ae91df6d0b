#include "text/words.h"

#include <utf8proc.h>

#include "text/utf8.h"

namespace plumb {
namespace {

constexpr char32_t kRightQuote = 0x2019;

utf8proc_category_t category_of(char32_t value) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(value));
}

void append(std::string& out, char32_t value) {
  char bytes[4];
  out.append(bytes, encode_code_point(value, bytes));
}

bool is_apostrophe(char32_t value) {
  return value == '\'' || value == kRightQuote;
}

}  // namespace

bool is_line_break(char32_t value) {
  return (value >= 0x0A && value <= 0x0D) || value == 0x85 || value == 0x2028 || value == 0x2029;
}

bool is_word_character(char32_t value) {
  if (value < 0x80) {
    return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') ||
           (value >= '0' && value <= '9') || value == '_';
  }
  const auto category = category_of(value);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

bool is_lower_case(char32_t value) {
  if (value < 0x80) return value >= 'a' && value <= 'z';
  return category_of(value) == UTF8PROC_CATEGORY_LL;
}

char32_t lower_case_letter(char32_t value) {
  if (value < 0x80) return value >= 'A' && value <= 'Z' ? value + ('a' - 'A') : value;
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(value)));
}

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  bool open = false;        // the last word may go on
  bool apostrophe = false;  // and an apostrophe stands right behind it
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, length] = decode_code_point(text.substr(at));
    if (is_word_character(value)) {
      if (!open) words.push_back({{}, {at, at}});
      if (open && apostrophe) words.back().lower += '\'';
      append(words.back().lower, lower_case_letter(value));
      words.back().range.end = at + length;
      open = true;
      apostrophe = false;
    } else {
      open = open && !apostrophe && is_apostrophe(value);
      apostrophe = open;
    }
    at += length;
  }
  return words;
}

}  // namespace plumb
