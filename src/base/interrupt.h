// A wish to stop: Ctrl-C, SIGTERM or a terminal that is closed (SIGHUP), seen by whoever works in
// steps.
#pragma once

#include <chrono>

#include "base/result.h"

namespace plumb {

// The first SIGINT, SIGTERM or SIGHUP is remembered; the second of a kind ends the
// process at once, as without Plumb. SIGHUP stays ignored where the caller ignores
// it, as nohup does. Blocking reads return with EINTR. Call once, early.
void watch_for_interrupts();

// Whether a wish to stop has come. Safe from any thread.
bool interrupted();

// Waits, and fails with interrupted where a wish to stop comes meanwhile.
Result<void> wait_for(std::chrono::milliseconds time);

}  // namespace plumb
