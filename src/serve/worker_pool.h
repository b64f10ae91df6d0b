// The threads that do what requests ask for, and the bounded queue before them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/server_metrics.h"

namespace plumb {

class WorkerPool {
 public:
  using Task = std::function<void()>;  // must not throw

  WorkerPool(int threads, std::size_t most_waiting, ServerMetrics& metrics);
  ~WorkerPool() { stop(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False, and the task is gone, where too many wait already.
  [[nodiscard]] bool offer(Task task);
  // For a request that has begun, so that it ends; as many as there are connections at most.
  void add(Task task);

  // Finishes what runs, drops what waits, takes no more. Twice is no error.
  void stop();

 private:
  bool enqueue(Task task, std::size_t most_waiting);
  void work();

  const std::size_t most_waiting_;
  ServerMetrics& metrics_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace plumb
