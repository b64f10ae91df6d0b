#include "text/wordpiece.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "support/golden.h"
#include "support/tiny_tokenizer.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxTokens = 256;

using Ids = std::vector<TokenId>;

const WordPiece& reference_tokenizer() {
  static const auto tokenizer =
      WordPiece::parse(testing::read_golden("tokenizer.json.z"), "tokenizer.json");
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *tokenizer;
}

const WordPiece& tiny_tokenizer() {
  static const auto tokenizer = WordPiece::parse(testing::kTinyTokenizer, "tiny");
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *tokenizer;
}

Ids encode(const WordPiece& tokenizer, std::string_view text, std::size_t max = kMaxTokens) {
  Ids ids;
  tokenizer.encode(text, max, ids);
  return ids;
}

// Ids of the tiny tokenizer without [CLS] and [SEP].
Ids tiny(std::string_view text) {
  const Ids ids = encode(tiny_tokenizer(), text);
  return Ids(ids.begin() + 1, ids.end() - 1);
}

std::string repeated(std::string_view unit, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += unit;
  return text;
}

TEST(WordPiece, GivesTheIdsOfTheReferenceOnTwentyThousandStrings) {
  const std::string golden = testing::read_golden("wordpiece.bin.z");
  testing::GoldenReader reader(golden);
  Ids ids;
  int strings = 0;
  int truncated = 0;
  for (; !reader.done() && !HasFailure(); ++strings) {
    const auto text = reader.take_bytes(reader.take<std::uint32_t>());
    const bool expect_truncated = reader.take<std::uint16_t>() != 0;
    Ids expected(reader.take<std::uint16_t>());
    for (TokenId& id : expected) id = reader.take<std::uint16_t>();
    ids.clear();
    const Encoded encoded = reference_tokenizer().encode(text, kMaxTokens, ids);
    EXPECT_EQ(ids, expected) << "string " << strings << ": " << text;
    EXPECT_EQ(encoded.tokens, expected.size());
    EXPECT_EQ(encoded.truncated, expect_truncated) << "string " << strings;
    truncated += encoded.truncated;
  }
  EXPECT_EQ(strings, 20'000);
  EXPECT_GT(truncated, 50);
}

// The ids of a code point in four contexts; a CRC a block of 256 keeps the golden file small.
TEST(WordPiece, TreatsEveryCodePointLikeTheReference) {
  constexpr std::pair<std::string_view, std::string_view> kContexts[] = {
      {"a", "b"}, {" ", " "}, {"", "\u0301"}, {"\U0001D16D", "\u302E"}};
  const std::string golden = testing::read_golden("code_points.bin.z");
  testing::GoldenReader reader(golden);
  std::string text;
  Ids ids;
  for (const auto& [before, after] : kContexts) {
    for (char32_t first = 0; first < 0x110000; first += 256) {
      uLong crc = 0;
      for (char32_t value = first; value < first + 256; ++value) {
        if (value >= 0xD800 && value <= 0xDFFF) continue;
        char bytes[4];
        text = before;
        text.append(bytes, encode_code_point(value, bytes));
        text += after;
        ids.assign(1, 0);
        ids[0] = static_cast<TokenId>(reference_tokenizer().encode(text, kMaxTokens, ids).tokens);
        crc = crc32(crc, reinterpret_cast<const Bytef*>(ids.data()),
                    static_cast<uInt>(ids.size() * sizeof ids[0]));
      }
      ASSERT_EQ(crc, reader.take<std::uint32_t>())
          << "a code point from " << static_cast<std::uint32_t>(first) << " between \"" << before
          << "\" and \"" << after << "\"";
    }
  }
  EXPECT_TRUE(reader.done());
}

TEST(WordPiece, DecodesLikeTheReference) {
  const std::string golden = testing::read_golden("decode.bin.z");
  testing::GoldenReader reader(golden);
  int lists = 0;
  for (; !reader.done() && !HasFailure(); ++lists) {
    Ids ids(reader.take<std::uint16_t>());
    for (TokenId& id : ids) id = reader.take<std::uint16_t>();
    const auto expected = reader.take_bytes(reader.take<std::uint32_t>());
    EXPECT_EQ(reference_tokenizer().decode(ids), expected) << "list " << lists;
  }
  EXPECT_EQ(lists, 4000);
}

// In time that grows with the piece, not with its square: that would take minutes.
TEST(WordPiece, DecodesAPieceOfMegabytes) {
  constexpr std::size_t kDots = 2'000'000;
  std::string piece;
  for (std::size_t i = 0; i < kDots; ++i) piece += " .";
  std::string json = testing::kTinyTokenizer;
  const std::string_view entry = "\"cls\"";
  json.replace(json.rfind(entry), entry.size(), '"' + piece + '"');
  const auto tokenizer = WordPiece::parse(json, "huge");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_TRUE(tokenizer->decode(Ids{28}) == std::string(kDots, '.'));
}

TEST(WordPiece, DecodeSkipsIdsOutsideTheVocabulary) {
  EXPECT_EQ(tiny_tokenizer().decode(Ids{-1, 5, 1'000'000, 8, 13}), "aa.");
}

TEST(WordPiece, AnEmptyTextIsTheTwoSpecialTokens) {
  EXPECT_EQ(encode(tiny_tokenizer(), ""), (Ids{2, 3}));
  EXPECT_EQ(encode(tiny_tokenizer(), " \t\r\n\u3000"), (Ids{2, 3}));
}

TEST(WordPiece, AppendsToTheIdsItIsGiven) {
  Ids ids{42};
  const Encoded encoded = tiny_tokenizer().encode("ab", 8, ids);
  EXPECT_EQ(ids, (Ids{42, 2, 7, 3}));
  EXPECT_EQ(encoded.tokens, 3u);
}

TEST(WordPiece, TakesTheLongestPieceFirst) {
  EXPECT_EQ(tiny("abab"), (Ids{7, 10}));
}

TEST(WordPiece, AWordWithAnUnknownPartIsUnknownAsAWhole) {
  EXPECT_EQ(tiny("abz a"), (Ids{1, 5}));
}

TEST(WordPiece, AWordOfAHundredCharactersIsMatchedAndALongerOneIsNot) {
  EXPECT_EQ(tiny(repeated("ab", 50)).size(), 50u);
  EXPECT_EQ(tiny(repeated("ab", 50) + "a"), (Ids{1}));
}

TEST(WordPiece, CharactersAreCountedAfterDecomposition) {
  EXPECT_EQ(tiny(repeated("가", 51)), (Ids{1}));              // 102 jamo
  EXPECT_EQ(tiny("é" + repeated("\u0301", 500)), (Ids{11}));  // the accents go
}

TEST(WordPiece, SplitsHanCharactersLikeTheReference) {
  EXPECT_EQ(tiny("a字b"), (Ids{5, 16, 6}));
}

TEST(WordPiece, HangulBecomesJamo) {
  EXPECT_EQ(tiny("가"), (Ids{19, 20}));
}

TEST(WordPiece, ControlCharactersAndBrokenBytesDoNotSplitAWord) {
  EXPECT_EQ(tiny(std::string_view("a\0b", 3)), (Ids{7}));
  EXPECT_EQ(tiny("a\xFF\xE2\x82"
                 "b"),
            (Ids{7}));
}

TEST(WordPiece, AddedTokensAreFoundInTheRawText) {
  EXPECT_EQ(tiny("a[MASK]b"), (Ids{5, 4, 6}));
  EXPECT_EQ(tiny("[[SEP]]"), (Ids{25, 3, 26}));
}

TEST(WordPiece, AddedTokensInLowerCaseAreText) {
  EXPECT_EQ(tiny("[cls]"), (Ids{25, 28, 26}));
}

TEST(WordPiece, MarksThatStayAreOrderedByCombiningClass) {
  const std::string high_first = "a\u302E\U0001D165";  // classes 224 and 216
  const std::string low_first = "a\U0001D165\u302E";
  EXPECT_EQ(encode(reference_tokenizer(), high_first), encode(reference_tokenizer(), low_first));
  EXPECT_EQ(tiny("b\u0301\U0001D165"), (Ids{6, 21}));
}

TEST(WordPiece, ExactlyFullIsNotTruncated) {
  Ids ids;
  EXPECT_FALSE(tiny_tokenizer().encode("a b a", 5, ids).truncated);
  EXPECT_FALSE(tiny_tokenizer().encode("a b a \u0301 \n", 5, ids).truncated);
  EXPECT_TRUE(tiny_tokenizer().encode("a b a .", 5, ids).truncated);
  EXPECT_TRUE(tiny_tokenizer().encode("a b aba", 5, ids).truncated);
  EXPECT_TRUE(tiny_tokenizer().encode("a b a[SEP]", 5, ids).truncated);
}

TEST(WordPiece, ALimitOfTwoKeepsOnlyTheSpecialTokens) {
  Ids ids;
  const Encoded encoded = tiny_tokenizer().encode("ab", 2, ids);
  EXPECT_EQ(ids, (Ids{2, 3}));
  EXPECT_TRUE(encoded.truncated);
}

TEST(WordPiece, TheLargestLimitIsNoLimit) {
  Ids ids(10);
  const Encoded encoded = tiny_tokenizer().encode(repeated("a ", 500), SIZE_MAX, ids);
  EXPECT_EQ(encoded.tokens, 502u);
  EXPECT_FALSE(encoded.truncated);
}

TEST(WordPiece, ASmallerLimitGivesAPrefix) {
  const std::string text = "The unbelievable [MASK] of 字 and cafés, antidisestablishmentarianism!";
  const Ids all = encode(reference_tokenizer(), text, 1000);
  for (std::size_t max = 2; max <= all.size(); ++max) {
    Ids ids;
    const Encoded encoded = reference_tokenizer().encode(text, max, ids);
    ASSERT_EQ(ids.size(), max);
    EXPECT_EQ(encoded.truncated, max < all.size());
    EXPECT_TRUE(std::equal(ids.begin(), ids.end() - 1, all.begin()));
    EXPECT_EQ(ids.back(), all.back());
  }
}

TEST(WordPiece, AHugeWordOfOrderedMarksIsOneUnknownToken) {
  EXPECT_EQ(tiny(repeated("\u302E\U0001D165", 300'000)), (Ids{1}));
}

TEST(WordPiece, ManyThreadsMayShareOne) {
  const Ids expected = encode(reference_tokenizer(), "Plumb lines hang true.");
  std::vector<Ids> results(4);
  {
    std::vector<std::jthread> threads;
    for (Ids& result : results) {
      threads.emplace_back(
          [&result] { result = encode(reference_tokenizer(), "Plumb lines hang true."); });
    }
  }
  for (const Ids& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace plumb
