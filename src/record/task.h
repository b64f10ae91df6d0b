// A task of an experiment: what the user wants, what it is about, and the instructions
// that follow one another, some of which pull away from it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

enum class TaskType { summarization, planning };
inline constexpr std::array kTaskTypes = {TaskType::summarization, TaskType::planning};

std::string_view name_of(TaskType type);

// By the id's prefix: "planning_4" and "planning_4_run0" are planning. None where the id
// has another one, or nothing behind it.
std::optional<TaskType> task_type_of(std::string_view id);

struct Task {
  std::string id;  // unique in an experiment; letters, digits, '.', '_' and '-'
  TaskType type = TaskType::summarization;
  std::string source_dataset;      // where the text comes from; may be empty
  std::string initial_intent;      // never blank
  std::string source_text;         // the article or the context; empty where the task has none
  std::vector<std::string> steps;  // the instructions, from step 0; at least one, none blank

  friend bool operator==(const Task&, const Task&) = default;
};

}  // namespace plumb
