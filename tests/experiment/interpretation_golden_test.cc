// Against SciPy: tests/golden/experiment.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiment/interpretation.h"
#include "support/made_experiment.h"
#include "support/places.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

testing::Scores scores_of(const Json& json) {
  testing::Scores scores;
  for (const Json& each : json) scores.emplace_back(each.get<double>());
  return scores;
}

void expect_task(const TaskComparison& task, const Json& golden) {
  EXPECT_EQ(task.task_id, golden["task_id"].get<std::string>());
  EXPECT_EQ(task.task_type, golden["task_type"].get<std::string>());
  EXPECT_NEAR(*task.baseline->mean_ids, golden["baseline_mean_ids"], 1e-14);
  EXPECT_NEAR(*task.intent->mean_ids, golden["intent_mean_ids"], 1e-14);
  EXPECT_EQ(*task.baseline->max_ids, golden["baseline_max_ids"]);
  EXPECT_EQ(*task.intent->max_ids, golden["intent_max_ids"]);
  EXPECT_NEAR(*task.delta_mean, golden["delta_mean"], 1e-14);
  EXPECT_NEAR(*task.delta_max, golden["delta_max"], 1e-14);
  EXPECT_EQ(name_of(*task.winner), golden["winner"].get<std::string>());
}

void expect_scope(const Interpretation& result, const Json& golden) {
  const std::string scope = golden["scope"];
  SCOPED_TRACE(scope);
  const auto summary = std::ranges::find(result.summary, scope, &ScopeSummary::scope);
  ASSERT_NE(summary, result.summary.end());
  EXPECT_NEAR(*summary->baseline_mean_ids, golden["baseline_mean_ids"], 1e-13);
  EXPECT_NEAR(*summary->intent_mean_ids, golden["intent_mean_ids"], 1e-13);
  EXPECT_EQ(summary->intent_wins, golden["intent_wins"]);
  EXPECT_EQ(summary->total_tasks, golden["total_tasks"]);
  const Significance* row = significance_of(result, scope, IntentReference::initial_output);
  ASSERT_NE(row, nullptr);
  EXPECT_NEAR(*row->mean_delta, golden["mean_delta"], 1e-13);
  EXPECT_NEAR(*row->t, golden["t"], 1e-9);
  EXPECT_NEAR(*row->t_p_value, golden["t_p_value"], 1e-10);
  EXPECT_NEAR(row->t_interval->low, golden["t_low"], 1e-10);
  EXPECT_NEAR(row->t_interval->high, golden["t_high"], 1e-10);
  EXPECT_EQ(*row->wilcoxon, golden["wilcoxon"]);
  EXPECT_NEAR(*row->wilcoxon_p_value, golden["wilcoxon_p_value"], 1e-10);
  EXPECT_NEAR(*row->cohens_d, golden["cohens_d"], 1e-9);
}

TEST(InterpretationGolden, EveryColumnIsScipysOwn) {
  std::ifstream file(source_path("tests/golden/experiment.json"));
  const Json cases = Json::parse(file);
  ASSERT_EQ(cases.size(), 6U);
  for (const Json& golden : cases) {
    std::vector<ExperimentStep> steps;
    for (const Json& task : golden["tasks"]) {
      testing::append(steps, testing::made_pair(task["task_id"], scores_of(task["baseline"]),
                                                scores_of(task["intent"])));
    }
    const auto result = interpret_experiment(steps);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->tasks.size(), golden["tasks"].size());
    for (std::size_t i = 0; i < result->tasks.size(); ++i) {
      expect_task(result->tasks[i], golden["tasks"][i]);
    }
    for (const Json& scope : golden["scopes"]) expect_scope(*result, scope);
  }
}

}  // namespace
}  // namespace plumb
