#include "base/interrupt.h"

#include <algorithm>
#include <csignal>
#include <thread>

namespace plumb {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

extern "C" void remember_interrupt(int) {
  g_interrupted = 1;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = remember_interrupt;
  // No SA_RESTART, so that a read that waits for input comes back.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return g_interrupted != 0;
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
