#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace plumb {
namespace {

class ThreadPoolTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolTest, testing::Values(1, 2, 3, 8));

TEST_P(ThreadPoolTest, RunsEveryTaskOnceWithAWorkerInRange) {
  ThreadPool pool(GetParam());
  EXPECT_EQ(pool.threads(), GetParam());
  for (const int tasks : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(tasks));
    pool.run(tasks, [&](int task, int worker) {
      EXPECT_GE(worker, 0);
      EXPECT_LT(worker, GetParam());
      ++runs[static_cast<std::size_t>(task)];
    });
    for (const auto& count : runs) EXPECT_EQ(count.load(), 1);
  }
}

TEST_P(ThreadPoolTest, ManyShortLoopsInARowLoseNothing) {
  ThreadPool pool(GetParam());
  std::atomic<long> total{0};
  for (int loop = 0; loop < 2000; ++loop) pool.run(5, [&](int task, int) { total += task; });
  EXPECT_EQ(total.load(), 2000 * 10);
}

TEST_P(ThreadPoolTest, WakesAfterItsWorkersFellAsleep) {
  ThreadPool pool(GetParam());
  std::atomic<int> total{0};
  for (int loop = 0; loop < 5; ++loop) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    pool.run(16, [&](int, int) { ++total; });
  }
  EXPECT_EQ(total.load(), 5 * 16);
}

TEST(ThreadPool, MayBeDestroyedWithoutEverRunning) {
  const ThreadPool pool(4);
}

}  // namespace
}  // namespace plumb
