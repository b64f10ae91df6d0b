#include "judge/thresholds.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

namespace plumb {
namespace {

TEST(Thresholds, AreSetByTheNameOfTheirType) {
  JudgeOptions options;
  ASSERT_TRUE(set_threshold(options, "agent_tool", 0.5));
  EXPECT_EQ(options.thresholds, (std::array{0.20, 0.15, 0.20, 0.30, 0.5}));
}

TEST(Thresholds, AnUnknownTypeIsToldWithTheNearest) {
  JudgeOptions options;
  const auto unknown = set_threshold(options, "agent_tol", 0.5);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("did you mean agent_tool?"), std::string::npos)
      << unknown.error().message;
}

TEST(Thresholds, AreNumbersAboveZero) {
  JudgeOptions options;
  for (const double value : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(set_threshold(options, "output", value));
  }
}

}  // namespace
}  // namespace plumb
