// Characters by kind, and the words of a text. Pure functions over utf8proc's
// tables; invalid UTF-8 is read as U+FFFD, which is no word character.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/sentences.h"

namespace plumb {

// LF, CR, VT, FF, NEL, and the separators of lines and of paragraphs: white space all
// (is_white_space() is in text/utf8.h).
bool is_line_break(char32_t value);
// A letter, a mark, a digit or another number, the underscore.
bool is_word_character(char32_t value);
bool is_lower_case(char32_t value);
// In lower case; the code point itself where it has none.
char32_t lower_case_letter(char32_t value);

struct Word {
  std::string lower;  // in lower case, a typographic apostrophe as '
  TextRange range;
};

// Runs of word characters. An apostrophe between two of them belongs to the word
// ("don't"); a hyphen does not ("self-harm" is two).
std::vector<Word> words_of(std::string_view text);

}  // namespace plumb
