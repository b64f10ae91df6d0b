// The log of an SQLite file is moved beside its writer, stays short, and loses nothing.
#include "store/sqlite_checkpoints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "store/store.h"
#include "support/must.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

constexpr std::uint64_t kShort = 1'000'000;
constexpr std::uint64_t kLong = 80'000'000;

TEST(SqliteCheckpoints, AShortLogIsLeftAlone) {
  std::atomic<int> moved = 0;
  {
    SqliteCheckpoints checkpoints([&] { ++moved; });
    EXPECT_FALSE(checkpoints.committed(kShort));
  }
  EXPECT_EQ(moved, 0);
}

TEST(SqliteCheckpoints, ALongOneIsMovedWhileTheWriterGoesOn) {
  std::binary_semaphore begun(0);
  std::binary_semaphore may_end(0);
  SqliteCheckpoints checkpoints([&] {
    begun.release();
    may_end.acquire();
  });
  EXPECT_FALSE(checkpoints.committed(kLong));
  begun.acquire();
  EXPECT_FALSE(checkpoints.committed(kLong));  // it runs
  may_end.release();
  // What came meanwhile is the writer's own to move, once.
  while (!checkpoints.committed(kLong)) std::this_thread::yield();
  may_end.release();
  EXPECT_FALSE(checkpoints.committed(kShort));
}

TEST(SqliteCheckpoints, TheLogOfAWriterThatNeverRestsStaysShort) {
  constexpr int kBatches = 60;
  constexpr int kRows = 1'000;
  constexpr std::uintmax_t kMostBytes = 192'000'000;  // of 360 MB that are written
  const TemporaryFolder folder;
  const auto path = folder.path() / "plumb.db";
  std::uintmax_t longest = 0;
  {
    auto store = Store::open(SqliteAddress{path}).value();
    const ProjectId project = must(store.projects().ensure("one")).id;
    const ExecutionId execution = must(store.executions().create(project, {"run", "", {}})).id;
    for (int batch = 0; batch < kBatches; ++batch) {
      std::vector<StoredResult> results(kRows);
      for (int i = 0; i < kRows; ++i) {
        results[static_cast<std::size_t>(i)].id = std::to_string(batch * kRows + i);
        results[static_cast<std::size_t>(i)].line = std::string(6'000, 'x');
      }
      must(store.results().append(project, execution, results));
      longest = std::max(longest, std::filesystem::file_size(path.string() + "-wal"));
    }
    EXPECT_EQ(must(store.executions().get(project, execution)).results, kBatches * kRows);
    EXPECT_TRUE(must(store.check()).is_sound());
  }
  EXPECT_LT(longest, kMostBytes);
  EXPECT_FALSE(std::filesystem::exists(path.string() + "-wal"));  // the last one took it along
}

}  // namespace
}  // namespace plumb
