// The steps of both agents, joined by task and step, with each agent's drift over a task.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/interpretation.h"

namespace plumb {

// "planning" of "planning_4_run1"; of other ids what stands before the number at their end
// ("coding" of "coding_3"), and "other" where there is none or it is "overall".
std::string task_type_name(std::string_view task_id);

// Deltas nearer to 0 than this come from the order of additions and are 0: scores have 4
// decimals in logs, and a mean of equal scores should be a tie in any order.
inline constexpr double kDeltaNoise = 1e-12;

// Every task id of the logs, in the order in which they first name it; its steps ascend.
// `seed` is of the change points' p-values. Fails with invalid_input where an agent has a
// step of a task twice, or a score lies outside of [0, 1].
Result<std::vector<TaskComparison>> pair_tasks(std::span<const ExperimentStep> steps,
                                               std::uint64_t seed);

}  // namespace plumb
