#include "measure/conflict_rate.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace plumb {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Contradiction where the later advice is "stop", no verdict where it is "mumble", else neutral.
struct Judge {
  Pairs asked;
  int calls = 0;

  Result<std::vector<Inference>> operator()(std::span<const TextPair> pairs) {
    ++calls;
    std::vector<Inference> out;
    for (const TextPair& pair : pairs) {
      asked.emplace_back(pair.premise, pair.hypothesis);
      Inference& inference = out.emplace_back();
      if (pair.hypothesis == "mumble") {
        inference.problem = "unclear";
      } else {
        inference.label =
            pair.hypothesis == "stop" ? InferenceLabel::contradiction : InferenceLabel::neutral;
      }
    }
    return out;
  }
};

TEST(ConflictRate, ComparesConsecutiveTurnsThatBothHaveAdvice) {
  Judge judge;
  const std::vector<SessionAdvice> sessions = {
      {{1, 2, 3, 5, 6}, {"start", "stop", " ", "start", "go on"}}};
  const auto rates = conflict_rates(sessions, std::ref(judge));
  ASSERT_TRUE(rates);
  ASSERT_EQ(rates->size(), 1u);
  const ConflictRate& rate = rates->front();
  EXPECT_EQ(judge.asked, (Pairs{{"start", "stop"}, {"start", "go on"}}));
  EXPECT_EQ(rate.contradicted, 1u);
  EXPECT_EQ(rate.evaluated, 2u);
  EXPECT_EQ(rate.skipped_turns, 2u);  // 3, and 4, which is missing
  EXPECT_EQ(rate.unjudged, 0u);
  EXPECT_EQ(rate.rate, 0.5);
  ASSERT_EQ(rate.pairs.size(), 2u);
  EXPECT_EQ(rate.pairs[0].earlier, 1);
  EXPECT_EQ(rate.pairs[0].later, 2);
  EXPECT_EQ(rate.pairs[0].inference.label, InferenceLabel::contradiction);
  EXPECT_EQ(rate.pairs[1].earlier, 5);
  EXPECT_EQ(rate.pairs[1].later, 6);
}

TEST(ConflictRate, TurnsBeforeAndAfterAMissingOneAreNoPair) {
  Judge judge;
  const std::vector<SessionAdvice> sessions = {{{1, 2, 5}, {"a", "b", "stop"}}};
  const auto rates = conflict_rates(sessions, std::ref(judge));
  ASSERT_TRUE(rates);
  EXPECT_EQ(judge.asked, (Pairs{{"a", "b"}}));
  EXPECT_EQ(rates->front().skipped_turns, 2u);
  EXPECT_EQ(rates->front().rate, 0.0);
}

TEST(ConflictRate, JudgesThePairsOfAllSessionsInOneCallAndGivesEachItsOwn) {
  Judge judge;
  const std::vector<SessionAdvice> sessions = {
      {{1, 2}, {"a", "stop"}}, {{1}, {"alone"}}, {{1, 2, 3, 4}, {"a", "b", "stop", "c"}}};
  const auto rates = conflict_rates(sessions, std::ref(judge));
  ASSERT_TRUE(rates);
  EXPECT_EQ(judge.calls, 1);
  EXPECT_EQ(judge.asked.size(), 4u);
  EXPECT_EQ((*rates)[0].rate, 1.0);
  EXPECT_FALSE((*rates)[1].rate);
  EXPECT_EQ((*rates)[2].rate, 1.0 / 3);
}

TEST(ConflictRate, APairWithoutVerdictIsToldAndDoesNotCount) {
  Judge judge;
  const std::vector<SessionAdvice> sessions = {{{1, 2, 3, 4}, {"a", "mumble", "b", "stop"}}};
  const auto rates = conflict_rates(sessions, std::ref(judge));
  ASSERT_TRUE(rates);
  EXPECT_EQ((*rates)[0].evaluated, 2u);
  EXPECT_EQ((*rates)[0].unjudged, 1u);
  EXPECT_EQ((*rates)[0].rate, 0.5);
  EXPECT_EQ((*rates)[0].pairs[0].inference.problem, "unclear");
}

TEST(ConflictRate, IsNoneWhereNothingWasEvaluated) {
  Judge judge;
  const std::vector<SessionAdvice> unclear = {{{1, 2}, {"a", "mumble"}}};
  const auto rates = conflict_rates(unclear, std::ref(judge));
  ASSERT_TRUE(rates);
  EXPECT_EQ((*rates)[0].evaluated, 0u);
  EXPECT_FALSE((*rates)[0].rate);
  const std::vector<SessionAdvice> silent = {{{1, 2}, {"a", ""}}, {{}, {}}};
  const auto none = conflict_rates(silent, std::ref(judge));
  ASSERT_TRUE(none);
  EXPECT_FALSE((*none)[0].rate);
  EXPECT_EQ((*none)[0].skipped_turns, 1u);
  EXPECT_EQ(judge.calls, 1) << "nobody is asked about nothing";
}

TEST(ConflictRate, HandsOnWhatTheJudgeFailsWith) {
  const InferPairs broken = [](std::span<const TextPair>) -> Result<std::vector<Inference>> {
    return fail(ErrorCode::io, "the judge is gone");
  };
  const std::vector<SessionAdvice> sessions = {{{1, 2}, {"a", "b"}}};
  const auto rates = conflict_rates(sessions, broken);
  ASSERT_FALSE(rates);
  EXPECT_EQ(rates.error().message, "the judge is gone");
}

TEST(ConflictRate, OverAllSessionsCountsPairsNotSessions) {
  SessionReport report;
  EXPECT_FALSE(total_conflicts(report));
  SessionResult many;
  many.conflicts = ConflictRate{0.0, 0, 9, 1, 2};
  SessionResult one;
  one.conflicts = ConflictRate{1.0, 1, 1, 0};
  report.sessions = {many, SessionResult{}, one};
  const auto total = total_conflicts(report);
  ASSERT_TRUE(total);
  EXPECT_EQ(total->rate, 0.1);  // 1 of 10, not the mean of 0 and 1
  EXPECT_EQ(total->skipped_turns, 1u);
  EXPECT_EQ(total->unjudged, 2u);
}

}  // namespace
}  // namespace plumb
