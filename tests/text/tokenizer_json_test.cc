#include "text/tokenizer_json.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/places.h"
#include "support/tiny_tokenizer.h"
#include "text/wordpiece.h"

namespace plumb {
namespace {

// The tiny tokenizer with one part replaced.
std::string changed(const std::string& from, const std::string& to) {
  std::string json = testing::kTinyTokenizer;
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) json.replace(at, from.size(), to);
  return json;
}

struct Case {
  const char* from;
  const char* to;
  ErrorCode code;
  const char* message;
};

TEST(TokenizerJson, NamesTheFileAndTheFieldThatIsWrong) {
  constexpr ErrorCode corrupt = ErrorCode::corrupt;
  constexpr ErrorCode unsupported = ErrorCode::unsupported;
  const Case cases[] = {
      {"\"BertNormalizer\"", "\"NFC\"", unsupported,
       "t.json: the field normalizer.type is \"NFC\"; Plumb reads \"BertNormalizer\""},
      {"\"lowercase\": true", "\"lowercase\": false", unsupported,
       "t.json: the field normalizer.lowercase is false; Plumb reads true"},
      {"\"clean_text\": true", "\"clean_text\": 1", corrupt,
       "t.json: the field normalizer.clean_text has the wrong type"},
      {"\"strip_accents\": null", "\"strip_accents\": false", unsupported,
       "t.json: the field normalizer.strip_accents is false; Plumb reads true"},
      {"\"pre_tokenizer\": {\"type\": \"BertPreTokenizer\"}", "\"pre_tokenizer\": null", corrupt,
       "t.json: the field pre_tokenizer.type is missing"},
      {"\"BertPreTokenizer\"", "\"Whitespace\"", unsupported,
       "t.json: the field pre_tokenizer.type is \"Whitespace\"; Plumb reads \"BertPreTokenizer\""},
      {"\"type\": \"WordPiece\", \"unk_token\"", "\"type\": \"BPE\", \"unk_token\"", unsupported,
       "t.json: the field model.type is \"BPE\"; Plumb reads \"WordPiece\""},
      {"\"max_input_chars_per_word\": 100", "\"max_input_chars_per_word\": 0", unsupported,
       "t.json: the field model.max_input_chars_per_word is 0; Plumb reads 1 to 256"},
      {"\"a\": 5", "\"a\": -5", corrupt,
       "t.json: the field model.vocab gives \"a\" an id that is not in 0 to 28"},
      {"\"a\": 5", "\"a\": 29", corrupt,
       "t.json: the field model.vocab gives \"a\" an id that is not in 0 to 28"},
      {"\"a\": 5", "\"a\": 5.0", corrupt,
       "t.json: the field model.vocab gives \"a\" an id that is not in 0 to 28"},
      {"\"b\": 6", "\"b\": 5", corrupt,
       "t.json: the field model.vocab gives the id 5 to \"a\" and to \"b\""},
      {"\"b\": 6", "\"a\": 6", corrupt, "t.json: the field model.vocab has \"a\" twice"},
      {"\"[UNK]\": 1", "\"[unk]\": 1", corrupt, "t.json: the field model.vocab has no [UNK]"},
      {"\"[CLS]\": 2", "\"[cls]\": 2", corrupt, "t.json: the field model.vocab has no [CLS]"},
      {"\"[SEP]\": 3", "\"[sep]\": 3", corrupt, "t.json: the field model.vocab has no [SEP]"},
      {"\"Sequence\": {\"id\": \"A\"", "\"Sequence\": {\"id\": \"B\"", unsupported,
       "t.json: the field post_processor.single.1.Sequence.id is \"B\"; Plumb reads \"A\""},
      {", {\"SpecialToken\": {\"id\": \"[SEP]\", \"type_id\": 0}}]", "]", unsupported,
       "t.json: the field post_processor.single has 2 parts; Plumb reads [CLS] A [SEP]"},
      {"\"ids\": [2]", "\"ids\": [4]", corrupt,
       "t.json: the field post_processor.special_tokens.[CLS].ids is not [2], the id in "
       "model.vocab"},
      {"\"id\": 0, \"special\"", "\"id\": 9, \"special\"", corrupt,
       "t.json: the field added_tokens.0.id is 9, which model.vocab does not give to \"[PAD]\""},
      {"\"rstrip\": false", "\"rstrip\": true", unsupported,
       "t.json: the field added_tokens.0.rstrip is true; Plumb reads false"},
      {"\"content\": \"[PAD]\"", "\"content\": \"\"", corrupt,
       "t.json: the field added_tokens.0.content is empty"},
      {"\"cleanup\": true", "\"cleanup\": false", unsupported,
       "t.json: the field decoder.cleanup is false; Plumb reads true"},
  };
  for (const Case& wrong : cases) {
    const auto parsed = WordPiece::parse(changed(wrong.from, wrong.to), "t.json");
    ASSERT_FALSE(parsed) << wrong.to;
    EXPECT_EQ(parsed.error().message, wrong.message);
    EXPECT_EQ(parsed.error().code, wrong.code) << wrong.message;
  }
}

TEST(TokenizerJson, WhatIsNotJsonIsCorrupt) {
  for (const char* json : {"", "{", "[1, 2", "\xFF", "{\"model\": nul}"}) {
    const auto parsed = WordPiece::parse(json, "t.json");
    ASSERT_FALSE(parsed) << json;
    EXPECT_EQ(parsed.error().code, ErrorCode::corrupt);
    EXPECT_TRUE(parsed.error().message.starts_with("t.json is not a tokenizer.json: "))
        << parsed.error().message;
  }
}

TEST(TokenizerJson, JsonOfAnotherKindNamesTheFirstMissingField) {
  for (const char* json : {"{}", "[]", "3", "null", "{\"normalizer\": 7}"}) {
    const auto parsed = WordPiece::parse(json, "t.json");
    ASSERT_FALSE(parsed) << json;
    EXPECT_EQ(parsed.error().message, "t.json: the field normalizer.type is missing");
  }
}

TEST(TokenizerJson, AMissingFileIsNotFound) {
  const auto opened = WordPiece::open("no/such/tokenizer.json");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::not_found);
}

TEST(TokenizerJson, ADirectoryIsInvalidInput) {
  const auto opened = WordPiece::open(source_path());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::invalid_input);
}

TEST(TokenizerJson, AFilePastTheCapIsRefusedUnread) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "huge_tokenizer.json";
  std::ofstream(path).put('{');
  std::filesystem::resize_file(path, kMaxTokenizerBytes + 1);
  const auto opened = WordPiece::open(path);
  std::filesystem::remove(path);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::invalid_input);
}

TEST(TokenizerJson, AForeignNameIsShortenedInTheSentence) {
  const std::string name = "\\n\\u0000" + std::string(500, 'x');
  const auto parsed = WordPiece::parse(changed("\"BertNormalizer\"", '"' + name + '"'), "t.json");
  ASSERT_FALSE(parsed);
  EXPECT_LT(parsed.error().message.size(), 200u);
  EXPECT_NE(parsed.error().message.find("\"??xxx"), std::string::npos) << parsed.error().message;
}

}  // namespace
}  // namespace plumb
