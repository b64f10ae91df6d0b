#include "text/lower_case.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "support/golden.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::int32_t kSeveral = 0x7FFFFFFF;
constexpr std::int32_t kUnknown = 0x7FFFFFFE;

std::string utf8(char32_t value) {
  char bytes[4];
  return {bytes, encode_code_point(value, bytes)};
}

// What CharacterTally is an optimisation of.
std::vector<CharacterCount> counted_slowly(std::string_view text) {
  const std::string lower = lower_case(text);
  std::map<char32_t, std::uint32_t> counts;
  for (std::string_view rest = lower; !rest.empty();) {
    const DecodedCodePoint next = decode_code_point(rest);
    ++counts[next.value];
    rest.remove_prefix(next.length);
  }
  std::vector<CharacterCount> result;
  for (const auto& [character, times] : counts) result.push_back({character, times});
  return result;
}

class LowerCaseOfPython : public ::testing::Test {
 protected:
  static constexpr std::size_t kCodePoints = 0x110000;

  std::string golden_ = testing::read_golden("lower_case.bin.z");
  testing::GoldenReader shifts_{std::string_view(golden_).substr(0, 4 * kCodePoints)};
  testing::GoldenReader sorts_{std::string_view(golden_).substr(4 * kCodePoints, kCodePoints)};
  testing::GoldenReader texts_{std::string_view(golden_).substr(5 * kCodePoints)};
};

TEST_F(LowerCaseOfPython, OfEveryCodePoint) {
  int capitals = 0;
  for (char32_t c = 0; c < kCodePoints && !HasFailure(); ++c) {
    const auto shift = shifts_.take<std::int32_t>();
    if (shift == kUnknown) continue;
    const std::string expected =
        shift == kSeveral ? "i\u0307" : utf8(static_cast<char32_t>(static_cast<int>(c) + shift));
    EXPECT_EQ(lower_case(utf8(c)), expected) << std::hex << static_cast<unsigned>(c);
    capitals += shift != 0 ? 1 : 0;
  }
  EXPECT_GT(capitals, 1400);
}

TEST_F(LowerCaseOfPython, EveryCodePointBesideASigma) {
  const std::string final_sigma = "aς";
  const std::string small_sigma = "aσ";
  for (char32_t c = 0; c < kCodePoints && !HasFailure(); ++c) {
    const auto sort = sorts_.take<std::uint8_t>();
    if (sort == 3) continue;
    const std::string text = "AΣ" + utf8(c);
    const std::string& expected = sort == 1 ? small_sigma : final_sigma;
    EXPECT_EQ(lower_case(text).substr(0, 3), expected) << std::hex << static_cast<unsigned>(c);
    const std::string& between = sort == 0 ? final_sigma : small_sigma;
    EXPECT_EQ(lower_case(text + "A").substr(0, 3), between) << std::hex << static_cast<unsigned>(c);
  }
}

TEST_F(LowerCaseOfPython, SigmasInCompany) {
  CharacterTally tally;
  int texts = 0;
  for (; !texts_.done() && !HasFailure(); ++texts) {
    const auto text = texts_.take_bytes(texts_.take<std::uint32_t>());
    const auto lower = texts_.take_bytes(texts_.take<std::uint32_t>());
    EXPECT_EQ(lower_case(text), lower) << text;
    const auto counts = tally.count(text);
    EXPECT_EQ(std::vector(counts.begin(), counts.end()), counted_slowly(text)) << text;
    EXPECT_EQ(tally.code_points(), count_code_points(text));
  }
  EXPECT_GT(texts, 4000);
}

TEST(LowerCase, BrokenBytesAreReplaced) {
  EXPECT_EQ(lower_case("A\xFFΣ"), "a\uFFFDσ");
  EXPECT_EQ(lower_case("A\xCEΣ"), "a\uFFFDσ");
  EXPECT_EQ(lower_case("AΣ\xE2\x82"), "aς\uFFFD");
}

TEST(LowerCase, AsciiAcrossTheEightByteSteps) {
  for (std::size_t before = 0; before < 18; ++before) {
    const std::string text = std::string(before, '[') + "@AZ[`az{É" + std::string(before, 'Q');
    EXPECT_EQ(lower_case(text), std::string(before, '[') + "@az[`az{é" + std::string(before, 'q'));
  }
}

TEST(CharacterTally, ForgetsTheTextBefore) {
  CharacterTally tally;
  EXPECT_EQ(tally.count("ÄÄb😀").size(), 3u);
  const auto counts = tally.count("bB");
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0], (CharacterCount{U'b', 2}));
  EXPECT_TRUE(tally.count("").empty());
  EXPECT_EQ(tally.code_points(), 0u);
}

TEST(CharacterTally, TheKelvinSignIsK) {
  CharacterTally tally;
  const auto counts = tally.count("K\u212Ak");
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0], (CharacterCount{U'k', 3}));
}

}  // namespace
}  // namespace plumb
