#include "measure/trait_mention.h"

#include <cstring>
#include <string>

#include "text/lower_case.h"
#include "text/utf8.h"
#include "text/words.h"

namespace plumb {
namespace {

// In lower case, one space for each run of white space, none at the ends.
std::string folded_text(std::string_view text) {
  const std::string lower = lower_case(text);
  std::string_view rest = lower;
  std::string out;
  bool space = false;
  while (!rest.empty()) {
    const auto [value, length] = decode_code_point(rest);
    if (is_white_space(value)) {
      space = !out.empty();
    } else {
      if (space) out += ' ';
      space = false;
      out.append(rest.substr(0, length));
    }
    rest.remove_prefix(length);
  }
  return out;
}

bool starts_with_word(std::string_view text) {
  return !text.empty() && is_word_character(decode_code_point(text).value);
}

bool ends_with_word(std::string_view text) {
  if (text.empty()) return false;
  std::size_t start = text.size() - 1;
  while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
  return is_word_character(decode_code_point(text.substr(start)).value);
}

// Linear for any two texts, which std::string::find is not.
std::size_t find_from(std::string_view text, std::string_view part, std::size_t from) {
  const void* found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

bool mentions_trait(std::string_view text, std::string_view trait) {
  const std::string wanted = folded_text(trait);
  if (wanted.empty()) return false;
  const std::string all = folded_text(text);
  const std::string_view searched = all;
  const bool word_first = starts_with_word(wanted);
  const bool word_last = ends_with_word(wanted);
  for (std::size_t at = find_from(searched, wanted, 0); at != std::string_view::npos;
       at = find_from(searched, wanted, at + 1)) {
    const bool joined_before = word_first && ends_with_word(searched.substr(0, at));
    const bool joined_behind = word_last && starts_with_word(searched.substr(at + wanted.size()));
    if (!joined_before && !joined_behind) return true;
  }
  return false;
}

}  // namespace plumb
