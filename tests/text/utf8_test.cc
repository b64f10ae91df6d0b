#include "text/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "support/golden.h"

namespace plumb {
namespace {

TEST(Utf8, ReadsBrokenBytesLikePython) {
  const std::string golden = testing::read_golden("utf8.bin.z");
  testing::GoldenReader reader(golden);
  int strings = 0;
  for (; !reader.done() && !HasFailure(); ++strings) {
    const auto text = reader.take_bytes(reader.take<std::uint32_t>());
    const auto replaced = reader.take_bytes(reader.take<std::uint32_t>());
    const auto code_points = reader.take<std::uint32_t>();
    const auto blank = reader.take<std::uint32_t>();
    EXPECT_EQ(replace_invalid_utf8(text), replaced) << "string " << strings;
    EXPECT_EQ(count_code_points(text), code_points) << "string " << strings;
    EXPECT_EQ(is_blank(text), blank == 1) << "string " << strings;
  }
  EXPECT_GT(strings, 7000);
}

TEST(Utf8, EveryCodePointSurvivesARoundTrip) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value >= 0xD800 && value <= 0xDFFF) continue;
    char bytes[4];
    const std::size_t length = encode_code_point(value, bytes);
    const DecodedCodePoint decoded = decode_code_point({bytes, length});
    ASSERT_EQ(decoded.value, value);
    ASSERT_EQ(decoded.length, length);
  }
}

TEST(Utf8, ATruncatedSequenceIsOneReplacement) {
  EXPECT_EQ(replace_invalid_utf8("\xF0\x9F\x98"), "\uFFFD");
  EXPECT_EQ(count_code_points("a\xE2\x82"), 2u);
}

TEST(Utf8, ASurrogateIsThreeReplacements) {
  EXPECT_EQ(replace_invalid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
}

TEST(Utf8, CountsAcrossTheEightByteSteps) {
  for (std::size_t prefix = 0; prefix < 20; ++prefix) {
    const std::string text = std::string(prefix, 'x') + "é" + std::string(9, 'y');
    EXPECT_EQ(count_code_points(text), prefix + 10);
  }
}

TEST(Utf8, NothingIsBlank) {
  EXPECT_TRUE(is_blank(""));
}

TEST(Utf8, AZeroWidthSpaceIsNotBlank) {
  EXPECT_FALSE(is_blank(" \u200B "));
}

}  // namespace
}  // namespace plumb
