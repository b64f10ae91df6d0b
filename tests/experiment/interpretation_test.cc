#include "experiment/interpretation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "experiment/task_pairing.h"
#include "support/made_experiment.h"

namespace plumb {
namespace {

using testing::append;
using testing::made_pair;
using testing::made_steps;

Interpretation interpreted(const std::vector<ExperimentStep>& steps) {
  auto result = interpret_experiment(steps);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *std::move(result) : Interpretation{};
}

bool any_holds(const std::vector<std::string>& sentences, std::string_view part) {
  return std::ranges::any_of(
      sentences, [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

TEST(TaskComparison, MeanAndMaxAreOverStepsFromOneOn) {
  const auto result =
      interpreted(made_pair("planning_4", {0.9, 0.2, 0.6, 0.4}, {0.0, 0.1, 0.2, 0.6}));
  ASSERT_EQ(result.tasks.size(), 1U);
  const TaskComparison& task = result.tasks.front();
  EXPECT_EQ(task.task_id, "planning_4");
  EXPECT_EQ(task.task_type, "planning");
  EXPECT_DOUBLE_EQ(*task.baseline->mean_ids, 0.4);
  EXPECT_DOUBLE_EQ(*task.intent->mean_ids, 0.3);
  EXPECT_EQ(task.baseline->max_ids, 0.6);
  EXPECT_EQ(task.baseline->min_ids, 0.2);
  EXPECT_EQ(task.baseline->max_step, 2);
  EXPECT_EQ(task.intent->max_step, 3);
  EXPECT_DOUBLE_EQ(*task.delta_mean, -0.1);
  EXPECT_DOUBLE_EQ(*task.delta_max, 0.0);
  EXPECT_EQ(task.winner, TaskWinner::intent);
  EXPECT_EQ(task.baseline->scored_steps, 3U);
  EXPECT_FALSE(task.baseline->change_point);
}

TEST(TaskComparison, TheFirstOfEqualHighestStepsIsNamed) {
  const auto result = interpreted(made_pair("planning_4", {0, 0.5, 0.7, 0.7}, {0, 0.7, 0.2, 0.7}));
  EXPECT_EQ(result.tasks[0].baseline->max_step, 2);
  EXPECT_EQ(result.tasks[0].intent->max_step, 1);
}

TEST(TaskComparison, EqualScoresInAnotherOrderAreATieThatCountsForNeither) {
  // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in their last bit.
  const auto result = interpreted(made_pair("planning_4", {0, 0.1, 0.2, 0.3}, {0, 0.3, 0.2, 0.1}));
  const TaskComparison& task = result.tasks.front();
  EXPECT_EQ(task.winner, TaskWinner::tie);
  EXPECT_EQ(task.delta_mean, 0.0);
  EXPECT_EQ(result.summary[0].intent_wins, 0U);
  EXPECT_EQ(result.summary[0].baseline_wins, 0U);
  EXPECT_EQ(result.summary[0].total_tasks, 1U);
}

TEST(TaskComparison, StepZeroAloneHasNoMeanAndNoWinner) {
  const auto result = interpreted(made_pair("planning_4", {0.0}, {0.0}));
  const TaskComparison& task = result.tasks.front();
  EXPECT_FALSE(task.baseline->mean_ids);
  EXPECT_FALSE(task.baseline->max_step);
  EXPECT_FALSE(task.delta_mean);
  EXPECT_FALSE(task.winner);
  EXPECT_EQ(result.summary[0].total_tasks, 0U);
  EXPECT_FALSE(result.summary[0].intent_mean_ids);
  EXPECT_TRUE(any_holds(result.warnings, "1 task has no score of a step from 1 on"));
  EXPECT_EQ(result.verdict, ExperimentVerdict::undecided);
}

TEST(TaskComparison, OneStepIsItsOwnMeanAndMax) {
  const auto result = interpreted(made_pair("planning_4", {0, 0.25}, {0, 0.5}));
  EXPECT_EQ(result.tasks[0].baseline->mean_ids, 0.25);
  EXPECT_EQ(result.tasks[0].intent->max_ids, 0.5);
  EXPECT_EQ(result.tasks[0].winner, TaskWinner::baseline);
}

TEST(TaskComparison, ATaskOfOneAgentIsShownButNotCompared) {
  auto steps = made_pair("planning_4", {0, 0.5}, {0, 0.25});
  append(steps, made_steps(AgentKind::baseline, "planning_5", {0, 0.75}));
  const auto result = interpreted(steps);
  ASSERT_EQ(result.tasks.size(), 2U);
  EXPECT_EQ(result.tasks[1].baseline->mean_ids, 0.75);
  EXPECT_FALSE(result.tasks[1].intent);
  EXPECT_FALSE(result.tasks[1].delta_mean);
  EXPECT_FALSE(result.tasks[1].winner);
  EXPECT_EQ(result.summary[0].total_tasks, 1U);
  EXPECT_EQ(result.summary[0].baseline_mean_ids, 0.5);
  EXPECT_EQ(result.by_step[1].baseline.mean, 0.5);
  EXPECT_TRUE(any_holds(result.warnings,
                        "1 task is only in the log of the baseline agent and is not compared: "
                        "planning_5"));
}

TEST(TaskComparison, AnAgentAloneIsStillShownByStep) {
  const auto result = interpreted(made_steps(AgentKind::intent, "planning_4", {0, 0.25, 0.5}));
  EXPECT_EQ(result.by_step.size(), 3U);
  EXPECT_EQ(result.by_step[2].intent.mean, 0.5);
  EXPECT_FALSE(result.by_step[2].baseline.mean);
  EXPECT_EQ(result.summary[0].total_tasks, 0U);
  EXPECT_TRUE(any_holds(result.significance[0].notes, "no task has a score of both agents"));
}

TEST(TaskComparison, FailedStepsCountForNoMeanAndAreTold) {
  const auto result =
      interpreted(made_pair("planning_4", {0, 0.2, std::nullopt, 0.4}, {0, 0.1, 0.1, 0.1}));
  const TaskComparison& task = result.tasks.front();
  EXPECT_DOUBLE_EQ(*task.baseline->mean_ids, 0.3);
  EXPECT_EQ(task.baseline->failed_steps, std::vector<std::int64_t>{2});
  EXPECT_TRUE(task.baseline->missing_steps.empty());
  EXPECT_EQ(task.steps[2].baseline->error, "the server did not answer");
  EXPECT_EQ(result.by_step[2].baseline.tasks, 0U);
  EXPECT_FALSE(result.by_step[2].baseline.mean);
  EXPECT_TRUE(any_holds(result.warnings,
                        "1 step failed and counts for no mean: baseline planning_4 step 2"));
}

TEST(TaskComparison, BlankAnswersAreTold) {
  auto steps = made_pair("planning_4", {0, 1}, {0, 0.1});
  steps[1].output = " \n";
  const auto result = interpreted(steps);
  EXPECT_TRUE(any_holds(result.warnings,
                        "1 answer is blank, which scores 0 against a blank one and 1 against any "
                        "other: baseline planning_4 step 1"));
  EXPECT_EQ(result.tasks[0].baseline->mean_ids, 1.0);
}

TEST(TaskComparison, StepsThatOneLogLacksAreToldEvenStepZero) {
  auto steps = made_pair("planning_4", {0, 0.2, 0.4}, {0, 0.1, 0.3});
  steps.erase(steps.begin() + 3);  // the intent agent's step 0; its logged scores stay
  steps.pop_back();
  const auto result = interpreted(steps);
  EXPECT_EQ(result.tasks[0].intent->missing_steps, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(result.tasks[0].intent->mean_ids, 0.1);
  EXPECT_FALSE(result.tasks[0].steps[0].intent);
  EXPECT_TRUE(any_holds(result.warnings,
                        "2 steps are missing from the logs: intent planning_4 "
                        "step 0, intent planning_4 step 2"));
}

TEST(TaskComparison, AChangeOfLevelIsFoundFromEightStepsOn) {
  const auto result =
      interpreted(made_pair("planning_4", {0, 0.1, 0.12, 0.11, 0.1, 0.8, 0.82, 0.81, 0.8, 0.83},
                            {0, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1}));
  ASSERT_TRUE(result.tasks[0].baseline->change_point);
  EXPECT_EQ(result.tasks[0].baseline->change_point->step, 5);
  EXPECT_LT(result.tasks[0].baseline->change_point->p_value, 0.05);
}

TEST(TaskComparison, TheGoalScoresAndTheIntentInForceStandBeside) {
  auto steps = made_pair("planning_4", {0, 0.5}, {0, 0.25});
  for (ExperimentStep& step : steps) {
    step.inferred_goal = "goal " + std::to_string(step.step);
    step.ids_inferred_goal = step.agent == AgentKind::intent ? 0.25 : 0.75;
    step.goal_shift = step.step == 0 ? 0.0 : 0.125;
    step.policy = "guard";
    step.policy_thresholds = {{"conflict_below", 0.5}};
    step.model = "some-model";
  }
  steps[3].intent.emplace();
  steps[3].intent->goal = "the goal";
  steps[3].intent->version = 2;
  steps[3].conflict_would_trigger = true;
  const auto result = interpreted(steps);
  const TaskComparison& task = result.tasks.front();
  EXPECT_EQ(task.delta_mean_inferred_goal, -0.5);
  EXPECT_EQ(task.goal_shift, 0.125);
  EXPECT_EQ(task.steps[1].intent_goal, "the goal");
  EXPECT_EQ(task.steps[1].intent_version, 2);
  EXPECT_EQ(task.steps[1].conflict_would_trigger, true);
  EXPECT_EQ(task.steps[1].inferred_goal, "goal 1");
  EXPECT_EQ(result.summary[0].baseline_inferred_goal.mean, 0.75);
  EXPECT_EQ(result.summary[0].goal_shift.mean, 0.125);
  EXPECT_EQ(result.model, "some-model");
  EXPECT_EQ(result.policy, "guard");
  const auto* row = significance_of(result, "overall", IntentReference::inferred_goal);
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->mean_delta, -0.5);
}

TEST(TaskComparison, AGoalThatNeverMovedHasNoShift) {
  auto steps = made_pair("planning_4", {0, 0.5}, {0, 0.25});
  EXPECT_FALSE(interpreted(steps).tasks[0].goal_shift);
  for (ExperimentStep& step : steps) step.inferred_goal = "the same";
  EXPECT_EQ(interpreted(steps).tasks[0].goal_shift, 0.0);
  steps[3].inferred_goal = "another";  // how far needs a model, or a log that says it
  EXPECT_FALSE(interpreted(steps).tasks[0].goal_shift);
}

TEST(Summary, MeansWinsAndTotalsOverallAndByType) {
  auto steps = made_pair("summarization_0", {0, 0.4, 0.6}, {0, 0.6, 0.8});
  append(steps, made_pair("summarization_1", {0, 0.2, 0.4}, {0, 0.2, 0.2}));
  append(steps, made_pair("planning_4", {0, 0.8, 0.8}, {0, 0.1, 0.3}));
  const auto result = interpreted(steps);
  ASSERT_EQ(result.summary.size(), 3U);
  const ScopeSummary& overall = result.summary[0];
  EXPECT_EQ(overall.scope, "overall");
  EXPECT_DOUBLE_EQ(*overall.baseline_mean_ids, (0.5 + 0.3 + 0.8) / 3);
  EXPECT_DOUBLE_EQ(*overall.intent_mean_ids, (0.7 + 0.2 + 0.2) / 3);
  EXPECT_EQ(overall.intent_wins, 2U);
  EXPECT_EQ(overall.baseline_wins, 1U);
  EXPECT_EQ(overall.total_tasks, 3U);
  EXPECT_EQ(result.summary[1].scope, "summarization");
  EXPECT_DOUBLE_EQ(*result.summary[1].baseline_mean_ids, 0.4);
  EXPECT_EQ(result.summary[1].intent_wins, 1U);
  EXPECT_EQ(result.summary[1].total_tasks, 2U);
  EXPECT_EQ(result.summary[2].scope, "planning");
  EXPECT_DOUBLE_EQ(*result.summary[2].intent_mean_ids, 0.2);
  EXPECT_FALSE(result.summary[2].intent.interval);
  ASSERT_TRUE(result.summary[0].intent.interval);
  EXPECT_LE(result.summary[0].intent.interval->low, *result.summary[0].intent.mean);
}

TEST(Summary, PlumbsTypesComeFirstThenThoseOfOtherLogs) {
  std::vector<ExperimentStep> steps;
  for (const char* id : {"coding_3", "planning_4", "loose", "summarization_0_run1"}) {
    append(steps, made_pair(id, {0, 0.5}, {0, 0.25}));
  }
  std::vector<std::string> scopes;
  for (const ScopeSummary& row : interpreted(steps).summary) scopes.push_back(row.scope);
  EXPECT_EQ(scopes,
            (std::vector<std::string>{"overall", "summarization", "planning", "coding", "other"}));
}

TEST(TaskTypeName, IsTheIdsPrefix) {
  EXPECT_EQ(task_type_name("summarization_0"), "summarization");
  EXPECT_EQ(task_type_name("planning_4_run12"), "planning");
  EXPECT_EQ(task_type_name("planning_trip"), "planning");
  EXPECT_EQ(task_type_name("legal_review_7"), "legal_review");
  EXPECT_EQ(task_type_name("qa-12"), "qa");
  EXPECT_EQ(task_type_name("task7"), "other");
  EXPECT_EQ(task_type_name("overall_7"), "other") << "all types together have that name";
  EXPECT_EQ(task_type_name("_7"), "other");
  EXPECT_EQ(task_type_name("17"), "other");
  EXPECT_EQ(task_type_name(""), "other");
}

TEST(ByStep, MeansAreOverTasksWithIntervals) {
  auto steps = made_pair("planning_4", {0, 0.2, 0.4}, {0, 0.1, 0.1});
  append(steps, made_pair("planning_5", {0, 0.4, 0.8}, {0, 0.3, 0.3}));
  const auto result = interpreted(steps);
  ASSERT_EQ(result.by_step.size(), 3U);
  EXPECT_EQ(result.by_step[0].baseline.mean, 0.0);
  EXPECT_DOUBLE_EQ(*result.by_step[1].baseline.mean, 0.3);
  EXPECT_DOUBLE_EQ(*result.by_step[2].baseline.mean, 0.6);
  EXPECT_DOUBLE_EQ(*result.by_step[2].intent.mean, 0.2);
  EXPECT_EQ(result.by_step[2].baseline.tasks, 2U);
  ASSERT_TRUE(result.by_step[2].baseline.interval);
  EXPECT_GE(result.by_step[2].baseline.interval->low, 0.4);
  EXPECT_LE(result.by_step[2].baseline.interval->high, 0.8);
}

TEST(Repeats, AreAveragedIntoOneTask) {
  std::vector<ExperimentStep> steps;
  append(steps, made_pair("planning_4_run0", {0, 0.5}, {0, 0.25}, " a"));
  append(steps, made_pair("planning_4_run1", {0, 0.5}, {0, 0.75}, " b"));
  append(steps, made_pair("planning_5_run0", {0, 0.5}, {0, 0.375}, " a"));
  append(steps, made_pair("planning_5_run1", {0, 0.75}, {0, 0.375}, " b"));
  const auto result = interpreted(steps);
  EXPECT_EQ(result.tasks.size(), 4U);
  EXPECT_EQ(result.summary[0].total_tasks, 4U);  // ids, as the run belongs to the id
  const Significance& row = result.significance[0];
  EXPECT_EQ(row.tasks, 2U);
  EXPECT_EQ(row.runs, 4U);
  EXPECT_EQ(row.identical_runs, 0U);
  // (-0.25 + 0.25) / 2 = 0 and (-0.125 - 0.375) / 2 = -0.25.
  EXPECT_DOUBLE_EQ(*row.mean_delta, -0.125);
  EXPECT_EQ(result.by_step[1].baseline.tasks, 2U);
  EXPECT_DOUBLE_EQ(*result.by_step[1].baseline.mean, (0.5 + 0.625) / 2);
}

TEST(Repeats, WithIdenticalOutputsCountOnce) {
  std::vector<ExperimentStep> steps;
  append(steps, made_pair("planning_4_run0", {0, 0.5}, {0, 0.25}, " a"));
  append(steps, made_pair("planning_4_run1", {0, 0.5}, {0, 0.25}, " a"));
  append(steps, made_pair("planning_4_run2", {0, 0.5}, {0, 0.75}, " b"));
  const auto result = interpreted(steps);
  const Significance& row = result.significance[0];
  EXPECT_EQ(row.tasks, 1U);
  EXPECT_EQ(row.runs, 2U);
  EXPECT_EQ(row.identical_runs, 1U);
  EXPECT_DOUBLE_EQ(*row.mean_delta, 0.0);  // not (-0.25 - 0.25 + 0.25) / 3
  EXPECT_TRUE(any_holds(result.warnings, "1 run has the same outputs"));
}

TEST(Repeats, OfOneAgentThatDifferMakeDifferentRuns) {
  std::vector<ExperimentStep> steps;
  append(steps, made_pair("planning_4_run0", {0, 0.5}, {0, 0.25}));
  append(steps, made_pair("planning_4_run1", {0, 0.5}, {0, 0.75}));
  steps.back().output = "something else";
  EXPECT_EQ(interpreted(steps).significance[0].identical_runs, 0U);
}

std::vector<ExperimentStep> tasks_with_deltas(const std::vector<double>& deltas) {
  std::vector<ExperimentStep> steps;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    append(steps, made_pair("planning_" + std::to_string(i), {0, 0.5}, {0, 0.5 + deltas[i]}));
  }
  return steps;
}

TEST(Significance, FourTasksCannotGoBelowOneEighthAndSaySo) {
  const auto result = interpreted(tasks_with_deltas({-0.1, -0.2, -0.3, -0.4}));
  const Significance& row = result.significance[0];
  EXPECT_EQ(row.wilcoxon_p_value, 0.125);
  EXPECT_EQ(row.wilcoxon_smallest_p, 0.125);
  EXPECT_EQ(row.wilcoxon_method, "exact");
  EXPECT_TRUE(any_holds(
      row.notes, "with 4 tasks Wilcoxon's p-value cannot go below 0.125, whatever the data"));
  EXPECT_LT(*row.t_p_value, 0.05);
  EXPECT_EQ(result.verdict, ExperimentVerdict::undecided);
}

TEST(Significance, TiesTakeNoPartInTheRanks) {
  const auto result = interpreted(tasks_with_deltas({0, -0.1, -0.2, -0.3, -0.25, -0.35, -0.05}));
  const Significance& row = result.significance[0];
  EXPECT_EQ(row.tasks, 7U);
  EXPECT_EQ(row.wilcoxon_smallest_p, 0.03125);
  EXPECT_TRUE(any_holds(row.notes, "1 of the 7 tasks is a tie"));
}

TEST(Significance, OneTaskHasADeltaAndNoTest) {
  const auto result = interpreted(tasks_with_deltas({-0.25}));
  const Significance& row = result.significance[0];
  EXPECT_EQ(row.mean_delta, -0.25);
  EXPECT_FALSE(row.t_p_value);
  EXPECT_FALSE(row.wilcoxon_p_value);
  EXPECT_FALSE(row.cohens_d);
  EXPECT_FALSE(row.bootstrap_interval);
  EXPECT_TRUE(any_holds(row.notes, "one task says nothing about others"));
}

TEST(Significance, EqualDeltasHaveNoSpreadToTestWith) {
  const auto result = interpreted(tasks_with_deltas({-0.25, -0.25, -0.25, -0.25, -0.25, -0.25}));
  const Significance& row = result.significance[0];
  EXPECT_FALSE(row.t);
  EXPECT_FALSE(row.cohens_d);
  EXPECT_EQ(row.wilcoxon_p_value, 0.03125);
  ASSERT_TRUE(row.bootstrap_interval);
  EXPECT_EQ(row.bootstrap_interval->low, -0.25);
  EXPECT_EQ(row.bootstrap_method, "percentile");
  EXPECT_TRUE(any_holds(row.notes, "no paired t: all 6 differences are -0.25"));
  EXPECT_EQ(result.verdict, ExperimentVerdict::intent_drifts_less);
}

TEST(Verdict, NeedsBothTestsAndFollowsTheSign) {
  const std::vector<double> deltas = {-0.1, -0.2, -0.15, -0.3, -0.25, -0.12, -0.22, -0.18};
  EXPECT_EQ(interpreted(tasks_with_deltas(deltas)).verdict, ExperimentVerdict::intent_drifts_less);
  std::vector<double> turned = deltas;
  for (double& delta : turned) delta = -delta;
  EXPECT_EQ(interpreted(tasks_with_deltas(turned)).verdict,
            ExperimentVerdict::baseline_drifts_less);
  const auto mixed = interpreted(tasks_with_deltas({-0.1, 0.2, -0.15, 0.1, -0.2, 0.05, 0.1, -0.1}));
  EXPECT_EQ(mixed.verdict, ExperimentVerdict::undecided);
}

TEST(Interpretation, IsTheSameInEveryRun) {
  const auto steps = tasks_with_deltas({-0.1, 0.2, -0.3, 0.05});
  const auto once = interpreted(steps);
  const auto again = interpreted(steps);
  EXPECT_EQ(once.significance, again.significance);
  EXPECT_EQ(once.summary, again.summary);
  EXPECT_EQ(once.by_step, again.by_step);
}

TEST(Interpretation, RefusesWhatCannotBeALog) {
  EXPECT_FALSE(interpret_experiment({}));
  auto twice = made_pair("planning_4", {0, 0.5}, {0, 0.25});
  append(twice, made_steps(AgentKind::intent, "planning_4", {0}));
  const auto refused = interpret_experiment(twice);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the intent agent has step 0 of task \"planning_4\" twice; each comes once");
  for (const double bad : {1.5, -0.5, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(interpret_experiment(made_pair("planning_4", {0, bad}, {0, 0.25}))) << bad;
  }
}

TEST(Interpretation, TakesStepsOfAnyNumber) {
  auto steps = made_pair("planning_4", {0, 0.5}, {0, 0.25});
  steps[1].step = steps[3].step = std::numeric_limits<std::int64_t>::max();
  const auto result = interpreted(steps);
  EXPECT_EQ(result.tasks[0].baseline->max_step, std::numeric_limits<std::int64_t>::max());
  EXPECT_TRUE(result.tasks[0].baseline->missing_steps.empty());
}

}  // namespace
}  // namespace plumb
