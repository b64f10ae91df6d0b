#include "ingest/gzip.h"

#include <gtest/gtest.h>

#include <random>

#include "support/gzip.h"

namespace plumb {
namespace {

std::string random_bytes(std::size_t count) {
  std::mt19937 random(7);
  std::string bytes;
  while (bytes.size() < count) bytes += static_cast<char>(random());
  return bytes;
}

TEST(Gunzip, GivesBackWhatWasPacked) {
  for (const std::size_t size : {0UL, 1UL, 65'535UL, 65'536UL, 65'537UL, 1'000'000UL}) {
    const std::string text = random_bytes(size);
    const auto unpacked = gunzip(gzipped(text));
    ASSERT_TRUE(unpacked) << unpacked.error().message;
    EXPECT_EQ(*unpacked, text) << size;
  }
}

TEST(Gunzip, ReadsSeveralMembersAndPadding) {
  const std::string packed =
      gzipped("one, ") + gzipped("") + gzipped("two") + std::string(512, '\0');
  EXPECT_EQ(gunzip(packed).value(), "one, two");
}

TEST(Gunzip, TellsAStreamThatIsCutOffAnywhere) {
  const std::string packed = gzipped(random_bytes(3'000));
  for (std::size_t size = 0; size < packed.size(); ++size) {
    const auto unpacked = gunzip(std::string_view(packed).substr(0, size));
    ASSERT_FALSE(unpacked) << size;
    EXPECT_EQ(unpacked.error().code, ErrorCode::invalid_input);
    EXPECT_NE(unpacked.error().message.find("cut off"), std::string::npos)
        << size << ": " << unpacked.error().message;
  }
}

// Some bits of a stream are of no use (the header's time, what fills a byte up): everything else is
// told, so a wrong text never comes out.
TEST(Gunzip, NeverGivesAWrongTextForADamagedByte) {
  std::string text;
  for (const char c : random_bytes(500)) {
    text += "lorem ipsum dolor"[static_cast<unsigned char>(c) % 17];
  }
  const std::string packed = gzipped(text);
  int told = 0;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    const auto unpacked = gunzip(damaged);
    if (unpacked) {
      EXPECT_EQ(*unpacked, text) << i;
    } else {
      ++told;
    }
  }
  EXPECT_GT(told, static_cast<int>(packed.size()) - 12);
  EXPECT_FALSE(gunzip("plain text"));
  EXPECT_FALSE(gunzip(packed + "more"));
}

TEST(Gunzip, StopsAtTheLimitToTheByte) {
  const std::string packed = gzipped(random_bytes(100'000));
  EXPECT_TRUE(gunzip(packed, {.most_bytes = 100'000}));
  const auto passed = gunzip(packed, {.most_bytes = 99'999});
  ASSERT_FALSE(passed);
  EXPECT_EQ(passed.error().code, ErrorCode::unsupported);
  EXPECT_NE(passed.error().message.find("more than 99999 bytes"), std::string::npos);
}

TEST(Gunzip, RefusesABombByItsRatio) {
  const std::string bomb = gzipped(std::string(50 << 20, 'a'), 9);
  ASSERT_LT(bomb.size(), 60'000U);
  const auto passed = gunzip(bomb, {.most_bytes = std::size_t{1} << 30});
  ASSERT_FALSE(passed);
  EXPECT_NE(passed.error().message.find("200 times"), std::string::npos) << passed.error().message;
  // What is small may be packed as tightly as it likes.
  EXPECT_TRUE(gunzip(gzipped(std::string(1 << 20, 'a'), 9)));
}

TEST(Gunzip, ABombOfManyMembersIsABombToo) {
  std::string bomb;
  for (int i = 0; i < 64; ++i) bomb += gzipped(std::string(1 << 20, 'a'), 9);
  EXPECT_FALSE(gunzip(bomb));
}

}  // namespace
}  // namespace plumb
