// Extended grapheme clusters (Unicode Standard Annex 29) as Hugging Face `tokenizers`
// cuts them: utf8proc's classes, corrected by grapheme_corrections.py.
#pragma once

#include <cstddef>
#include <string_view>

namespace plumb {

// Bytes of the first cluster of `text`, which is valid UTF-8 and not empty. O(its length).
std::size_t grapheme_length(std::string_view text);

}  // namespace plumb
