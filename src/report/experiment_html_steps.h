// Each step of a task with the two agents' answers side by side, as markup.
#pragma once

#include <string>
#include <string_view>

#include "record/interpretation.h"

namespace plumb {

// The CSS that the markup needs beside that of every page.
extern const std::string_view kAnswerStyle;

// A section with the anchor `id`.
std::string html_task_steps(const TaskComparison& task, std::string_view id);

}  // namespace plumb
