// The regular expressions that the API document may use: one class of characters from the first
// to the last, "^[a-z0-9_-]{1,40}$" (or *, +), the same or nothing, "^([0-9]{8})?$", "\S", which
// asks for a text that is not blank, and "(^|[^\\])(\\\\)*:", which asks for a colon that no
// backslash escapes. Matching takes O(n), whatever the text: no general engine promises that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

class TextPattern {
 public:
  // Fails with unsupported for any other expression.
  static Result<TextPattern> parse(std::string_view expression);

  // `text` must be valid UTF-8.
  bool matches(std::string_view text) const;

 private:
  enum class Asks { characters_of_a_class, not_blank, bare_colon };

  bool holds(char32_t c) const;
  bool is_of_class(std::string_view text) const;

  Asks asks_ = Asks::characters_of_a_class;
  bool may_be_empty_ = false;
  bool is_negated_ = false;
  std::vector<std::pair<char32_t, char32_t>> ranges_;
  std::size_t least_ = 0;
  std::size_t most_ = SIZE_MAX;
};

// Of valid UTF-8.
std::size_t count_characters(std::string_view text);

}  // namespace plumb
