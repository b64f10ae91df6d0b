// What a data set's tasks ask for: the intent, and seven instructions of which at least three
// pull away from it, as the shipped tasks do.
#pragma once

#include <array>
#include <string_view>

#include "ingest/task_import.h"

namespace plumb {

struct TaskTemplate {
  std::string_view source_dataset;
  std::string_view initial_intent;
  std::array<std::string_view, 7> steps;
};

const TaskTemplate& task_template(TaskDataset dataset);

}  // namespace plumb
