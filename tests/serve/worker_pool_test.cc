#include "serve/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace plumb {
namespace {

TEST(WorkerPool, RunsEveryTaskHoweverTheyCome) {
  constexpr int kSenders = 4;
  constexpr int kEach = 5'000;
  ServerMetrics metrics;
  std::latch done(kSenders * kEach);
  WorkerPool pool(3, 0, metrics);
  std::vector<std::jthread> senders;
  for (int sender = 0; sender < kSenders; ++sender) {
    senders.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) {
        pool.add([&] { done.count_down(); });
        if (i % 7 == 0) std::this_thread::yield();  // so that workers come to rest now and then
      }
    });
  }
  done.wait();
}

TEST(WorkerPool, RefusesWhatWouldWaitBehindTooMany) {
  ServerMetrics metrics;
  std::latch begun(1);
  std::latch go_on(1);
  std::atomic<int> ran = 0;
  WorkerPool pool(1, 2, metrics);
  ASSERT_TRUE(pool.offer([&] {
    begun.count_down();
    go_on.wait();
  }));
  begun.wait();
  EXPECT_TRUE(pool.offer([&] { ++ran; }));
  EXPECT_TRUE(pool.offer([&] { ++ran; }));
  EXPECT_FALSE(pool.offer([&] { ++ran; }));
  std::latch last(1);
  pool.add([&] { last.count_down(); });  // of a request that has begun
  go_on.count_down();
  last.wait();
  EXPECT_EQ(ran, 2);
}

TEST(WorkerPool, StopDropsWhatWaitsAndTakesNoMore) {
  ServerMetrics metrics;
  std::latch begun(1);
  std::latch go_on(1);
  std::atomic<bool> finished = false;
  std::atomic<bool> ran = false;
  WorkerPool pool(2, 1'000'000, metrics);
  pool.add([&] {
    begun.count_down();
    go_on.wait();
    finished = true;
  });
  begun.wait();
  std::jthread stopping([&] { pool.stop(); });
  while (pool.offer([] {})) std::this_thread::yield();  // until it is stopped
  EXPECT_FALSE(pool.offer([&] { ran = true; }));
  go_on.count_down();
  stopping.join();
  EXPECT_TRUE(finished);
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace plumb
