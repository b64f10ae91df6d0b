// What is kept of completed executions, so that nobody waits for it twice.
#pragma once

#include <cstddef>

#include "measure/execution_profile.h"
#include "measure/prepared_profile.h"
#include "serve/sized_cache.h"

namespace plumb {

// About the bytes that they hold in memory.
std::size_t size_of(const ExecutionProfile& profile);
std::size_t size_of(const PreparedProfile& prepared);

using ProfileCache = SizedCache<ExecutionProfile>;
using PreparedCache = SizedCache<PreparedProfile>;

}  // namespace plumb
