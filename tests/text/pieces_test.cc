// Unigram and byte-level BPE against the golden data of tests/golden/pieces.py.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/golden.h"
#include "text/tokenizer.h"

namespace plumb {
namespace {

constexpr std::size_t kTexts = 12'000;
constexpr std::size_t kMaxTokens = 64;
constexpr std::size_t kMaxPair = 23;

using Ids = std::vector<TokenId>;

const std::vector<std::string>& golden_texts() {
  static const auto texts = [] {
    const std::string content = testing::read_golden("piece_strings.bin.z");
    testing::GoldenReader reader(content);
    std::vector<std::string> read;
    while (!reader.done()) {
      read.emplace_back(reader.take_bytes(reader.take<std::uint32_t>()));
    }
    return read;
  }();
  return texts;
}

Tokenizer golden_tokenizer(const std::string& name) {
  if (name == "spiece") {
    auto model = SentencePiece::parse_model(testing::read_golden("spiece.model.z"), "spiece.model");
    EXPECT_TRUE(model) << model.error().message;
    return Tokenizer(*std::move(model));
  }
  auto tokenizer = Tokenizer::parse(testing::read_golden(name + ".json.z"), name);
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *std::move(tokenizer);
}

std::uint32_t crc_of(Encoded encoded, const Ids& ids, const std::vector<std::uint8_t>& types) {
  const std::uint32_t truncated = encoded.truncated ? 1 : 0;
  uLong crc = crc32(0, reinterpret_cast<const Bytef*>(&truncated), sizeof truncated);
  crc = crc32(crc, reinterpret_cast<const Bytef*>(ids.data()),
              static_cast<uInt>(ids.size() * sizeof ids[0]));
  if (!types.empty()) crc = crc32(crc, types.data(), static_cast<uInt>(types.size()));
  return static_cast<std::uint32_t>(crc);
}

class GoldenPieces : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenPieces, GiveTheIdsOfTheReference) {
  const Tokenizer tokenizer = golden_tokenizer(GetParam());
  const std::string golden = testing::read_golden(std::string(GetParam()) + "_ids.bin.z");
  testing::GoldenReader reader(golden);
  const std::vector<std::string>& texts = golden_texts();
  ASSERT_EQ(texts.size(), kTexts);
  int truncated = 0;
  for (std::size_t i = 0; i < texts.size() && !HasFailure(); ++i) {
    Ids ids;
    const Encoded encoded = tokenizer.encode(texts[i], kMaxTokens, ids);
    EXPECT_EQ(encoded.tokens, ids.size());
    EXPECT_EQ(crc_of(encoded, ids, {}), reader.take<std::uint32_t>())
        << "text " << i << ": " << texts[i] << "\nids " << ::testing::PrintToString(ids);
    truncated += encoded.truncated;
  }
  EXPECT_GT(truncated, 100);
  for (std::size_t i = 0; i + 1 < texts.size() && !HasFailure(); ++i) {
    Ids ids;
    std::vector<std::uint8_t> types;
    const Encoded encoded = tokenizer.encode_pair(texts[i], texts[i + 1], kMaxPair, ids, types);
    EXPECT_EQ(encoded.tokens, ids.size());
    EXPECT_EQ(types.size(), ids.size());
    EXPECT_EQ(crc_of(encoded, ids, types), reader.take<std::uint32_t>())
        << "pair " << i << ": " << texts[i] << "\nand " << texts[i + 1] << "\nids "
        << ::testing::PrintToString(ids);
  }
  int lists = 0;
  for (; !reader.done() && !HasFailure(); ++lists) {
    Ids ids(reader.take<std::uint16_t>());
    for (TokenId& id : ids) id = reader.take<std::uint16_t>();
    const auto expected = reader.take_bytes(reader.take<std::uint32_t>());
    EXPECT_EQ(tokenizer.decode(ids), expected) << "list " << lists;
  }
  EXPECT_EQ(lists, 1000);
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenPieces,
                         ::testing::Values("spiece", "albert", "deberta", "deberta_v5", "roberta"),
                         [](const auto& file) { return std::string(file.param); });

}  // namespace
}  // namespace plumb
