// The byte level of GPT-2 and RoBERTa: every byte is written as a character that can be
// seen, and texts are cut by GPT-2's expression
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// with the classes that Hugging Face `tokenizers` has (byte_level_corrections.py).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

// The bytes that `piece` writes; empty when it has a character that writes none.
std::optional<std::string> byte_level_bytes(std::string_view piece);

struct ByteLevelWord {
  std::size_t length;  // in bytes, 1 or more
  bool valid;          // UTF-8
};

// The first word of `text`, which is not empty; broken UTF-8 reads as utf8.h says.
ByteLevelWord byte_level_word(std::string_view text);

// The characters at the start of `text`, which is not empty and starts with no white
// space, that belong to its first word when a space stands before it.
ByteLevelWord byte_level_run(std::string_view text);

}  // namespace plumb
