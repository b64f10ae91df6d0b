#include "stats/exact_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/rng.h"

namespace plumb {
namespace {

std::vector<std::vector<float>> random_vectors(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::vector<float>> vectors(count, std::vector<float>(5));
  for (auto& vector : vectors) {
    for (float& x : vector) {
      const int exponent = static_cast<int>(rng.below(90)) - 61;  // 2^-61 to 2^29
      x = static_cast<float>(std::ldexp(rng.uniform() * 2 - 1, exponent));
    }
  }
  return vectors;
}

TEST(ExactSums, TheOrderDoesNotMatter) {
  auto vectors = random_vectors(500, 3);
  ExactSums forward;
  for (const auto& vector : vectors) ASSERT_TRUE(forward.add(vector));
  std::ranges::reverse(vectors);
  ExactSums backward;
  for (const auto& vector : vectors) ASSERT_TRUE(backward.add(vector));
  EXPECT_EQ(forward, backward);
  EXPECT_EQ(forward.sums(), backward.sums());
}

TEST(ExactSums, AgreesWithLongDoubleWithinItsErrorBound) {
  const auto vectors = random_vectors(500, 4);
  ExactSums sums;
  std::vector<long double> expected(5);
  for (const auto& vector : vectors) {
    ASSERT_TRUE(sums.add(vector));
    for (std::size_t i = 0; i < 5; ++i) expected[i] += vector[i];
  }
  for (std::size_t i = 0; i < 5; ++i) {
    const long double rounding = std::fabs(expected[i]) * 0x1p-52L;
    EXPECT_NEAR(static_cast<double>(sums.sums()[i] - expected[i]), 0.0,
                static_cast<double>(500 * 0x1p-61L + rounding));
  }
}

TEST(ExactSums, HoldsBothEndsOfTheRangeExactly) {
  ExactSums sums;
  const float most = ExactSums::kMostComponent;
  ASSERT_TRUE(sums.add(std::vector<float>{most, -most, 0x1p-60F, 3.9999998F, 4.0F, 4.0000005F}));
  EXPECT_EQ(sums.sums(), (std::vector<double>{most, -most, 0x1p-60, 3.9999998F, 4.0, 4.0000005F}));
}

TEST(ExactSums, RoundsHalvesToEven) {
  ExactSums sums;
  ASSERT_TRUE(sums.add(std::vector<float>{0x1p-61F, 0x3p-61F, -0x1p-61F, 0x1.8p-61F}));
  EXPECT_EQ(sums.sums(), (std::vector<double>{0, 0x2p-60, 0, 0x1p-60}));
}

TEST(ExactSums, RefusesWhatIsNotFiniteAndAddsNothing) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(), 0x1.000002p30F}) {
    ExactSums sums;
    EXPECT_FALSE(sums.add(std::vector<float>{1.0F, bad}));
    EXPECT_EQ(sums, ExactSums());
  }
}

TEST(ExactSums, RefusesAnotherDimension) {
  ExactSums sums;
  ASSERT_TRUE(sums.add(std::vector<float>{1, 2}));
  const auto added = sums.add(std::vector<float>{1, 2, 3});
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("3 components"), std::string::npos);
  ExactSums other;
  ASSERT_TRUE(other.add(std::vector<float>{1}));
  EXPECT_FALSE(sums.merge(other));
  EXPECT_TRUE(sums.merge(ExactSums()));
}

TEST(ExactSums, RefusesIntegersThatNoVectorsHave) {
  EXPECT_TRUE(ExactSums::of_integers({Int128{1} << 91}, 2));
  EXPECT_FALSE(ExactSums::of_integers({(Int128{1} << 91) + 1}, 2));
  EXPECT_FALSE(ExactSums::of_integers({0}, ExactSums::kMostVectors + 1));
}

}  // namespace
}  // namespace plumb
