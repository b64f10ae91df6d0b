#include "experiment/experiment_plan.h"

#include <gtest/gtest.h>

#include "ingest/task_reader.h"
#include "support/places.h"
#include "support/scripted_backend.h"

namespace plumb {
namespace {

Experiment experiment_of(std::vector<std::size_t> steps) {
  Experiment experiment;
  experiment.prompts = {"base", "intent {intent_block}"};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Task task;
    task.id = "planning_" + std::to_string(i);
    task.type = TaskType::planning;
    task.initial_intent = "plan it";
    task.source_text = "about this";
    for (std::size_t step = 0; step < steps[i]; ++step) task.steps.push_back("do that");
    experiment.tasks.push_back(task);
  }
  return experiment;
}

std::string order_of(const Experiment& experiment, std::uint64_t side_by_side) {
  std::string order;
  for (const auto& wave : plan_steps(experiment, *plan_runs(experiment), side_by_side)) {
    for (const auto& [run, step] : wave) order += std::to_string(run) + std::to_string(step) + " ";
    order += "| ";
  }
  return order;
}

TEST(ExperimentPlan, GoesTaskByTaskWhereNothingRunsSideBySide) {
  EXPECT_EQ(order_of(experiment_of({2, 3}), 1), "00 | 01 | 10 | 11 | 12 | ");
}

TEST(ExperimentPlan, KeepsTwiceAsManyConversationsGoingAsGoSideBySide) {
  EXPECT_EQ(order_of(experiment_of({2, 3, 1, 1, 2}), 2), "00 10 20 30 | 01 11 | 12 | 40 | 41 | ");
  EXPECT_EQ(order_of(experiment_of({2, 3, 1}), UINT64_MAX), "00 10 20 | 01 11 | 12 | ");
}

TEST(ExperimentPlan, NamesTheRunsOfARepeatedTask) {
  Experiment experiment = experiment_of({1, 1});
  EXPECT_EQ(plan_runs(experiment)->at(1).task_id, "planning_1");
  experiment.settings.repeats = 2;
  const auto runs = plan_runs(experiment);
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 4U);
  EXPECT_EQ(runs->at(0).task_id, "planning_0_run0");
  EXPECT_EQ(runs->at(1).task_id, "planning_0_run1");
  EXPECT_EQ(runs->at(3).repeat, 1U);
}

TEST(ExperimentPlan, RefusesWhatCannotBeRun) {
  Experiment experiment = experiment_of({1, 1});
  experiment.settings.agents = {AgentKind::intent, AgentKind::intent};
  EXPECT_EQ(plan_runs(experiment).error().message,
            "the agent intent is named twice; name each once");
  experiment.settings.agents.clear();
  EXPECT_FALSE(plan_runs(experiment));
  experiment = experiment_of({1, 1});
  experiment.settings.repeats = 0;
  EXPECT_FALSE(plan_runs(experiment));
  experiment.settings.repeats = 2;
  experiment.tasks[1].id = "planning_0";
  EXPECT_EQ(plan_runs(experiment).error().message,
            "two runs would be logged as \"planning_0_run0\"; give each task an id of its own that "
            "does not end like a repeat");
  EXPECT_FALSE(plan_runs(experiment_of({})));
}

TEST(ExperimentPlan, CountsWhatEveryStepAsksWhereAnswersTakeTheirBudget) {
  Experiment experiment = experiment_of({2});
  experiment.settings.agents = {AgentKind::baseline};
  experiment.settings.sampling.max_tokens = 10;
  testing::ScriptedBackend backend;
  const auto costs = plan_costs(experiment, backend);
  ASSERT_TRUE(costs) << costs.error().message;
  ASSERT_EQ(costs->size(), 1U);
  // "base" and "about this do that" in two messages, then a reply and "do that" in two more.
  const std::uint64_t first = 5 + 2 * 4;
  const std::uint64_t second = first + 10 + 2 + 2 * 4;
  EXPECT_EQ(costs->front().steps, 2U);
  EXPECT_EQ(costs->front().prompt_tokens, first + second);
  EXPECT_EQ(costs->front().new_prompt_tokens, second);
  EXPECT_EQ(costs->front().completion_tokens, 20U);
  EXPECT_EQ(costs->front().longest_prompt, second);
  EXPECT_TRUE(backend.seen.empty()) << "a plan asks the model nothing";
}

TEST(ExperimentPlan, NamesTheTaskThatLeavesNoRoomForAnAnswer) {
  Experiment experiment = experiment_of({1, 2});
  experiment.tasks[1].steps[1] = "a b c d e f g h i j k l m n o p";
  testing::ScriptedBackend backend({.context_tokens = 120});
  EXPECT_EQ(check_context(experiment, backend).error().message,
            "task \"planning_1\", baseline agent, step 1: the system prompt, the task's text and "
            "the instruction take 27 tokens and the answer may take 96, but the context holds 120; "
            "give a larger --context, or a shorter text");
}

TEST(ExperimentPlan, ShipsEightTasksOfSevenSteps) {
  const auto tasks = shipped_tasks();
  ASSERT_TRUE(tasks) << tasks.error().message;
  ASSERT_EQ(tasks->size(), 8U);
  for (const Task& task : *tasks) EXPECT_EQ(task.steps.size(), 7U) << task.id;
  EXPECT_EQ(tasks->front().id, "summarization_0");
  const std::vector<std::string> files = {source_path("tasks/summarization_tasks.json"),
                                          source_path("tasks/planning_tasks.json")};
  EXPECT_EQ(*tasks, *read_task_files(files));
}

}  // namespace
}  // namespace plumb
