// Files of the source tree that travel inside the binary: prompts/*.txt and tasks/*_tasks.json.
#pragma once

#include <string_view>

namespace plumb {

// By the name that the file has in its folder, such as "agent_base.txt" or "planning_tasks.json".
// Asking for a file that is not shipped is a bug.
std::string_view shipped_file(std::string_view name);

}  // namespace plumb
