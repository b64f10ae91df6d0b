// Each step of a task with the two agents' answers side by side, as markup.
#pragma once

#include <string>
#include <string_view>

#include "record/interpretation.h"

namespace plumb {

// A section with the anchor `id`; the page needs kAnswerStyle of html_answers.h.
std::string html_task_steps(const TaskComparison& task, std::string_view id);

}  // namespace plumb
