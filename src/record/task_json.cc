#include "record/task_json.h"

namespace plumb {

nlohmann::ordered_json task_to_json(const Task& task) {
  nlohmann::ordered_json json = {{"id", task.id}};
  if (!task.source_dataset.empty()) json["source_dataset"] = task.source_dataset;
  json["initial_intent"] = task.initial_intent;
  const char* const source = task.type == TaskType::summarization ? "article" : "context";
  if (!task.source_text.empty()) json[source] = task.source_text;
  json["steps"] = task.steps;
  return json;
}

std::string tasks_document(std::span<const Task> tasks) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Task& task : tasks) list.push_back(task_to_json(task));
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace plumb
