#include "record/task.h"

#include <utility>

namespace plumb {

std::string_view name_of(TaskType type) {
  switch (type) {
    case TaskType::summarization:
      return "summarization";
    case TaskType::planning:
      return "planning";
  }
  std::unreachable();
}

std::optional<TaskType> task_type_of(std::string_view id) {
  for (const TaskType type : kTaskTypes) {
    const std::string_view prefix = name_of(type);
    const bool has_more = id.size() > prefix.size() + 1;
    if (has_more && id.starts_with(prefix) && id[prefix.size()] == '_') return type;
  }
  return std::nullopt;
}

}  // namespace plumb
