#include "text/pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/tiny_tokenizer.h"
#include "text/wordpiece.h"

namespace plumb {
namespace {

using Ids = std::vector<TokenId>;
using Types = std::vector<std::uint8_t>;

struct Lengths {
  std::size_t first, second, room, kept_first, kept_second;
};

TEST(LongestFirst, CutsTheLongerAndThenBoth) {
  const Lengths cases[] = {
      {3, 4, 7, 3, 4},   {3, 5, 7, 3, 4},   {5, 3, 7, 4, 3}, {2, 90, 7, 2, 5},
      {90, 2, 7, 5, 2},  {4, 4, 7, 3, 4},   {5, 4, 7, 4, 3}, {90, 80, 7, 4, 3},
      {80, 90, 7, 3, 4}, {90, 80, 8, 4, 4}, {0, 9, 7, 0, 7}, {9, 0, 7, 7, 0},
      {9, 9, 0, 0, 0},   {1, 1, 1, 0, 1},   {2, 1, 1, 1, 0}, {SIZE_MAX, 3, 7, 4, 3},
  };
  for (const Lengths& pair : cases) {
    const PairLengths kept = longest_first(pair.first, pair.second, pair.room);
    EXPECT_EQ(kept.first, pair.kept_first) << pair.first << " and " << pair.second;
    EXPECT_EQ(kept.second, pair.kept_second) << pair.first << " and " << pair.second;
  }
}

// A text of n tokens, one a byte.
bool append_bytes(std::string_view text, std::size_t limit, Ids& ids) {
  for (const char byte : text.substr(0, std::min(limit, text.size()))) ids.push_back(byte);
  return text.size() > limit;
}

// Reading further than the limit, only to know which text is longer, must give what
// the whole lengths give.
TEST(Pair, IsTruncatedAsIfBothTextsHadBeenReadWhole) {
  const Frame frame = bert_frame(1, 2);
  for (std::size_t first = 0; first < 40; ++first) {
    for (std::size_t second = 0; second < 40; ++second) {
      for (std::size_t max_tokens = 3; max_tokens < 20; ++max_tokens) {
        const std::string a(first, 'a');
        const std::string b(second, 'b');
        Ids ids;
        Types types;
        const Encoded encoded = append_pair(frame, a, b, max_tokens, append_bytes, ids, types);
        const PairLengths kept = longest_first(first, second, max_tokens - 3);
        EXPECT_EQ(std::count(ids.begin(), ids.end(), 'a'), kept.first);
        EXPECT_EQ(std::count(ids.begin(), ids.end(), 'b'), kept.second);
        EXPECT_EQ(encoded.truncated, kept.first + kept.second < first + second);
        EXPECT_EQ(encoded.tokens, ids.size());
        ASSERT_EQ(types.size(), ids.size());
        ASSERT_FALSE(HasFailure()) << first << ' ' << second << ' ' << max_tokens;
      }
    }
  }
}

TEST(Pair, OfTwoTextsThatAreBothTooLongTheLongerKeepsTheOddToken) {
  Ids ids;
  Types types;
  append_pair(bert_frame(1, 2), std::string(100'001, 'a'), std::string(100'000, 'b'), 10,
              append_bytes, ids, types);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), 'a'), 4);
}

TEST(WordPiecePair, IsClsFirstSepSecondSep) {
  const auto tokenizer = WordPiece::parse(testing::kTinyTokenizer, "tiny");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  Ids ids{42};
  Types types{7};
  const Encoded encoded = tokenizer->encode_pair("ab a", "the", 16, ids, types);
  EXPECT_EQ(ids, (Ids{42, 2, 7, 5, 3, 22, 3}));
  EXPECT_EQ(types, (Types{7, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(encoded.tokens, 6u);
  EXPECT_FALSE(encoded.truncated);
}

TEST(WordPiecePair, KeepsTheSpecialTokensWhateverTheLimit) {
  const auto tokenizer = WordPiece::parse(testing::kTinyTokenizer, "tiny");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  Ids ids;
  Types types;
  EXPECT_TRUE(tokenizer->encode_pair("ab", "ab", 0, ids, types).truncated);
  EXPECT_EQ(ids, (Ids{2, 3, 3}));
  EXPECT_EQ(types, (Types{0, 0, 1}));
}

}  // namespace
}  // namespace plumb
