#include "text/sentencepiece.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "support/places.h"
#include "support/tiny_pieces.h"

namespace plumb {
namespace {

using Ids = std::vector<TokenId>;

const SentencePiece& tiny_tokenizer() {
  static const auto tokenizer = SentencePiece::parse(testing::kTinyUnigram, "tiny");
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *tokenizer;
}

// Ids of the tiny tokenizer without [CLS] and [SEP].
Ids tiny(std::string_view text) {
  Ids ids;
  tiny_tokenizer().encode(text, 10'000, ids);
  return Ids(ids.begin() + 1, ids.end() - 1);
}

std::string repeated(std::string_view unit, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += unit;
  return text;
}

// The tiny tokenizer with one part replaced.
std::string changed(const std::string& from, const std::string& to) {
  std::string json = testing::kTinyUnigram;
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) json.replace(at, from.size(), to);
  return json;
}

TEST(SentencePiece, TakesThePiecesWhoseScoresAddUpHighest) {
  EXPECT_EQ(tiny("ab"), (Ids{9}));      // _ab -4, not _a b -4.75, nor _ ab -6
  EXPECT_EQ(tiny("aba"), (Ids{9, 5}));  // _ab a -6, not _ aba -8.5
  EXPECT_EQ(tiny("aab"), (Ids{8, 7}));  // _a ab -5.25
  EXPECT_EQ(tiny("the"), (Ids{12}));
}

TEST(SentencePiece, CleansQuotesAccentsAndCase) {
  EXPECT_EQ(tiny("``THE''"), (Ids{4, 14, 1, 11, 14}));  // "the" is no piece without its space
  EXPECT_EQ(tiny("\u00C1"), (Ids{8}));
  EXPECT_EQ(tiny("\uFF21"), (Ids{8}));  // full width
}

TEST(SentencePiece, UnknownCharactersThatFollowOneAnotherAreOneToken) {
  EXPECT_EQ(tiny("axyzb"), (Ids{8, 1, 6}));
  EXPECT_EQ(tiny("\u6F22\u5B57"), (Ids{4, 1, 18}));
}

TEST(SentencePiece, SpacesStartWordsAndManyAreOne) {
  EXPECT_EQ(tiny("a    a"), (Ids{8, 8}));
  EXPECT_EQ(tiny("a\u2581a"), (Ids{8, 8}));
  EXPECT_EQ(tiny("a "), (Ids{8, 4}));
  EXPECT_EQ(tiny(""), Ids{});
}

TEST(SentencePiece, AddedTokensAreFoundInTheRawText) {
  EXPECT_EQ(tiny("a \t[MASK]a"), (Ids{8, 20, 8}));  // the white space before it is its own
  EXPECT_EQ(tiny("[cls]").front(), 4);
}

TEST(SentencePiece, AnAddedTokenOfNormalizedTextIsFoundInThat) {
  EXPECT_EQ(tiny("a<UNK>a"), (Ids{8, 1, 8}));
}

TEST(SentencePiece, BrokenBytesAreUnknownCharacters) {
  EXPECT_EQ(tiny("a\xFF\xE2\x82"
                 "b"),
            tiny("a\uFFFD\uFFFDb"));
}

TEST(SentencePiece, ALongTextReadInPartsGivesTheIdsOfItsWords) {
  const std::string text = repeated("the ab a1, caf\u00E9 ", 3000);
  Ids expected;
  for (int i = 0; i < 3000; ++i) {
    const Ids words = tiny("the ab a1, caf\u00E9");
    expected.insert(expected.end(), words.begin(), words.end());
  }
  expected.push_back(4);  // the space at the end
  Ids ids;
  EXPECT_FALSE(tiny_tokenizer().encode(text, SIZE_MAX, ids).truncated);
  EXPECT_EQ(Ids(ids.begin() + 1, ids.end() - 1), expected);
}

TEST(SentencePiece, ASmallerLimitGivesAPrefix) {
  const std::string text = "The aba ``caf\u00E9s'' [MASK] xyz 1,1 " + repeated("ab", 40);
  Ids all;
  tiny_tokenizer().encode(text, 1000, all);
  for (std::size_t max = 2; max <= all.size(); ++max) {
    Ids ids;
    const Encoded encoded = tiny_tokenizer().encode(text, max, ids);
    ASSERT_EQ(ids.size(), max);
    EXPECT_EQ(encoded.truncated, max < all.size());
    EXPECT_TRUE(std::equal(ids.begin(), ids.end() - 1, all.begin()));
    EXPECT_EQ(ids.back(), 3);
  }
}

// One word of megabytes is settled in steps: its ids are those of its parts, unknown runs
// that are longer than a step included.
TEST(SentencePiece, AWordOfMegabytesIsCutLikeAShortOne) {
  EXPECT_EQ(tiny(repeated("ab", 3)), (Ids{9, 7, 7}));
  Ids ids;
  tiny_tokenizer().encode(repeated("ab", 1'000'000), SIZE_MAX, ids);
  ASSERT_EQ(ids.size(), 1'000'002u);
  EXPECT_EQ(ids[1], 9);
  EXPECT_TRUE(std::all_of(ids.begin() + 2, ids.end() - 1, [](TokenId id) { return id == 7; }));

  Ids unknown;
  tiny_tokenizer().encode("a" + repeated("\u6F22", 100'000) + "a", SIZE_MAX, unknown);
  EXPECT_EQ(unknown, (Ids{2, 8, 1, 5, 3}));
}

TEST(SentencePiece, PairsHaveSegments) {
  Ids ids;
  std::vector<std::uint8_t> types;
  const Encoded encoded = tiny_tokenizer().encode_pair("the a", "ab", 16, ids, types);
  EXPECT_EQ(ids, (Ids{2, 12, 8, 3, 9, 3}));
  EXPECT_EQ(types, (std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1}));
  EXPECT_FALSE(encoded.truncated);
}

TEST(SentencePiece, DecodesWithoutSpecialTokensAndForeignIds) {
  EXPECT_EQ(tiny_tokenizer().decode(Ids{2, 12, -1, 8, 6, 9'999, 20, 13, 3}), "the ab.");
  EXPECT_EQ(tiny_tokenizer().vocabulary_size(), 21u);
}

TEST(SentencePiece, NamesTheFileAndTheFieldThatIsWrong) {
  struct Case {
    const char* from;
    const char* to;
    const char* message;
  };
  const Case cases[] = {
      {"\"Unigram\"", "\"WordLevel\"",
       "t.json: the field model.type is \"WordLevel\"; Plumb reads \"Unigram\""},
      {"\"unk_id\": 1", "\"unk_id\": null", "t.json: the field model.unk_id has the wrong type"},
      {"\"unk_id\": 1", "\"unk_id\": 77",
       "t.json: the field model.unk_id is 77, which is none of 20 pieces"},
      {"\"byte_fallback\": false", "\"byte_fallback\": true",
       "t.json: the field model.byte_fallback is true; Plumb reads false"},
      {"[\"b\", -2.5]", "[\"b\"]",
       "t.json: the field model.vocab has an entry 6 that is not a piece and its score"},
      {"[\"b\", -2.5]", "[\"b\", 1e400]", "t.json is not a tokenizer.json: "},
      {"[\"b\", -2.5]", "[\"b\", \"-2.5\"]",
       "t.json: the field model.vocab has an entry 6 that is not a piece and its score"},
      {"{\"type\": \"NFKD\"}", "{\"type\": \"NFKC\"}",
       "t.json: the field normalizer.normalizers.2.type is \"NFKC\", a normalizer that Plumb does "
       "not have"},
      {"\" {2,}\"", "\"x+\"",
       "t.json: the field normalizer.normalizers.5.pattern.Regex is \"x+\"; Plumb reads \" {2,}\" "
       "and \"\\s{2,}|[\\n\\r\\t]\""},
      {"{\"type\": \"NFKD\"}", "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"A\"}",
       "t.json: the field normalizer.normalizers.2.precompiled_charsmap is not base64"},
      {"{\"type\": \"NFKD\"}", "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"AAAA\"}",
       "t.json: the precompiled charsmap is cut off"},
      {"\"prepend_scheme\": \"always\"", "\"prepend_scheme\": \"first\"",
       "t.json: the field pre_tokenizer.prepend_scheme is \"first\"; Plumb reads \"always\" and "
       "\"never\""},
      {"\"id\": 20", "\"id\": 21",
       "t.json: the field added_tokens.4.id is 21; \"[MASK]\" has the id 20"},
      {"\"ids\": [2]", "\"ids\": [99]",
       "t.json: the field post_processor.special_tokens.[CLS].ids is 99, which is no id of the "
       "vocabulary"},
      {"{\"Sequence\": {\"id\": \"B\", \"type_id\": 1}}",
       "{\"Sequence\": {\"id\": \"B\", \"type_id\": 2}}",
       "t.json: the field post_processor.pair is not [CLS] A [SEP] B [SEP], nor with [SEP] twice "
       "between A and B"},
  };
  for (const Case& wrong : cases) {
    const auto parsed = SentencePiece::parse(changed(wrong.from, wrong.to), "t.json");
    ASSERT_FALSE(parsed) << wrong.to;
    EXPECT_TRUE(parsed.error().message.starts_with(wrong.message)) << parsed.error().message;
  }
}

TEST(SentencePiece, APieceThatIsTooLongIsRefused) {
  const auto parsed =
      SentencePiece::parse(changed("\"aba\"", '"' + std::string(513, 'a') + '"'), "t.json");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message, "t.json: the piece 10 has 513 bytes; Plumb reads at most 512");
}

TEST(SentencePiece, ANormalizerThatCouldBlowUpATextIsRefused) {
  std::string steps;
  for (int i = 0; i < 4; ++i) {
    steps += R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaa"}, )";
  }
  const auto parsed =
      SentencePiece::parse(changed("{\"type\": \"NFKD\"}", steps + "{\"type\": \"NFKD\"}"), "t");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message,
            "t: the normalizer could make a text more than 4096 times as long");
}

TEST(SentencePiece, ManyThreadsMayShareOne) {
  const Ids expected = tiny("the ab aba");
  std::vector<Ids> results(4);
  {
    std::vector<std::jthread> threads;
    for (Ids& result : results) {
      threads.emplace_back([&result] { result = tiny("the ab aba"); });
    }
  }
  for (const Ids& result : results) EXPECT_EQ(result, expected);
}

// The file that ALBERT itself has; beside the checkout on machines where it may be.
TEST(SentencePiece, ReadsTheModelOfAlbert) {
  const char* shared = std::getenv("PLUMB_SHARED");
  const std::filesystem::path folder =
      shared != nullptr ? std::filesystem::path(shared)
                        : std::filesystem::path(source_path()).parent_path() / "shared";
  const std::filesystem::path file = folder / "data" / "albert" / "spiece.model";
  if (!std::filesystem::exists(file)) {
    GTEST_SKIP() << "ALBERT's spiece.model is not in the folder shared beside the checkout; "
                    "PLUMB_SHARED names another.";
  }
  const auto tokenizer = SentencePiece::open(file);
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ(tokenizer->vocabulary_size(), 30'000u);
  Ids ids;
  tokenizer->encode("The ``caf\u00E9s'' of Z\u00FCrich sold 1,000 cups (in 2019).", 64, ids);
  EXPECT_EQ(tokenizer->decode(ids), "the \"cafes\" of zurich sold 1,000 cups( in 2019).");
}

}  // namespace
}  // namespace plumb
