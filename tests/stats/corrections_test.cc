#include "stats/corrections.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace plumb {
namespace {

using Values = std::vector<double>;

void expect_near(const Values& actual, const Values& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-15) << i;
}

TEST(BenjaminiHochberg, MultipliesByTestsOverRankAndKeepsTheOrderOfTheInput) {
  expect_near(adjust_benjamini_hochberg(Values{0.04, 0.01, 0.03, 0.5}),
              {0.16 / 3, 0.04, 0.16 / 3, 0.5});
}

TEST(Holm, MultipliesByTheTestsThatAreLeft) {
  expect_near(adjust_holm(Values{0.04, 0.01, 0.03, 0.5}), {0.09, 0.04, 0.09, 0.5});
}

TEST(Corrections, LeaveASingleTestAlone) {
  expect_near(adjust_benjamini_hochberg(Values{0.2}), {0.2});
  expect_near(adjust_holm(Values{0.2}), {0.2});
}

TEST(Corrections, GiveNothingForNothing) {
  EXPECT_TRUE(adjust_benjamini_hochberg({}).empty());
  EXPECT_TRUE(adjust_holm({}).empty());
}

TEST(Corrections, CountWhatIsNoProbabilityAsTheNearerEnd) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_near(adjust_benjamini_hochberg(Values{nan, 0.01, 7, -1}), {1, 0.02, 1, 0});
  expect_near(adjust_holm(Values{nan, 0.01, 7, -1}), {1, 0.03, 1, 0});
}

}  // namespace
}  // namespace plumb
