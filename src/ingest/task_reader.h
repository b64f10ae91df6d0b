// Tasks of an experiment, from JSON documents.
//
//   [{"id": "planning_4", "source_dataset": "...", "initial_intent": "...",
//     "context": "...", "steps": ["...", ...]}, ...]
//
// The list is bare or the member "tasks" of an object. Members that are not named here are
// ignored, and null is the same as absent. Errors name the file and the task:
// `tasks.json: tasks["planning_4"].steps[2] is blank`.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/task.h"

namespace plumb {

// Far above what an experiment can use; they keep a wrong file from looking like a task.
// Texts are counted in characters, as JSON Schema counts them.
inline constexpr std::size_t kMaxTasksBytes = 64 * 1024 * 1024;
inline constexpr std::size_t kMaxTasks = 10'000;
inline constexpr std::size_t kMaxTaskSteps = 1'000;
inline constexpr std::size_t kMaxTaskIdCharacters = 128;
inline constexpr std::size_t kMaxTaskInstructionCharacters = 20'000;  // intent, data set, a step
inline constexpr std::size_t kMaxTaskTextCharacters = 1'000'000;      // article or context

// Every task in full, in the file's order, at least one. Fails with invalid_input for
//   - an id that is missing, comes twice, is of no known type, is too long or holds other
//     characters than letters, digits, '.', '_' and '-' (ids stand in logs and in tables);
//   - an initial_intent or a step that is missing, blank or no text; no step at all;
//   - an article or context that is blank or no text, or both of them in one task;
//   - whatever exceeds the limits above.
Result<std::vector<Task>> read_tasks(const std::string& path);
Result<std::vector<Task>> parse_tasks(std::string_view json, std::string_view name);

// The tasks of several files, one behind the other. An id may stand in one of them only.
Result<std::vector<Task>> read_task_files(std::span<const std::string> paths);

// By task id.
using TaskGoals = std::map<std::string, std::string, std::less<>>;

// Only what each task starts with, for logs made elsewhere: an id may be any text that is
// not blank, and a task needs no steps. Of the rules above those of initial_intent hold,
// and an id may not come twice.
Result<TaskGoals> read_task_goals(const std::string& path);
Result<TaskGoals> parse_task_goals(std::string_view json, std::string_view name);

}  // namespace plumb
