// What run.json says of how a run's logs were made, for a reader of its report.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

// Names by dots and their values as text: {"chat.backend", "embedded"}, {"settings.seed", "42"}.
using RunFacts = std::vector<std::pair<std::string, std::string>>;

inline constexpr std::size_t kMaxRunFacts = 200;

// Every member of the document that has a value, by name; of a list, how many it has. What is
// longer than 200 bytes is cut, what comes behind kMaxRunFacts is left out. `name` is how an
// error calls the file. Fails with invalid_input for what is no JSON object.
Result<RunFacts> read_run_facts(std::string_view json, std::string_view name);

}  // namespace plumb
