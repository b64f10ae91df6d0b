// A log's steps by task, with the goal and the policy that each task starts with.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
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

// Tasks in the order in which the log first names them; one agent's steps of a task
// are apart from another's. Fails as measure_intent says.
Result<std::vector<IntentLogTask>> tasks_of_log(std::span<const SessionStep> steps,
                                                const IntentOptions& options);

}  // namespace plumb
