// The regular expressions that the API document may use: one class of characters from the first
// to the last, "^[a-z0-9_-]{1,40}$" (or *, +), the same or nothing, "^([0-9]{8})?$", a character
// of a class somewhere, "[0-9]", and "(^|[^\\])(\\\\)*:", which asks for a colon that no backslash
// escapes. Matching takes O(n), whatever the text: no general engine promises that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

// A text that is not blank, as is_blank() in text/utf8.h sees it. "\S" would be another one in
// every language: to JavaScript U+001F is none of its white space and U+FEFF is.
inline constexpr std::string_view kNotBlank =
    R"([^\u0009-\u000d\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])";

class TextPattern {
 public:
  // Fails with unsupported for any other expression.
  static Result<TextPattern> parse(std::string_view expression);

  // `text` must be valid UTF-8.
  bool matches(std::string_view text) const;

 private:
  enum class Asks { only_of_a_class, some_of_a_class, bare_colon };

  bool holds(char32_t c) const;
  bool is_of_class(std::string_view text) const;
  bool has_of_class(std::string_view text) const;

  Asks asks_ = Asks::only_of_a_class;
  bool may_be_empty_ = false;
  bool is_negated_ = false;
  std::vector<std::pair<char32_t, char32_t>> ranges_;
  std::size_t least_ = 0;
  std::size_t most_ = SIZE_MAX;
};

// Of valid UTF-8.
std::size_t count_characters(std::string_view text);

}  // namespace plumb
