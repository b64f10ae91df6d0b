#include "text/words.h"

#include <gtest/gtest.h>

#include <cstdint>

#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.h"

namespace plumb {
namespace {

std::vector<std::string> lower_words(std::string_view text) {
  std::vector<std::string> words;
  for (const Word& word : words_of(text)) words.push_back(word.lower);
  return words;
}

TEST(Words, AreRunsOfLettersMarksAndDigitsInLowerCase) {
  EXPECT_EQ(lower_words("Sertraline 50mg, DAILY_dose \u00C9t\u00E9"),
            (std::vector<std::string>{"sertraline", "50mg", "daily_dose", "\u00E9t\u00E9"}));
}

TEST(Words, KeepAnApostropheBetweenLettersAndNoHyphen) {
  EXPECT_EQ(lower_words("Don't, can\u2019t, 'quoted' self-harm''s"),
            (std::vector<std::string>{"don't", "can't", "quoted", "self", "harm", "s"}));
}

TEST(Words, RangesPointIntoTheText) {
  const std::string_view text = "  Caf\u00E9 isn\u2019t";
  const auto words = words_of(text);
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].range.of(text), "Caf\u00E9");
  EXPECT_EQ(words[1].range.of(text), "isn\u2019t");
}

TEST(Words, LineBreaksAreWhiteSpaceAndNoWordCharacterIs) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    EXPECT_LE(is_line_break(value), is_white_space(value)) << static_cast<std::uint32_t>(value);
    EXPECT_FALSE(is_word_character(value) && is_white_space(value))
        << static_cast<std::uint32_t>(value);
  }
}

}  // namespace
}  // namespace plumb
