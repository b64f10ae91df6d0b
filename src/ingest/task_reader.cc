#include "ingest/task_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "ingest/execution_fields.h"
#include "ingest/json_document.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// Where each id stood first.
using Places = std::map<std::string, std::size_t, std::less<>>;

// The list of tasks, bare or as a member, called "tasks" either way.
Result<DocumentMember> find_tasks(const JsonDocument& document) {
  const DocumentMember root = document.root();
  auto tasks = root.is_array() ? root.called("tasks") : root.find("tasks");
  if (!tasks || !tasks->is_array()) {
    return root.bad("a tasks file is a list of tasks, or an object with the list \"tasks\"");
  }
  if (tasks->size() > kMaxTasks) {
    return root.bad(
        fmt::format("there are {} tasks; at most {} fit into one file", tasks->size(), kMaxTasks));
  }
  return *std::move(tasks);
}

Result<std::string> read_text(const DocumentMember& member, std::size_t most) {
  PLUMB_TRY(std::string text, member.text());
  if (is_blank(text)) return member.bad(fmt::format("{} is blank", member.path()));
  if (const std::size_t size = count_code_points(text); size > most) {
    return member.bad(
        fmt::format("{} has {} characters; at most {} are allowed", member.path(), size, most));
  }
  return text;
}

Result<std::string> read_text_or_empty(const DocumentMember& task, const char* key,
                                       std::size_t most) {
  const auto member = task.find(key);
  if (!member) return std::string();
  return read_text(*member, most);
}

Result<std::string> read_id(const DocumentMember& task, Places& places) {
  if (!task.is_object()) return task.not_a("an object");
  PLUMB_TRY(const DocumentMember member, task.at("id"));
  PLUMB_TRY(std::string id, member.text());
  if (is_blank(id)) return member.bad(fmt::format("{} is blank", member.path()));
  const auto [place, is_new] = places.try_emplace(id, places.size());
  if (!is_new) {
    return task.bad(fmt::format("{} has the id \"{}\" of tasks[{}]; give each task its own",
                                task.path(), shown(id), place->second));
  }
  return id;
}

// From here on the task goes by its id.
DocumentMember named(const DocumentMember& task, std::string_view id) {
  return task.called(fmt::format("tasks[\"{}\"]", shown(id)));
}

Result<std::string> read_initial_intent(const DocumentMember& task) {
  PLUMB_TRY(const DocumentMember member, task.at("initial_intent"));
  return read_text(member, kMaxTaskInstructionCharacters);
}

Result<TaskType> read_type(const DocumentMember& task, std::string_view id) {
  const auto stands_in_an_id = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  const auto type = task_type_of(id);
  if (!type) {
    return task.bad(
        fmt::format("{} has an id of no known type; begin it with \"summarization_\" or "
                    "\"planning_\"",
                    task.path()));
  }
  if (!std::ranges::all_of(id, stands_in_an_id)) {
    return task.bad(fmt::format(
        "{} has an id with other characters than letters, digits, '.', '_' and '-'", task.path()));
  }
  if (id.size() > kMaxTaskIdCharacters) {
    return task.bad(fmt::format("{} has an id of {} characters; at most {} are allowed",
                                task.path(), id.size(), kMaxTaskIdCharacters));
  }
  return *type;
}

Result<std::string> read_source_text(const DocumentMember& task) {
  const bool has_both = task.find("article") && task.find("context");
  if (has_both) {
    return task.bad(
        fmt::format("{} has an \"article\" and a \"context\"; keep one of them", task.path()));
  }
  const char* key = task.find("article") ? "article" : "context";
  return read_text_or_empty(task, key, kMaxTaskTextCharacters);
}

Result<std::vector<std::string>> read_steps(const DocumentMember& task) {
  PLUMB_TRY(const DocumentMember list, task.at("steps"));
  if (!list.is_array()) return list.not_a("an array of texts");
  if (list.size() == 0 || list.size() > kMaxTaskSteps) {
    return list.bad(fmt::format("{} has {} instructions; a task has 1 to {}", list.path(),
                                list.size(), kMaxTaskSteps));
  }
  std::vector<std::string> steps;
  steps.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    PLUMB_TRY(std::string step, read_text(list.element(i), kMaxTaskInstructionCharacters));
    steps.push_back(std::move(step));
  }
  return steps;
}

Result<Task> read_task(const DocumentMember& member, Places& places) {
  Task task;
  PLUMB_TRY(task.id, read_id(member, places));
  const DocumentMember self = named(member, task.id);
  PLUMB_TRY(task.type, read_type(self, task.id));
  PLUMB_TRY(task.source_dataset,
            read_text_or_empty(self, "source_dataset", kMaxTaskInstructionCharacters));
  PLUMB_TRY(task.initial_intent, read_initial_intent(self));
  PLUMB_TRY(task.source_text, read_source_text(self));
  PLUMB_TRY(task.steps, read_steps(self));
  return task;
}

}  // namespace

Result<std::vector<Task>> parse_tasks(std::string_view json, std::string_view name) {
  PLUMB_TRY(const JsonDocument document, JsonDocument::parse(json, name));
  PLUMB_TRY(const DocumentMember list, find_tasks(document));
  if (list.size() == 0) return list.bad("the list of tasks is empty");
  std::vector<Task> tasks;
  Places places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    PLUMB_TRY(Task task, read_task(list.element(i), places));
    tasks.push_back(std::move(task));
  }
  return tasks;
}

Result<std::vector<Task>> read_tasks(const std::string& path) {
  PLUMB_TRY(const std::string json, read_file(path, kMaxTasksBytes));
  return parse_tasks(json, path);
}

Result<std::vector<Task>> read_task_files(std::span<const std::string> paths) {
  std::vector<Task> all;
  std::map<std::string, std::string, std::less<>> files;  // by task id
  for (const std::string& path : paths) {
    PLUMB_TRY(std::vector<Task> tasks, read_tasks(path));
    for (Task& task : tasks) {
      const auto [file, is_new] = files.try_emplace(task.id, path);
      if (!is_new) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("{}: the task \"{}\" is in {} too; give each task its own id", path,
                                task.id, file->second));
      }
      all.push_back(std::move(task));
    }
  }
  return all;
}

Result<TaskGoals> parse_task_goals(std::string_view json, std::string_view name) {
  PLUMB_TRY(const JsonDocument document, JsonDocument::parse(json, name));
  PLUMB_TRY(const DocumentMember list, find_tasks(document));
  TaskGoals goals;
  Places places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const DocumentMember task = list.element(i);
    PLUMB_TRY(std::string id, read_id(task, places));
    PLUMB_TRY(std::string goal, read_initial_intent(named(task, id)));
    goals.emplace(std::move(id), std::move(goal));
  }
  return goals;
}

Result<TaskGoals> read_task_goals(const std::string& path) {
  PLUMB_TRY(const std::string json, read_file(path, kMaxTasksBytes));
  return parse_task_goals(json, path);
}

}  // namespace plumb
