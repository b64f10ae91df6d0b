#include "measure/conflict_rate.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace plumb {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(ConflictRate, ComparesConsecutiveTurnsThatBothHaveAdvice) {
  Pairs asked;
  const JudgePair judge = [&](std::string_view a, std::string_view b) -> Result<PairJudgement> {
    asked.emplace_back(a, b);
    return b == "stop" ? PairJudgement::contradiction : PairJudgement::no_contradiction;
  };
  const std::vector<std::string> advice = {"start", "stop", " ", "start", "go on"};
  const auto rate = conflict_rate(advice, judge);
  ASSERT_TRUE(rate);
  EXPECT_EQ(asked, (Pairs{{"start", "stop"}, {"start", "go on"}}));
  EXPECT_EQ(rate->contradicted, 1u);
  EXPECT_EQ(rate->evaluated, 2u);
  EXPECT_EQ(rate->skipped_turns, 1u);
  EXPECT_EQ(rate->rate, 0.5);
}

TEST(ConflictRate, IsNoneWhereNothingWasEvaluated) {
  const JudgePair unsure = [](std::string_view, std::string_view) -> Result<PairJudgement> {
    return PairJudgement::not_evaluated;
  };
  const std::vector<std::string> advice = {"a", "b"};
  const auto rate = conflict_rate(advice, unsure);
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->evaluated, 0u);
  EXPECT_FALSE(rate->rate);
  EXPECT_FALSE(conflict_rate({}, unsure)->rate);
}

TEST(ConflictRate, HandsOnWhatTheJudgeFailsWith) {
  const JudgePair broken = [](std::string_view, std::string_view) -> Result<PairJudgement> {
    return fail(ErrorCode::io, "the judge is gone");
  };
  const std::vector<std::string> advice = {"a", "b"};
  const auto rate = conflict_rate(advice, broken);
  ASSERT_FALSE(rate);
  EXPECT_EQ(rate.error().message, "the judge is gone");
}

}  // namespace
}  // namespace plumb
