#include "experiment/task_pairing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "experiment/significance.h"
#include "measure/trend.h"
#include "record/task.h"
#include "stats/sample.h"

namespace plumb {
namespace {

using StepMap = std::map<std::int64_t, const ExperimentStep*>;

struct AgentSteps {
  StepMap baseline;
  StepMap intent;

  StepMap& of(AgentKind agent) { return agent == AgentKind::baseline ? baseline : intent; }
  std::int64_t last_step() const {
    std::int64_t last = 0;
    for (const StepMap* map : {&baseline, &intent}) {
      if (!map->empty()) last = std::max(last, map->rbegin()->first);
    }
    return last;
  }
};

// In [0, 1], but for what other programs' rounding leaves of it; NaN is not.
bool is_score(std::optional<double> value) {
  return !value || (*value >= -1e-6 && *value <= 1 + 1e-6);
}

Result<void> add_step(AgentSteps& task, const ExperimentStep& step) {
  for (const auto score : {step.ids, step.ids_inferred_goal, step.goal_shift}) {
    if (is_score(score)) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("step {} of task \"{}\" of the {} agent has the score {}, but drift "
                            "lies in [0, 1]; --rescore computes it again",
                            step.step, step.task_id, name_of(step.agent), *score));
  }
  if (!task.of(step.agent).emplace(step.step, &step).second) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the {} agent has step {} of task \"{}\" twice; each comes once",
                            name_of(step.agent), step.step, step.task_id));
  }
  return {};
}

// What a task lasts is known from both agents; a log that ends early misses steps.
std::vector<std::int64_t> missing_steps(const StepMap& steps, std::int64_t last) {
  std::vector<std::int64_t> missing;
  // Logs made elsewhere may number steps as they like: what goes that far does not count from 0.
  constexpr std::int64_t kMostSteps = 10'000;
  if (last > kMostSteps) return missing;
  for (std::int64_t step = 0; step <= last; ++step) {
    if (!steps.contains(step)) missing.push_back(step);
  }
  return missing;
}

AgentDrift drift_of_agent(const StepMap& steps, std::int64_t last, std::uint64_t seed) {
  AgentDrift drift;
  std::vector<std::int64_t> places;
  std::vector<double> scores;
  std::vector<double> goal_scores;
  for (const auto& [number, step] : steps) {
    if (step->error) drift.failed_steps.push_back(number);
    if (number < 1) continue;
    if (step->ids) {
      places.push_back(number);
      scores.push_back(*step->ids);
    }
    if (step->ids_inferred_goal) goal_scores.push_back(*step->ids_inferred_goal);
  }
  drift.missing_steps = missing_steps(steps, last);
  drift.scored_steps = scores.size();
  if (!goal_scores.empty()) drift.mean_ids_inferred_goal = mean_of(goal_scores);
  if (scores.empty()) return drift;
  const auto highest = std::ranges::max_element(scores);  // the first of equal ones
  drift.mean_ids = mean_of(scores);
  drift.min_ids = std::ranges::min(scores);
  drift.max_ids = *highest;
  drift.max_step = places[static_cast<std::size_t>(highest - scores.begin())];
  drift.change_point = turning_point_of(places, scores, seed);
  return drift;
}

StepAnswer answer_of(const ExperimentStep& step) {
  return {step.output, step.ids, step.ids_inferred_goal, step.error};
}

std::vector<StepComparison> compare_steps(const AgentSteps& task) {
  std::map<std::int64_t, StepComparison> joined;
  for (const StepMap* map : {&task.baseline, &task.intent}) {
    for (const auto& [number, step] : *map) {
      StepComparison& row = joined[number];
      row.step = number;
      if (row.prompt.empty()) row.prompt = step->prompt;
      if (!row.inferred_goal) row.inferred_goal = step->inferred_goal;
      (step->agent == AgentKind::baseline ? row.baseline : row.intent) = answer_of(*step);
      if (step->agent != AgentKind::intent) continue;
      row.conflict_would_trigger = step->conflict_would_trigger;
      if (!step->intent) continue;
      row.intent_goal = step->intent->goal;
      row.intent_version = step->intent->version;
    }
  }
  std::vector<StepComparison> steps;
  for (auto& [number, row] : joined) steps.push_back(std::move(row));
  return steps;
}

std::optional<double> delta_of(std::optional<double> intent, std::optional<double> baseline) {
  if (!intent || !baseline) return std::nullopt;
  const double delta = *intent - *baseline;
  return std::abs(delta) < kDeltaNoise ? 0 : delta;
}

std::optional<double> value_of(const std::optional<AgentDrift>& agent,
                               std::optional<double> AgentDrift::* value) {
  return agent ? (*agent).*value : std::nullopt;
}

// The instructions are the same for both agents, and so is the goal that they move.
std::optional<double> goal_shift_of(const AgentSteps& task) {
  for (const StepMap* map : {&task.intent, &task.baseline}) {
    if (map->empty()) continue;
    const ExperimentStep& first = *map->begin()->second;
    const ExperimentStep& last = *map->rbegin()->second;
    if (last.goal_shift) return last.goal_shift;
    if (!first.inferred_goal || !last.inferred_goal) continue;
    // Between texts that differ, only a model can tell how far.
    return first.inferred_goal == last.inferred_goal ? std::optional(0.0) : std::nullopt;
  }
  return std::nullopt;
}

TaskComparison compare_task(const std::string& task_id, const AgentSteps& steps,
                            std::uint64_t seed) {
  TaskComparison task;
  task.task_id = task_id;
  task.task_type = task_type_name(task_id);
  const std::int64_t last = steps.last_step();
  if (!steps.baseline.empty()) task.baseline = drift_of_agent(steps.baseline, last, seed);
  if (!steps.intent.empty()) task.intent = drift_of_agent(steps.intent, last, seed);
  const auto delta = [&task](std::optional<double> AgentDrift::* value) {
    return delta_of(value_of(task.intent, value), value_of(task.baseline, value));
  };
  task.delta_mean = delta(&AgentDrift::mean_ids);
  task.delta_max = delta(&AgentDrift::max_ids);
  task.delta_mean_inferred_goal = delta(&AgentDrift::mean_ids_inferred_goal);
  task.goal_shift = goal_shift_of(steps);
  if (task.delta_mean) {
    task.winner = *task.delta_mean < 0   ? TaskWinner::intent
                  : *task.delta_mean > 0 ? TaskWinner::baseline
                                         : TaskWinner::tie;
  }
  task.steps = compare_steps(steps);
  return task;
}

}  // namespace

std::string task_type_name(std::string_view task_id) {
  const std::string_view task = task_without_run(task_id);
  if (const auto type = task_type_of(task)) return std::string(name_of(*type));
  const std::size_t letters = task.find_last_not_of("0123456789");
  const bool has_number = letters != std::string_view::npos && letters + 1 < task.size();
  const bool is_marked =
      has_number && letters > 0 && (task[letters] == '_' || task[letters] == '-');
  const std::string_view type = task.substr(0, is_marked ? letters : 0);
  // A type of the name that all of them have together could not be told from that.
  return type.empty() || type == kOverall ? "other" : std::string(type);
}

Result<std::vector<TaskComparison>> pair_tasks(std::span<const ExperimentStep> steps,
                                               std::uint64_t seed) {
  std::vector<std::pair<std::string, AgentSteps>> tasks;
  std::unordered_map<std::string, std::size_t> places;
  for (const ExperimentStep& step : steps) {
    const auto [place, is_new] = places.try_emplace(step.task_id, tasks.size());
    if (is_new) tasks.emplace_back(step.task_id, AgentSteps{});
    PLUMB_CHECK_RESULT(add_step(tasks[place->second].second, step));
  }
  std::vector<TaskComparison> compared;
  compared.reserve(tasks.size());
  for (const auto& [task_id, task_steps] : tasks) {
    compared.push_back(compare_task(task_id, task_steps, seed));
  }
  return compared;
}

}  // namespace plumb
