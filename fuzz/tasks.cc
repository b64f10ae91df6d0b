// Foreign bytes as a tasks file: tasks that hold what record/task.h promises, or a sentence
// that names the file. What is a file of whole tasks is one of goals too, with the same goals.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ingest/task_reader.h"
#include "text/utf8.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_goals(const plumb::Result<plumb::TaskGoals>& goals) {
  if (!goals) return require(goals.error().message.starts_with("fuzz:"));
  for (const auto& [id, goal] : *goals) require(!plumb::is_blank(id) && !plumb::is_blank(goal));
}

void check_task(const plumb::Task& task, const plumb::TaskGoals& goals) {
  require(plumb::task_type_of(task.id) == task.type);
  require(task.id.size() <= plumb::kMaxTaskIdCharacters);
  require(goals.at(task.id) == task.initial_intent);
  require(!task.steps.empty());
  for (const std::string& step : task.steps) require(!plumb::is_blank(step));
  require(task.source_text.empty() || !plumb::is_blank(task.source_text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto goals = plumb::parse_task_goals(json, "fuzz");
  check_goals(goals);
  const auto tasks = plumb::parse_tasks(json, "fuzz");
  if (!tasks) {
    require(tasks.error().message.starts_with("fuzz:"));
    return 0;
  }
  require(goals.has_value() && goals->size() == tasks->size());
  for (const plumb::Task& task : *tasks) check_task(task, *goals);
  return 0;
}
