#include "base/thread_pool.h"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace plumb {
namespace {

constexpr std::chrono::microseconds kSpin{50};

// Waits for `ready()` without giving up the CPU, for kSpin at most.
template <class Ready>
bool spin_until(const Ready& ready) {
  const auto deadline = std::chrono::steady_clock::now() + kSpin;
  do {
    for (int i = 0; i < 64; ++i) {
      if (ready()) return true;
      _mm_pause();
    }
  } while (std::chrono::steady_clock::now() < deadline);
  return ready();
}

}  // namespace

struct ThreadPool::State {
  // The loop at hand. Written by the caller before `generation` moves, read by
  // the workers after they saw it move.
  Function function = nullptr;
  const void* context = nullptr;
  int tasks = 0;

  alignas(64) std::atomic<int> next_task{0};
  alignas(64) std::atomic<int> running{0};  // workers that have not finished the loop
  alignas(64) std::atomic<std::uint64_t> generation{0};
  std::atomic<bool> stopping{false};
  std::atomic<int> sleeping{0};

  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  std::vector<std::thread> workers;

  void take_tasks(int worker) {
    for (int task = next_task.fetch_add(1, std::memory_order_relaxed); task < tasks;
         task = next_task.fetch_add(1, std::memory_order_relaxed)) {
      function(context, task, worker);
    }
  }

  void work(int worker) {
    std::uint64_t seen = 0;
    while (true) {
      const auto moved = [&] { return generation.load() != seen || stopping.load(); };
      if (!spin_until(moved)) {
        std::unique_lock lock(mutex);
        sleeping.fetch_add(1);
        wake.wait(lock, moved);
        sleeping.fetch_sub(1);
      }
      if (stopping.load()) return;
      seen = generation.load();
      take_tasks(worker);
      if (running.fetch_sub(1) == 1) {
        const std::lock_guard lock(mutex);
        done.notify_one();
      }
    }
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  try {
    for (int worker = 1; worker < threads; ++worker) {
      state_->workers.emplace_back([state = state_.get(), worker] { state->work(worker); });
    }
  } catch (const std::system_error&) {
    // No more threads to be had; the work is the same with those that started.
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping.store(true);
  }
  state_->wake.notify_all();
  for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::threads() const {
  return static_cast<int>(state_->workers.size()) + 1;
}

void ThreadPool::run_erased(int tasks, Function function, const void* context) {
  State& state = *state_;
  if (state.workers.empty() || tasks <= 1) {
    for (int task = 0; task < tasks; ++task) function(context, task, 0);
    return;
  }
  state.function = function;
  state.context = context;
  state.tasks = tasks;
  state.next_task.store(0, std::memory_order_relaxed);
  state.running.store(static_cast<int>(state.workers.size()), std::memory_order_relaxed);
  state.generation.fetch_add(1);
  if (state.sleeping.load() > 0) {
    {
      const std::lock_guard lock(state.mutex);
    }  // a worker between its check and its sleep
    state.wake.notify_all();
  }
  state.take_tasks(0);
  const auto finished = [&] { return state.running.load() == 0; };
  if (!spin_until(finished)) {
    std::unique_lock lock(state.mutex);
    state.done.wait(lock, finished);
  }
}

}  // namespace plumb
