// Tasks as the JSON document that a tasks file holds.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "record/task.h"

namespace plumb {

// Members in the order of the record; the source text is the "article" of a summarization
// task and the "context" of a planning task. What is empty is left out.
nlohmann::ordered_json task_to_json(const Task& task);

// The list as a file, indented for people, with its last line end. Bytes that are not
// UTF-8 become U+FFFD.
std::string tasks_document(std::span<const Task> tasks);

}  // namespace plumb
