#include "experiment/rescore.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/made_experiment.h"
#include "support/must.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

using testing::made_steps;

// Vectors count words: "a b" and "a c" share one word of two, so their cosine is 1/2.
std::vector<ExperimentStep> two_steps() {
  auto steps = made_steps(AgentKind::intent, "planning_4", {0.0, 0.25});
  steps[0].output = "a b";
  steps[1].output = "a c";
  return steps;
}

TEST(Rescore, ComputesScoresAgainAndTellsTheLargestDifference) {
  auto steps = two_steps();
  const auto log = std::make_shared<testing::EmbedderLog>();
  const RescoreResult result = must(rescore(steps, testing::word_embedder(log)));
  EXPECT_EQ(steps[0].ids, 0.0);
  EXPECT_NEAR(*steps[1].ids, 0.5, 1e-6);
  EXPECT_EQ(result.compared, 2U);
  EXPECT_EQ(result.added, 0U);
  EXPECT_NEAR(result.largest_difference, 0.25, 1e-6);
  EXPECT_EQ(result.largest_at, "intent planning_4 step 1");
  EXPECT_EQ(log->calls, 1U);
}

TEST(Rescore, AddsScoresThatWereNotLogged) {
  auto steps = two_steps();
  steps[1].ids.reset();
  for (ExperimentStep& step : steps) step.inferred_goal = step.step == 0 ? "a b" : "a b c d";
  const RescoreResult result = must(rescore(steps, testing::word_embedder()));
  EXPECT_NEAR(*steps[1].ids, 0.5, 1e-6);
  EXPECT_EQ(steps[0].ids_inferred_goal, 0.0);
  EXPECT_EQ(steps[0].goal_shift, 0.0);
  EXPECT_NEAR(*steps[1].goal_shift, 1 - 2 / std::sqrt(2.0 * 4.0), 1e-6);
  EXPECT_EQ(result.compared, 1U);
  EXPECT_EQ(result.added, 3U);
}

TEST(Rescore, HasNoScoreWithoutAFirstOutputOrAfterAFailure) {
  auto steps = two_steps();
  testing::append(steps, made_steps(AgentKind::baseline, "planning_4", {0.0, 0.5}));
  steps[1].error = "failed";
  steps.erase(steps.begin() + 2);  // the baseline's step 0
  must(rescore(steps, testing::word_embedder()));
  EXPECT_TRUE(steps[0].ids);
  EXPECT_FALSE(steps[1].ids);
  EXPECT_FALSE(steps[2].ids);
}

TEST(Rescore, ComparesEachAgentWithItsOwnFirstOutput) {
  auto steps = two_steps();
  testing::append(steps, made_steps(AgentKind::baseline, "planning_4", {0.0, 0.5}));
  steps[2].output = "x y";
  steps[3].output = "x y";
  must(rescore(steps, testing::word_embedder()));
  EXPECT_EQ(steps[3].ids, 0.0);
}

TEST(Rescore, BlankOutputsAreZeroTogetherAndOneApart) {
  auto steps = two_steps();
  steps[1].output = "  ";
  must(rescore(steps, testing::word_embedder()));
  EXPECT_EQ(steps[1].ids, 1.0);
  steps[0].output = "";
  must(rescore(steps, testing::word_embedder()));
  EXPECT_EQ(steps[1].ids, 0.0);
}

}  // namespace
}  // namespace plumb
