#include "measure/trait_mention.h"

#include <cstring>
#include <string>
#include <vector>

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

// Of each start of the text, up to a byte of it: how long the longest end is that is a start too.
std::vector<std::size_t> borders_of(std::string_view text) {
  std::vector<std::size_t> borders(text.size());
  for (std::size_t i = 1, length = 0; i < text.size(); ++i) {
    while (length > 0 && text[i] != text[length]) length = borders[length - 1];
    if (text[i] == text[length]) ++length;
    borders[i] = length;
  }
  return borders;
}

// is_wanted(place) for each place of the part in the text, overlapping ones too, until one is. By
// Knuth, Morris and Pratt: linear for any two texts, as a search that begins anew behind each place
// is not.
template <class IsWanted>
bool any_place(std::string_view text, std::string_view part, const IsWanted& is_wanted) {
  // Most texts do not have it, which memmem sees soonest.
  const void* first = memmem(text.data(), text.size(), part.data(), part.size());
  if (first == nullptr) return false;
  const std::vector<std::size_t> borders = borders_of(part);
  std::size_t matched = 0;
  for (auto i = static_cast<std::size_t>(static_cast<const char*>(first) - text.data());
       i < text.size(); ++i) {
    while (matched > 0 && text[i] != part[matched]) matched = borders[matched - 1];
    if (text[i] == part[matched]) ++matched;
    if (matched < part.size()) continue;
    if (is_wanted(i + 1 - part.size())) return true;
    matched = borders[matched - 1];
  }
  return false;
}

}  // namespace

bool mentions_trait(std::string_view text, std::string_view trait) {
  const std::string wanted = folded_text(trait);
  if (wanted.empty()) return false;
  const std::string all = folded_text(text);
  const std::string_view searched = all;
  const bool word_first = starts_with_word(wanted);
  const bool word_last = ends_with_word(wanted);
  return any_place(searched, wanted, [&](std::size_t at) {
    const bool joined_before = word_first && ends_with_word(searched.substr(0, at));
    const bool joined_behind = word_last && starts_with_word(searched.substr(at + wanted.size()));
    return !joined_before && !joined_behind;
  });
}

}  // namespace plumb
