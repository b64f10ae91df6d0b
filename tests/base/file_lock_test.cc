#include "base/file_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "support/temporary_folder.h"

namespace plumb {
namespace {

TEST(FileLock, IsHeldByOneAtATime) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  auto first = FileLock::try_take(path);
  ASSERT_TRUE(first && first->has_value());
  EXPECT_FALSE(FileLock::try_take(path)->has_value());
  first->reset();
  EXPECT_TRUE(FileLock::try_take(path)->has_value());
}

TEST(FileLock, IsFreeWhenItsHolderWasKilled) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = FileLock::try_take(path);
    [[maybe_unused]] const auto told = ::write(ready[1], lock && *lock ? "y" : "n", 1);
    ::pause();
    ::_exit(0);
  }
  char held = 'n';
  ASSERT_EQ(::read(ready[0], &held, 1), 1);
  EXPECT_EQ(held, 'y');
  EXPECT_FALSE(FileLock::try_take(path)->has_value());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(FileLock::try_take(path)->has_value());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(FileLock, NamesTheFileThatCannotBeMade) {
  const TemporaryFolder folder;
  const auto lock = FileLock::try_take(folder.path() / "no" / "lock");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
