#include "ingest/task_goals.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json_depth.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

// The text of a member; empty where it is absent, not text or blank.
std::string text_of(const Json& task, const char* member) {
  const auto found = task.find(member);
  if (found == task.end() || !found->is_string()) return {};
  auto text = found->get<std::string>();
  return is_blank(text) ? std::string() : text;
}

Result<Json> parse(std::string_view json, std::string_view name) {
  if (json_nests_too_deep(json)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: the JSON nests deeper than {} levels", name, kMaxJsonDepth));
  }
  if (json.find('\0') != std::string_view::npos) {
    return fail(ErrorCode::invalid_input, fmt::format("{}: not valid JSON: a NUL byte", name));
  }
  Json document = Json::parse(replace_invalid_utf8(json), nullptr, false);
  if (document.is_discarded()) {
    return fail(ErrorCode::invalid_input, fmt::format("{}: not valid JSON", name));
  }
  return document;
}

}  // namespace

Result<TaskGoals> parse_task_goals(std::string_view json, std::string_view name) {
  PLUMB_TRY(const Json document, parse(json, name));
  const Json* tasks = &document;
  if (document.is_object() && document.contains("tasks")) tasks = &document.at("tasks");
  if (!tasks->is_array()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: a tasks file is a list of tasks, or an object with the member "
                            "\"tasks\"",
                            name));
  }
  TaskGoals goals;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const Json& task = (*tasks)[i];
    const auto refuse = [&](std::string_view why) {
      return fail(ErrorCode::invalid_input, fmt::format("{}: tasks[{}]{}", name, i, why));
    };
    if (!task.is_object()) return refuse(" is no object");
    std::string id = text_of(task, "id");
    if (id.empty()) return refuse(".id is missing or no text");
    std::string goal = text_of(task, "initial_intent");
    if (goal.empty()) return refuse(".initial_intent is missing, blank or no text");
    if (!goals.emplace(id, std::move(goal)).second) {
      return refuse(fmt::format(".id \"{}\" came before", id));
    }
  }
  return goals;
}

Result<TaskGoals> read_task_goals(const std::string& path) {
  PLUMB_TRY(const std::string json, read_file(path, kMaxTasksBytes));
  return parse_task_goals(json, path);
}

}  // namespace plumb
