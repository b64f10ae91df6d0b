#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/golden.h"
#include "support/temporary_folder.h"
#include "support/tiny_pieces.h"
#include "support/tiny_tokenizer.h"

namespace plumb {
namespace {

using Ids = std::vector<TokenId>;

void write(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

Ids encode(const Tokenizer& tokenizer, std::string_view text) {
  Ids ids;
  tokenizer.encode(text, 64, ids);
  return ids;
}

TEST(Tokenizer, IsOfTheKindThatTheFileSays) {
  const auto word_piece = Tokenizer::parse(testing::kTinyTokenizer, "t");
  const auto unigram = Tokenizer::parse(testing::kTinyUnigram, "t");
  const auto byte_pair = Tokenizer::parse(testing::tiny_byte_pair(), "t");
  ASSERT_TRUE(word_piece && unigram && byte_pair);
  EXPECT_EQ(encode(*word_piece, "ab"), (Ids{2, 7, 3}));
  EXPECT_EQ(encode(*unigram, "ab"), (Ids{2, 9, 3}));
  EXPECT_EQ(encode(*byte_pair, "ab"), (Ids{0, 258, 1}));
  EXPECT_EQ(word_piece->vocabulary_size(), 29u);
  EXPECT_EQ(unigram->decode(Ids{2, 9, 3}), "ab");
  Ids ids;
  std::vector<std::uint8_t> types;
  EXPECT_EQ(byte_pair->encode_pair("a", "b", 64, ids, types).tokens, 6u);
}

TEST(Tokenizer, OfAnotherKindIsASentence) {
  const auto read = Tokenizer::parse(R"({"model": {"type": "WordLevel"}})", "t.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::unsupported);
  EXPECT_EQ(read.error().message,
            "t.json: the field model.type is \"WordLevel\"; Plumb reads \"WordPiece\", \"Unigram\" "
            "and \"BPE\"");
}

TEST(Tokenizer, OfAnOldFileThatDoesNotSayItsKindIsWhatItHolds) {
  for (std::string json : {std::string(testing::kTinyUnigram), testing::tiny_byte_pair(),
                           std::string(testing::kTinyTokenizer)}) {
    const auto said = Tokenizer::parse(json, "t");
    const std::size_t model = json.find("\"model\"");
    const std::size_t type = json.find("\"type\"", model);
    json.erase(type, json.find(',', type) + 1 - type);
    const auto not_said = Tokenizer::parse(json, "t");
    ASSERT_TRUE(said && not_said) << not_said.error().message;
    EXPECT_EQ(encode(*not_said, "the ab"), encode(*said, "the ab"));
  }
}

TEST(Tokenizer, OfAFolderIsItsJsonElseItsModel) {
  const TemporaryFolder folder;
  write(folder.path() / "spiece.model", testing::read_golden("spiece.model.z"));
  const auto model = Tokenizer::open(folder.path());
  ASSERT_TRUE(model) << model.error().message;
  write(folder.path() / "tokenizer.json", testing::kTinyUnigram);
  const auto json = Tokenizer::open(folder.path());
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_GT(model->vocabulary_size(), 500u);
  EXPECT_EQ(json->vocabulary_size(), 21u);
}

TEST(Tokenizer, OfAFolderWithoutOneIsNotFound) {
  const TemporaryFolder folder;
  const auto read = Tokenizer::open(folder.path());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::not_found);
  EXPECT_EQ(read.error().message, folder.path().string() +
                                      " holds neither tokenizer.json nor ALBERT's spiece.model; "
                                      "the save_pretrained of transformers writes a "
                                      "tokenizer.json");
}

}  // namespace
}  // namespace plumb
