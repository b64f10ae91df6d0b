// What the tests of the embedded backend need: the chat model and the worker programs, or the
// sentence to skip with.
#pragma once

#include <string>
#include <vector>

#include "chat/backend.h"

namespace plumb {

// Empty where the default chat model and its worker programs are on this machine.
std::string missing_for_embedded();

// Questions of several turns, as long as a task's: `turns` requests of one conversation, each
// with all that was said before. `said` are the replies so far.
ChatRequest turn_of(std::size_t conversation, const std::vector<std::string>& said,
                    std::uint32_t max_tokens);

// The processes that this one has started and not yet reaped.
std::vector<int> child_processes();

}  // namespace plumb
