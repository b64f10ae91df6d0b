#include "text/byte_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/tiny_pieces.h"
#include "text/byte_level.h"

namespace plumb {
namespace {

using Ids = std::vector<TokenId>;

const BytePair& tiny_tokenizer() {
  static const auto tokenizer = BytePair::parse(testing::tiny_byte_pair(), "tiny");
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *tokenizer;
}

constexpr TokenId byte_id(unsigned char byte) {
  return 2 + byte;
}
constexpr TokenId kAb = 258, kAbab = 259, kSpaceA = 260, kThe = 263, kSpaceThe = 264, kMask = 265;

Ids tiny(const BytePair& tokenizer, std::string_view text) {
  Ids ids;
  tokenizer.encode(text, 10'000'000, ids);
  return Ids(ids.begin() + 1, ids.end() - 1);
}
Ids tiny(std::string_view text) {
  return tiny(tiny_tokenizer(), text);
}

std::string changed(const std::string& from, const std::string& to) {
  std::string json = testing::tiny_byte_pair();
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) json.replace(at, from.size(), to);
  return json;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const ByteLevelWord word = byte_level_word(text);
    found.emplace_back(text.substr(0, word.length));
    text.remove_prefix(word.length);
  }
  return found;
}

TEST(ByteLevel, CutsAsTheExpressionOfGpt2) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words("It's we'll 'tis"), (Words{"It", "'s", " we", "'ll", " '", "tis"}));
  EXPECT_EQ(words("a  b"), (Words{"a", " ", " b"}));
  EXPECT_EQ(words("a \n b"), (Words{"a", " \n", " b"}));
  EXPECT_EQ(words("a\n\nb"), (Words{"a", "\n", "\n", "b"}));
  EXPECT_EQ(words("a  "), (Words{"a", "  "}));
  EXPECT_EQ(words("x1!? y"), (Words{"x", "1", "!?", " y"}));
  EXPECT_EQ(words("\u00E9\u0301"), (Words{"\u00E9", "\u0301"}));  // a mark is no letter
  EXPECT_EQ(words("'S"), (Words{"'", "S"}));
}

TEST(ByteLevel, EveryByteIsACharacterOfItsOwn) {
  EXPECT_EQ(byte_level_bytes("\u0120a"), " a");
  EXPECT_EQ(byte_level_bytes("\u010A"), "\n");
  EXPECT_EQ(byte_level_bytes("\u00E9"), "\xE9");
  EXPECT_EQ(byte_level_bytes("a b"), std::nullopt);  // a space is written otherwise
  EXPECT_EQ(byte_level_bytes("\u6F22"), std::nullopt);
}

TEST(BytePair, MergesInTheOrderInWhichTheyWereLearnt) {
  EXPECT_EQ(tiny("abab"), Ids{kAbab});
  EXPECT_EQ(tiny("ababab"), (Ids{kAbab, kAb}));
  // "ab" was learnt before " a", so the space of " ab" finds no partner, whatever pieces
  // there are.
  EXPECT_EQ(tiny("b ab"), (Ids{byte_id('b'), byte_id(' '), kAb}));
  EXPECT_EQ(tiny("the the a"), (Ids{kThe, kSpaceThe, kSpaceA}));
}

TEST(BytePair, BytesWithoutAPieceAreTheirOwn) {
  EXPECT_EQ(tiny("\u00E9"), (Ids{byte_id(0xC3), byte_id(0xA9)}));
}

TEST(BytePair, BrokenBytesAreTheirReplacement) {
  EXPECT_EQ(tiny("a\xFF"), tiny("a\uFFFD"));
  EXPECT_EQ(tiny("\xE2\x82 b"), tiny("\uFFFD b"));
}

TEST(BytePair, AddedTokensTakeTheWhiteSpaceThatIsTheirs) {
  EXPECT_EQ(tiny("a <mask> a"), (Ids{byte_id('a'), kMask, kSpaceA}));
  EXPECT_EQ(tiny("a </s>a"), (Ids{byte_id('a'), byte_id(' '), 1, byte_id('a')}));
}

TEST(BytePair, ASpaceIsAddedWhereTheFileSaysSo) {
  const auto tokenizer = BytePair::parse(
      changed("\"add_prefix_space\": false, \"trim", "\"add_prefix_space\": true, \"trim"), "tiny");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ(tiny(*tokenizer, "the"), Ids{kSpaceThe});
  EXPECT_EQ(tiny(*tokenizer, " the"), Ids{kSpaceThe});
  EXPECT_EQ(tiny(*tokenizer, "'s"), (Ids{byte_id(' '), byte_id('\''), byte_id('s')}));
  EXPECT_EQ(tiny(*tokenizer, "\nthe"), (Ids{byte_id(' '), byte_id('\n'), kThe}));
  EXPECT_EQ(tiny(*tokenizer, "<mask>the"), (Ids{kMask, kSpaceThe}));
}

TEST(BytePair, PairsHaveTwoSeparatorsBetweenThem) {
  Ids ids;
  std::vector<std::uint8_t> types;
  tiny_tokenizer().encode_pair("the", "ab", 16, ids, types);
  EXPECT_EQ(ids, (Ids{0, kThe, 1, 1, kAb, 1}));
  EXPECT_EQ(types, std::vector<std::uint8_t>(6, 0));
}

TEST(BytePair, DecodesToTextEvenFromHalfACharacter) {
  EXPECT_EQ(tiny_tokenizer().decode(Ids{0, kThe, kSpaceA, byte_id(0xC3), -1, 999, kMask, 1}),
            "the a\uFFFD");
  EXPECT_EQ(tiny_tokenizer().vocabulary_size(), 266u);
}

// In time that grows little faster than the word: its square would take hours.
TEST(BytePair, AWordOfAMegabyteIsMerged) {
  std::string word;
  for (int i = 0; i < 500'000; ++i) word += "ab";
  const Ids ids = tiny(word);
  EXPECT_EQ(ids.size(), 250'000u);
  EXPECT_TRUE(std::all_of(ids.begin(), ids.end(), [](TokenId id) { return id == kAbab; }));
}

TEST(BytePair, ASmallerLimitGivesAPrefix) {
  const std::string text = "the ababab <mask> caf\u00E9 don't ";
  Ids all;
  tiny_tokenizer().encode(text, 1000, all);
  for (std::size_t max = 2; max <= all.size(); ++max) {
    Ids ids;
    const Encoded encoded = tiny_tokenizer().encode(text, max, ids);
    ASSERT_EQ(ids.size(), max);
    EXPECT_EQ(encoded.truncated, max < all.size());
    EXPECT_TRUE(std::equal(ids.begin(), ids.end() - 1, all.begin()));
  }
}

TEST(BytePair, NamesTheFileAndTheFieldThatIsWrong) {
  struct Case {
    const char* from;
    const char* to;
    const char* message;
  };
  const Case cases[] = {
      {"\"normalizer\": null", "\"normalizer\": {\"type\": \"NFC\"}",
       "t.json: the field normalizer is set; Plumb reads byte-level BPE without one"},
      {"\"ByteLevel\"", "\"Whitespace\"",
       "t.json: the field pre_tokenizer.type is \"Whitespace\"; Plumb reads \"ByteLevel\""},
      {"\"dropout\": null", "\"dropout\": 0.1",
       "t.json: the field model.dropout is set; Plumb reads null"},
      {"\"ignore_merges\": false", "\"ignore_merges\": true",
       "t.json: the field model.ignore_merges is true; Plumb reads false"},
      {"[\"t\", \"h\"]", "[\"t\", \"z\"]",
       "t.json: the field model.merges joins \"t\" and \"z\", and model.vocab does not have both "
       "and what they make"},
      {"[\"t\", \"h\"]", "\"t h e\"",
       "t.json: the field model.merges has an entry 3 that is not two pieces"},
      {"\"\\u0061\": 99", "\"xyz\": 99",
       "t.json: the field model.vocab has no piece for the byte 97"},
      {"\"sep\": [\"</s>\", 1]", "\"sep\": [\"</s>\", 1000]",
       "t.json: the field post_processor.sep.1 is 1000, which is no id of the vocabulary"},
      {"\"RobertaProcessing\"", "\"ByteLevel\"",
       "t.json: the field post_processor.type is \"ByteLevel\"; Plumb reads "
       "\"TemplateProcessing\", "
       "\"RobertaProcessing\" and \"BertProcessing\""},
  };
  for (const Case& wrong : cases) {
    const auto parsed = BytePair::parse(changed(wrong.from, wrong.to), "t.json");
    ASSERT_FALSE(parsed) << wrong.to;
    EXPECT_EQ(parsed.error().message, wrong.message);
  }
}

TEST(BytePair, OlderFilesWriteAMergeAsOneText) {
  const auto tokenizer = BytePair::parse(changed("[\"a\", \"b\"]", "\"a b\""), "old");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ(tiny(*tokenizer, "abab"), Ids{kAbab});
}

}  // namespace
}  // namespace plumb
