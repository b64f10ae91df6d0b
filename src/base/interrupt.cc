#include "base/interrupt.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

namespace plumb {
namespace {

// Written by a signal's handler, which only what needs no lock may do, and read by any thread.
std::atomic<bool> g_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void remember_interrupt(int) {
  g_interrupted = true;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = remember_interrupt;
  // No SA_RESTART, so that a read that waits for input comes back.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  struct sigaction inherited{};
  ::sigaction(SIGHUP, nullptr, &inherited);
  if (inherited.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() {
  return g_interrupted;
}

Result<void> wait_for(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds kSlice{50};  // a person does not notice it
  for (; time.count() > 0; time -= kSlice) {
    if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
    std::this_thread::sleep_for(std::min(time, kSlice));
  }
  return {};
}

}  // namespace plumb
