#include "serve/single_flight.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace plumb {
namespace {

using Number = std::shared_ptr<const int>;

TEST(SingleFlight, OneNameIsNeverMadeTwiceAtOnce) {
  SingleFlight<int> flight;
  std::atomic<int> asked = 0;
  std::atomic<int> making = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      ++asked;
      const auto value = flight.run("a", [&]() -> Result<Number> {
        most = std::max(most.load(), ++making);
        while (asked < 8) std::this_thread::yield();
        --making;
        return std::make_shared<const int>(3);
      });
      ASSERT_TRUE(value);
      EXPECT_EQ(**value, 3);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
}

// Each waits, inside of what it makes, for the other to have begun.
TEST(SingleFlight, AnotherNameDoesNotWait) {
  SingleFlight<int> flight;
  std::latch both(2);
  const auto make = [&]() -> Result<Number> {
    both.arrive_and_wait();
    return std::make_shared<const int>(1);
  };
  std::thread other([&] { EXPECT_TRUE(flight.run("a", make)); });
  EXPECT_TRUE(flight.run("b", make));
  other.join();
}

TEST(SingleFlight, AnErrorIsToldAndTheNextTriesAgain) {
  SingleFlight<int> flight;
  const auto failed =
      flight.run("a", []() -> Result<Number> { return fail(ErrorCode::io, "no luck"); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no luck");
  const auto fail_at_it = []() -> Result<Number> { throw std::runtime_error("out of it"); };
  EXPECT_THROW(static_cast<void>(flight.run("a", fail_at_it)), std::runtime_error);
  const auto made =
      flight.run("a", []() -> Result<Number> { return std::make_shared<const int>(3); });
  ASSERT_TRUE(made);
  EXPECT_EQ(**made, 3);
}

}  // namespace
}  // namespace plumb
