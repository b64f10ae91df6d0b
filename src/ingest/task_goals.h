// The goals that tasks start with, from a tasks file.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

// By task id.
using TaskGoals = std::map<std::string, std::string, std::less<>>;

inline constexpr std::size_t kMaxTasksBytes = 64 * 1024 * 1024;

// [{"id": "planning_4", "initial_intent": "...", ...}, ...], bare or as the member "tasks";
// other members are ignored. Fails with invalid_input for what is not such a document, a
// task without an id or a goal, and an id that comes twice; errors name the file and the
// member ("tasks[3].id").
Result<TaskGoals> read_task_goals(const std::string& path);
Result<TaskGoals> parse_task_goals(std::string_view json, std::string_view name);

}  // namespace plumb
