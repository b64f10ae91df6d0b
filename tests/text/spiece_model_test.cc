#include "text/spiece_model.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "support/golden.h"
#include "text/sentencepiece.h"

namespace plumb {
namespace {

std::string field(int number, const std::string& bytes) {
  std::string message(1, static_cast<char>(number << 3 | 2));
  std::size_t size = bytes.size();
  for (; size > 0x7F; size >>= 7) message += static_cast<char>((size & 0x7F) | 0x80);
  return message + static_cast<char>(size) + bytes;
}

std::string piece(const std::string& text, float score = 0, int type = 1) {
  const auto bits = std::bit_cast<std::uint32_t>(score);
  std::string message = field(1, text);
  message += static_cast<char>(2 << 3 | 5);
  for (int shift = 0; shift < 32; shift += 8) message += static_cast<char>(bits >> shift & 0xFF);
  message += {static_cast<char>(3 << 3), static_cast<char>(type)};
  return field(1, message);
}

std::string albert() {
  return piece("<pad>", 0, 3) + piece("<unk>", 0, 2) + piece("[CLS]", 0, 3) + piece("[SEP]", 0, 3) +
         piece("[MASK]", 0, 3) + piece(".", 0, 4);
}

std::string message_of(const std::string& bytes) {
  const auto read = SentencePiece::parse_model(bytes, "m");
  return read ? "" : read.error().message;
}

TEST(SpieceModel, ReadsPiecesWithScoreAndType) {
  const std::string bytes = albert() + piece("\u2581the", -3.5f);
  const auto model = parse_spiece_model(bytes, "m");
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->pieces.size(), 7u);
  EXPECT_EQ(model->pieces[6].text, "\u2581the");
  EXPECT_EQ(model->pieces[6].score, -3.5);
  EXPECT_EQ(model->pieces[5].type, SpieceModel::Type::user_defined);
  EXPECT_EQ(model->charsmap, "");
}

TEST(SpieceModel, SkipsFieldsItDoesNotKnow) {
  std::string bytes = field(9, "later") + albert();
  bytes += {static_cast<char>(10 << 3), 5};  // a varint
  bytes += static_cast<char>(11 << 3 | 1);   // 64 bits
  bytes += std::string(8, 'x');
  EXPECT_TRUE(parse_spiece_model(bytes, "m"));
}

TEST(SpieceModel, EachCutIsASentence) {
  const std::string bytes = testing::read_golden("spiece.model.z");
  ASSERT_EQ(message_of(bytes), "");
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 40) {
    const auto read = parse_spiece_model(bytes.substr(0, size), "m");
    if (read) continue;  // whole pieces that were cut off are not missed
    EXPECT_TRUE(read.error().message.starts_with("m ")) << read.error().message;
  }
}

TEST(SpieceModel, SaysWhatIsWrong) {
  EXPECT_EQ(message_of(""), "m has no pieces, so it is no SentencePiece model");
  EXPECT_EQ(message_of("\x0A\x7F short"), "m is cut off or no SentencePiece model");
  EXPECT_EQ(message_of("{\"version\": \"1.0\"}"), "m is cut off or no SentencePiece model");
  EXPECT_EQ(message_of(albert() + field(1, "\x0A\x7F")), "m has a piece 6 that is cut off");
  EXPECT_EQ(message_of(albert() + piece("\xFF")), "m has a piece 6 that is not UTF-8");
  EXPECT_EQ(message_of(albert() + piece("a", std::numeric_limits<float>::infinity())),
            "m has a piece 6 whose score is no number");
  EXPECT_EQ(message_of(albert() + field(2, {3 << 3, 2})),
            "m has the model type 2; Plumb reads unigram models, type 1");
  EXPECT_EQ(message_of(piece("<unk>", 0, 2) + piece("a")),
            "m has no piece <pad>, so it is not ALBERT's; Plumb reads other SentencePiece models "
            "from a tokenizer.json");
}

TEST(SpieceModel, ABrokenCharsmapIsASentence) {
  const std::string prefix = albert();
  EXPECT_EQ(message_of(prefix + field(3, field(2, "abc"))),
            "m: the precompiled charsmap is cut off");
  EXPECT_EQ(message_of(prefix + field(3, field(2, std::string("\xFF\0\0\0abcd", 8)))),
            "m: the precompiled charsmap has a table of 255 bytes in 4");
  const std::string table("\x04\0\0\0\0\0\0\0", 8);
  EXPECT_EQ(message_of(prefix + field(3, field(2, table + std::string(128, 'x')))), "");
  EXPECT_EQ(
      message_of(prefix + field(3, field(2, table + std::string(129, 'x')))),
      "m: the precompiled charsmap replaces a character with 129 bytes; at most 128 are read");
  EXPECT_EQ(message_of(prefix + field(3, field(2, table + "\xFF"))),
            "m: the precompiled charsmap holds text that is not UTF-8");
}

}  // namespace
}  // namespace plumb
