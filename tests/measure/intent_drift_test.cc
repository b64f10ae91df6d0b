#include "measure/intent_drift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "measure/intent_log.h"
#include "support/must.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

using testing::word_embedder;

SessionStep step_of(std::string task, std::int64_t step, std::string prompt, std::string response) {
  SessionStep out;
  out.session = std::move(task);
  out.step = step;
  out.prompt = std::move(prompt);
  out.response = std::move(response);
  out.line = static_cast<std::uint64_t>(step) + 1;
  return out;
}

IntentReport measured(const std::vector<SessionStep>& steps, const IntentOptions& options = {}) {
  auto report = measure_intent(steps, options, word_embedder());
  EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().message);
  return report ? *std::move(report) : IntentReport{};
}

std::string error_of(const std::vector<SessionStep>& steps, const IntentOptions& options = {}) {
  const auto report = measure_intent(steps, options, word_embedder());
  return report ? "" : report.error().message;
}

TEST(IntentDrift, TwoBlankTextsAreNoDrift) {
  EXPECT_EQ(must(ids("", " \n\u3000", word_embedder())), 0);
}

TEST(IntentDrift, OneBlankTextIsFullDrift) {
  EXPECT_EQ(must(ids("words", "", word_embedder())), 1);
  EXPECT_EQ(must(ids("\t", "words", word_embedder())), 1);
}

TEST(IntentDrift, IsOneMinusTheCosineWithinItsBounds) {
  EXPECT_NEAR(must(ids("a b", "a c", word_embedder())), 0.5, 1e-7);
  EXPECT_EQ(must(ids("a b", "c d", word_embedder())), 1);
  EXPECT_EQ(must(ids("a b c", "a b c", word_embedder())), 0);
  EXPECT_EQ(drift_of(-0.5), 1);
  EXPECT_EQ(drift_of(1.0000001), 0);
  EXPECT_EQ(drift_of(0.25), 0.75);
}

TEST(IntentDrift, MeanAndMaxLeaveStepZeroOut) {
  const auto report = measured(
      {step_of("t", 2, "", "a c"), step_of("t", 0, "", "a b"), step_of("t", 1, "", "a b")});
  ASSERT_EQ(report.steps.size(), 3u);
  EXPECT_EQ(report.steps[0].ids, 0.0);
  EXPECT_EQ(report.steps[1].ids, 0.0);
  EXPECT_NEAR(*report.steps[2].ids, 0.5, 1e-7);
  ASSERT_EQ(report.tasks.size(), 1u);
  EXPECT_NEAR(*report.tasks[0].mean_ids, 0.25, 1e-7);
  EXPECT_NEAR(*report.tasks[0].max_ids, 0.5, 1e-7);
  EXPECT_EQ(report.tasks[0].max_step, 2);
  EXPECT_FALSE(report.tasks[0].goal_shift) << "no goal is known";
  EXPECT_FALSE(report.tasks[0].trend) << "fewer than 8 steps";
  EXPECT_FALSE(report.tasks[0].change_point);
}

TEST(IntentDrift, ATaskOfStepZeroAloneHasNoMean) {
  const auto report = measured({step_of("t", 0, "", "a b")});
  EXPECT_FALSE(report.tasks[0].mean_ids);
  EXPECT_FALSE(report.tasks[0].max_ids);
}

TEST(IntentDrift, WithoutStepZeroScoresAreNullAndAWarningSaysSo) {
  const auto report = measured({step_of("t", 3, "", "a b"), step_of("t", 4, "", "a b")});
  EXPECT_FALSE(report.steps[0].ids);
  EXPECT_FALSE(report.tasks[0].mean_ids);
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_EQ(
      report.warnings[0],
      "1 task has no output of step 0 to measure against, so its scores are null; the first is "
      "\"t\", which starts at step 3");
}

SessionStep failed_step(std::string task, std::int64_t step, std::string prompt) {
  SessionStep out = step_of(std::move(task), step, std::move(prompt), "");
  out.error = "no server";
  return out;
}

TEST(IntentDrift, AStepThatFailedMovesTheGoalAndHasNoScore) {
  IntentOptions options;
  options.goal = "a b";
  const auto report = measured(
      {step_of("t", 0, "a", "a b"), failed_step("t", 1, "x y"), step_of("t", 2, "x y", "a c")},
      options);
  EXPECT_FALSE(report.steps[1].ids);
  EXPECT_EQ(report.steps[1].error, "no server");
  EXPECT_EQ(report.steps[1].inferred_goal, "x y");
  EXPECT_EQ(report.steps[1].sentences, 0U);
  EXPECT_NEAR(*report.tasks[0].mean_ids, 0.5, 1e-7) << "of step 2 alone";
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(report.warnings[0],
            "1 step failed and has no score; the first is step 1 of \"t\": no server");
}

TEST(IntentDrift, WithoutTheOutputOfStepZeroScoresAreNull) {
  const auto report = measured({failed_step("t", 0, ""), step_of("t", 1, "", "a b")});
  EXPECT_FALSE(report.steps[1].ids) << "not the full drift from an output that is blank";
  EXPECT_FALSE(report.tasks[0].mean_ids);
  ASSERT_EQ(report.warnings.size(), 2U);
  EXPECT_NE(report.warnings[0].find("whose step 0 failed"), std::string::npos);
}

TEST(IntentDrift, TasksAndAgentsAreApart) {
  auto steps = std::vector{step_of("a", 0, "", "x"), step_of("b", 0, "", "y"),
                           step_of("a", 1, "", "x"), step_of("b", 1, "", "x")};
  auto other = step_of("a", 1, "", "z");
  other.agent = "intent";
  steps.push_back(other);
  const auto report = measured(steps);
  ASSERT_EQ(report.tasks.size(), 3u);
  EXPECT_EQ(report.tasks[0].mean_ids, 0.0);
  EXPECT_EQ(report.tasks[1].mean_ids, 1.0);
  EXPECT_EQ(report.tasks[2].agent, "intent");
  EXPECT_FALSE(report.tasks[2].mean_ids);
}

TEST(IntentDrift, AStepTwiceIsRefused) {
  EXPECT_EQ(error_of({step_of("t", 1, "", "a"), step_of("t", 1, "", "b")}),
            "task \"t\" has step 1 twice, at lines 2 and 2; give each session a name of its own");
}

TEST(IntentDrift, AgainstTheInferredGoalNeedsOne) {
  IntentOptions options;
  options.against = IntentReference::inferred_goal;
  const std::vector steps = {step_of("t", 0, "start", "a b"), step_of("t", 1, "cut wood", "cut x")};
  EXPECT_EQ(error_of(steps, options),
            "task \"t\" has no initial goal to replay; give tasks or a goal, or a log with "
            "intent_goal at step 0");
  options.goal = "a b";
  const auto report = measured(steps, options);
  EXPECT_EQ(report.steps[0].ids, 0.0);
  EXPECT_EQ(report.steps[1].inferred_goal, "cut wood");
  EXPECT_EQ(report.steps[1].update_type, "major_shift");
  EXPECT_NEAR(*report.steps[1].ids, 0.5, 1e-7);
  EXPECT_EQ(report.tasks[0].goal_shift, 1.0);
  EXPECT_EQ(report.tasks[0].policy, "follow");
}

TEST(IntentDrift, TheGoalOfTheTasksBeatsTheGivenOneWhichBeatsTheLogs) {
  auto step = step_of("t", 0, "p", "a");
  step.goal = "from goal";
  IntentOptions options;
  EXPECT_EQ(measured({step}, options).tasks[0].initial_goal, "from goal");
  step.intent_goal = "from intent";
  EXPECT_EQ(measured({step}, options).tasks[0].initial_goal, "from intent");
  options.goal = "given";
  EXPECT_EQ(measured({step}, options).tasks[0].initial_goal, "given");
  options.task_goals["t"] = "from tasks";
  EXPECT_EQ(measured({step}, options).tasks[0].initial_goal, "from tasks");
}

TEST(IntentDrift, TheLogsOwnPolicyWins) {
  auto first = step_of("t", 0, "p", "a");
  first.policy = "guard";
  first.policy_thresholds = {{"conflict_below", 0.4}};
  IntentOptions options;
  options.goal = "cut costs";
  const auto report = measured({first, step_of("t", 1, "cut wood", "b")}, options);
  EXPECT_EQ(report.tasks[0].policy, "guard");
  EXPECT_TRUE(report.tasks[0].policy_from_log);
  EXPECT_EQ(report.tasks[0].policy_thresholds, (PolicyThresholds{{"conflict_below", 0.4}}));
  EXPECT_EQ(report.steps[1].inferred_goal, "cut costs Also: cut wood");
  first.policy = "other";
  EXPECT_EQ(error_of({first}, options),
            "the intent policy \"other\" is not known; it is guard or follow (line 1 of the log)");
}

TEST(IntentDrift, ATaskHasOnePolicy) {
  auto first = step_of("t", 0, "p", "a");
  first.policy = "guard";
  auto second = step_of("t", 1, "p", "a");
  second.policy = "follow";
  EXPECT_EQ(error_of({first, second}),
            "task \"t\" changes its intent policy at step 1; a task has one (line 2 of the log)");
  LoggedPolicies policies;
  EXPECT_TRUE(policies.add(first));
  EXPECT_FALSE(policies.add(second));
  second.policy.reset();
  EXPECT_TRUE(policies.add(second)) << "a step that says nothing agrees";
  second.agent = "other";
  second.policy = "follow";
  EXPECT_TRUE(policies.add(second)) << "another agent's task is another";
}

TEST(IntentDrift, TheTrendIsGivenFromEightStepsOn) {
  std::vector<SessionStep> steps;
  for (int i = 0; i < 7; ++i) steps.push_back(step_of("t", i, "", i < 4 ? "a b" : "c d"));
  EXPECT_FALSE(measured(steps).tasks[0].trend);
  EXPECT_FALSE(measured(steps).tasks[0].change_point);
  steps.push_back(step_of("t", 7, "", "c d"));
  const IntentTask task = measured(steps).tasks[0];
  ASSERT_TRUE(task.trend && task.change_point);
  EXPECT_EQ(task.trend->n, 7U) << "step 0 has no score of its own";
  EXPECT_EQ(task.change_point->step, 4);
  steps[6].error = "timeout";
  EXPECT_FALSE(measured(steps).tasks[0].trend) << "six scores";
}

TEST(IntentDrift, TheThresholdsInForceAreRecorded) {
  using Thresholds = std::vector<std::pair<std::string, double>>;
  const auto plain = measured({step_of("t", 0, "p", "a")});
  EXPECT_EQ(plain.provenance.thresholds, (Thresholds{{"least_trend_steps", 8}}));
  IntentOptions options;
  options.goal = "a b";
  const auto followed = measured({step_of("t", 0, "p", "a")}, options);
  EXPECT_EQ(followed.provenance.thresholds,
            (Thresholds{
                {"least_trend_steps", 8}, {"major_shift_below", 0.6}, {"refinement_above", 0.8}}));
  auto one = step_of("t", 0, "p", "a");
  auto other = step_of("u", 0, "p", "a");
  one.policy = other.policy = "guard";
  other.policy_thresholds = {{"conflict_below", 0.4}};
  EXPECT_EQ(measured({one}, options).provenance.thresholds,
            (Thresholds{{"conflict_below", 0.5}, {"least_trend_steps", 8}}));
  EXPECT_EQ(measured({one, other}, options).provenance.thresholds,
            (Thresholds{{"least_trend_steps", 8}}))
      << "each task tells its own";
}

TEST(IntentDrift, TheRangeLeavesEachSentenceOut) {
  const auto report =
      measured({step_of("t", 0, "", "a b c."), step_of("t", 1, "", "A x. B x. C y."),
                step_of("t", 2, "", "A. B.")});
  const IntentStep& step = report.steps[1];
  ASSERT_TRUE(step.interval);
  // Without "C y.": a b x x, a cosine of 2 / (sqrt(3) sqrt(6)); without "A x.": b x c y, 2 /
  // sqrt(12).
  EXPECT_NEAR(step.interval->high, 1 - 2 / std::sqrt(18), 1e-6);
  EXPECT_NEAR(step.interval->low, 1 - 2 / std::sqrt(12), 1e-6);
  EXPECT_EQ(step.sentences, 3u);
  EXPECT_FALSE(report.steps[0].interval) << "step 0 is its own reference";
  EXPECT_FALSE(report.steps[2].interval) << "two sentences";
}

TEST(IntentDrift, TheFarthestSentenceIsShownWhereItStands) {
  const std::string output = "A b. Off topic! A c.";
  const auto report = measured({step_of("t", 0, "", "a b c"), step_of("t", 1, "", output)});
  ASSERT_TRUE(report.steps[1].farthest);
  const FarthestSentence& farthest = *report.steps[1].farthest;
  EXPECT_EQ(farthest.text, "Off topic!");
  EXPECT_EQ(output.substr(farthest.begin, farthest.end - farthest.begin), "Off topic!");
  EXPECT_EQ(farthest.ids, 1.0);
}

TEST(IntentDrift, TruncationOfTheOutputOrItsReferenceIsTold) {
  const std::vector steps = {step_of("t", 0, "", "a b"), step_of("t", 1, "", "a b c d"),
                             step_of("t", 2, "", "a")};
  const auto report = measure_intent(steps, {}, word_embedder({}, 3));
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->steps[0].truncated);
  EXPECT_TRUE(report->steps[1].truncated);
  EXPECT_FALSE(report->steps[2].truncated);
}

TEST(IntentDrift, ALongSessionHasASlopeAndTheStepWhereItTurned) {
  std::vector<SessionStep> steps = {step_of("t", 0, "", "a b")};
  for (int i = 1; i <= 12; ++i) steps.push_back(step_of("t", i, "", i < 7 ? "a b" : "a c"));
  const auto report = measured(steps);
  ASSERT_TRUE(report.tasks[0].trend);
  EXPECT_GT(report.tasks[0].trend->interval.low, 0);
  ASSERT_TRUE(report.tasks[0].change_point);
  EXPECT_EQ(report.tasks[0].change_point->step, 7);
  EXPECT_LE(report.tasks[0].change_point->p_value, 0.05);
  EXPECT_NEAR(report.tasks[0].change_point->mean_after, 0.5, 1e-6);
}

TEST(IntentDrift, EachDistinctTextIsEmbeddedOnceInFewCalls) {
  std::vector<SessionStep> steps;
  for (int task = 0; task < 20; ++task) {
    for (int i = 0; i < 4; ++i) {
      steps.push_back(
          step_of(std::to_string(task), i, "p" + std::to_string(i), "out. put. three."));
    }
  }
  auto log = std::make_shared<testing::EmbedderLog>();
  IntentOptions options;
  options.goal = "the goal";
  ASSERT_TRUE(measure_intent(steps, options, word_embedder(log)));
  EXPECT_LE(log->calls, 4u);
  const std::set<std::string> distinct(log->texts.begin(), log->texts.end());
  EXPECT_EQ(distinct.size(), log->texts.size());
}

// Fails at its call of this number, from 1.
EmbedTexts failing_at(std::size_t call) {
  auto log = std::make_shared<testing::EmbedderLog>();
  const EmbedTexts embed = word_embedder(log);
  return [=](std::span<const std::string_view> texts) -> Result<Embeddings> {
    if (log->calls + 1 == call) return fail(ErrorCode::corrupt, "the weights are damaged");
    return embed(texts);
  };
}

TEST(IntentDrift, AFailureOfTheEmbedderIsTheMeasures) {
  const std::vector<SessionStep> steps = {step_of("a", 0, "p", "One. Two. Three."),
                                          step_of("a", 1, "q", "Four. Five. Six.")};
  IntentOptions options;
  options.goal = "the goal";
  auto log = std::make_shared<testing::EmbedderLog>();
  ASSERT_TRUE(measure_intent(steps, options, word_embedder(log)));
  ASSERT_GE(log->calls, 2U) << "of the log's texts and of their sentences";
  for (std::size_t call = 1; call <= log->calls; ++call) {
    const auto report = measure_intent(steps, options, failing_at(call));
    ASSERT_FALSE(report) << call;
    EXPECT_EQ(report.error().message, "the weights are damaged");
  }
}

}  // namespace
}  // namespace plumb
