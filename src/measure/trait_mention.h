// Whether a text mentions a word or phrase, whatever signs that holds.
#pragma once

#include <string_view>

namespace plumb {

// Any case, whole words: a letter, mark, digit or underscore of the trait's edge has no
// such neighbour in the text, so "lazy" is in "Lazy." and not in "lazybones", and "c++" is
// in "C++ is". White space of any kind and length matches white space. A blank trait is
// nowhere. O(text + trait).
bool mentions_trait(std::string_view text, std::string_view trait);

}  // namespace plumb
