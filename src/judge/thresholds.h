// The thresholds of JudgeOptions by the names of their types, as users spell them.
#pragma once

#include <string_view>

#include "base/result.h"
#include "judge/judge.h"

namespace plumb {

// Sets the threshold of a type ("output", "agent_tool"). Fails with invalid_input for another
// name, listing the types, and for a value that is no number above 0.
Result<void> set_threshold(JudgeOptions& options, std::string_view type, double value);

}  // namespace plumb
