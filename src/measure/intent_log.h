// A log's steps by task, with the goal and the policy that each task starts with.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "measure/intent_drift.h"
#include "measure/intent_policy.h"
#include "record/session.h"

namespace plumb {

struct IntentLogTask {
  std::string task_id;
  std::optional<std::string> agent;
  std::vector<const SessionStep*> steps;  // ascending, each once
  std::optional<std::string> initial_goal;
  IntentPolicy policy;
  bool policy_from_log = false;

  const SessionStep* step_zero() const {
    return steps.front()->step == 0 ? steps.front() : nullptr;
  }
};

// The policies that the steps of a log record, one a task.
class LoggedPolicies {
 public:
  // Fails with invalid_input where the step's policy cannot be read, or is not the one that an
  // earlier step of its task recorded; then it is as it was before.
  Result<void> add(const SessionStep& step);
  // None where no step of the task records one.
  std::optional<IntentPolicy> find(const IntentLogTask& task) const;

 private:
  std::map<std::pair<std::string, std::optional<std::string>>, IntentPolicy> policies_;
};

// Tasks in the order in which the log first names them; one agent's steps of a task
// are apart from another's. Fails as measure_intent says.
Result<std::vector<IntentLogTask>> tasks_of_log(std::span<const SessionStep> steps,
                                                const IntentOptions& options);

}  // namespace plumb
