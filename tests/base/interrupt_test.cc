#include "base/interrupt.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace plumb {
namespace {

// Whether a process sees a wish to stop when `number` comes. `before` is what its caller left for
// SIGHUP: the default, or to ignore it, as nohup does.
bool wishes_to_stop(int number, void (*before)(int) = SIG_DFL) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGHUP, before);
    watch_for_interrupts();
    std::raise(number);
    ::_exit(interrupted() ? 1 : 0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << number << " ended the process";
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST(Interrupt, CtrlCSigtermAndAClosedTerminalAreAWishToStop) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) EXPECT_TRUE(wishes_to_stop(number)) << number;
}

TEST(Interrupt, UnderNohupAClosedTerminalIsNone) {
  EXPECT_FALSE(wishes_to_stop(SIGHUP, SIG_IGN));
  EXPECT_TRUE(wishes_to_stop(SIGINT, SIG_IGN));
}

}  // namespace
}  // namespace plumb
