// Where a text's sentences begin and end.
//
// The rules, in the order in which they are asked. Byte ranges are given, so that
// what is found can be shown where it stands; nothing of the text is changed.
//
//  1. A line break ends a sentence where the line after it is blank or starts a list
//     item (-, *, +, a bullet, "3.", "3)", "b)") or a Markdown heading, and where a
//     heading stands before it. Any other line break is white space: wrapped text
//     stays together. The list mark is not part of the sentence.
//  2. Full stops of Chinese and Japanese (and their exclamation and question marks,
//     full width or half) end a sentence wherever they stand.
//  3. ".", "!", "?" and an ellipsis, or a run of them, end one where white space or
//     the text's end follows. Closing quotes, brackets and Markdown marks in between
//     belong to the sentence that ends. So 3.5, plumb.toml and e.g.this end nothing.
//  4. But not a "." behind a title or a word that never stands last ("Dr.", "e.g.",
//     "approx."), nor behind a capital letter alone ("J. Smith"), nor behind the number of a
//     list item.
//  5. And not where a lower-case letter follows an ellipsis, a closing quote
//     ("Why?" she asked) or a shortening that may stand last ("etc.", "a.m.", "U.S.").
//
// What is white space only is no sentence, nor is a mark alone ("---"). Invalid
// UTF-8 is read as U+FFFD. O(n), no allocation but the result.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace plumb {

// Bytes [begin, end) of a text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// In order, none overlapping; white space around each is left out.
std::vector<TextRange> split_sentences(std::string_view text);

}  // namespace plumb
