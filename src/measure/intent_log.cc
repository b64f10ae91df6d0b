#include "measure/intent_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

using TaskKey = std::pair<std::string, std::optional<std::string>>;

std::string named(const std::string& task, const std::optional<std::string>& agent) {
  if (!agent) return fmt::format("task \"{}\"", task);
  return fmt::format("task \"{}\" of agent \"{}\"", task, *agent);
}

std::string named(const IntentLogTask& task) {
  return named(task.task_id, task.agent);
}

std::vector<IntentLogTask> group(std::span<const SessionStep> steps) {
  std::vector<IntentLogTask> tasks;
  std::map<TaskKey, std::size_t> places;
  for (const SessionStep& step : steps) {
    const auto [place, is_new] = places.try_emplace({step.session, step.agent}, tasks.size());
    if (is_new) {
      tasks.emplace_back();
      tasks.back().task_id = step.session;
      tasks.back().agent = step.agent;
    }
    tasks[place->second].steps.push_back(&step);
  }
  return tasks;
}

Result<void> order(IntentLogTask& task) {
  std::ranges::sort(task.steps, {},
                    [](const SessionStep* step) { return std::pair(step->step, step->line); });
  const auto twice = std::ranges::adjacent_find(task.steps, {}, &SessionStep::step);
  if (twice == task.steps.end()) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{} has step {} twice, at lines {} and {}; give each session a name of "
                          "its own",
                          named(task), (*twice)->step, (*twice)->line, (*std::next(twice))->line));
}

Result<void> read_own_policy(IntentLogTask& task, LoggedPolicies& policies) {
  for (const SessionStep* step : task.steps) {
    auto added = policies.add(*step);
    if (added) continue;
    added.error().message += fmt::format(" (line {} of the log)", step->line);
    return added;
  }
  const auto own = policies.find(task);
  task.policy_from_log = own.has_value();
  if (own) task.policy = *own;
  return {};
}

std::optional<std::string> goal_of(const IntentLogTask& task, const IntentOptions& options) {
  const auto given = options.task_goals.find(task.task_id);
  if (given != options.task_goals.end()) return given->second;
  if (options.goal) return options.goal;
  const SessionStep* first = task.step_zero();
  if (first == nullptr) return std::nullopt;
  const auto is_there = [](const std::optional<std::string>& goal) {
    return goal && !is_blank(*goal);
  };
  if (is_there(first->intent_goal)) return first->intent_goal;
  if (is_there(first->goal)) return first->goal;
  return std::nullopt;
}

}  // namespace

Result<void> LoggedPolicies::add(const SessionStep& step) {
  if (!step.policy) return {};
  PLUMB_TRY(const IntentPolicy policy, read_policy(*step.policy, step.policy_thresholds));
  const auto [known, is_new] = policies_.try_emplace({step.session, step.agent}, policy);
  if (is_new || known->second == policy) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{} changes its intent policy at step {}; a task has one",
                          named(step.session, step.agent), step.step));
}

std::optional<IntentPolicy> LoggedPolicies::find(const IntentLogTask& task) const {
  const auto found = policies_.find({task.task_id, task.agent});
  return found == policies_.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<IntentLogTask>> tasks_of_log(std::span<const SessionStep> steps,
                                                const IntentOptions& options) {
  std::vector<IntentLogTask> tasks = group(steps);
  LoggedPolicies policies;
  for (IntentLogTask& task : tasks) {
    task.policy = options.policy;
    PLUMB_CHECK_RESULT(order(task));
    PLUMB_CHECK_RESULT(read_own_policy(task, policies));
    task.initial_goal = goal_of(task, options);
    if (task.initial_goal || options.against == IntentReference::initial_output) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has no initial goal to replay; give tasks or a goal, or a log "
                            "with intent_goal at step 0",
                            named(task)));
  }
  return tasks;
}

}  // namespace plumb
