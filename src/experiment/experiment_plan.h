// What an experiment runs: tasks, prompts and settings, and in which order its steps come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "chat/backend.h"
#include "experiment/prompts.h"
#include "measure/intent_policy.h"
#include "record/experiment.h"
#include "record/task.h"

namespace plumb {

// The eight tasks that come with Plumb.
Result<std::vector<Task>> shipped_tasks();

struct ExperimentSettings {
  std::vector<AgentKind> agents = {AgentKind::baseline, AgentKind::intent};
  std::uint32_t repeats = 1;
  Sampling sampling;  // its seed is the experiment's; a repeat adds its own number to it
  IntentPolicy policy;
};

struct Experiment {
  std::vector<Task> tasks;
  AgentPrompts prompts;
  ExperimentSettings settings;
};

// One conversation: a task and a repeat of it.
struct PlannedRun {
  std::size_t task = 0;  // in Experiment::tasks
  std::uint32_t repeat = 0;
  std::string task_id;  // of the log; "planning_4_run1" where tasks are repeated
};

// Fails with invalid_input for no task, no agent, an agent that comes twice, no repeat, sampling
// out of its ranges and two runs of one id.
Result<std::vector<PlannedRun>> plan_runs(const Experiment& experiment);

struct PlannedStep {
  std::size_t run = 0;
  std::int64_t step = 0;

  friend bool operator==(const PlannedStep&, const PlannedStep&) = default;
};

// The order in which an agent's steps are asked and logged, as waves: the steps of a wave go to
// the backend together. A group of runs goes on together until all are done, then the next, so
// that a backend needs to remember few conversations. The group is twice as large as what the
// backend answers side by side: an answer that ends early makes room for one that waits. Where
// that is 1, the order is task by task.
std::vector<std::vector<PlannedStep>> plan_steps(const Experiment& experiment,
                                                 const std::vector<PlannedRun>& runs,
                                                 std::uint64_t side_by_side);

// What a run would cost an agent, where every answer takes its whole budget.
struct PlannedCost {
  AgentKind agent = AgentKind::baseline;
  std::uint64_t steps = 0;
  std::uint64_t prompt_tokens = 0;      // of all steps; a backend may reuse most of them
  std::uint64_t new_prompt_tokens = 0;  // that no earlier step of the conversation has
  std::uint64_t completion_tokens = 0;
  std::uint64_t longest_prompt = 0;
};

// Counts with the backend's tokenizer, once a step. Fails like check_context.
Result<std::vector<PlannedCost>> plan_costs(const Experiment& experiment, ChatBackend& backend);

// Fails with invalid_input, the task and the figures where a task's text and its longest
// instruction leave no room for an answer.
Result<void> check_context(const Experiment& experiment, ChatBackend& backend);

}  // namespace plumb
