// The threads that do what requests ask for, and the bounded queue before them. Of those that rest,
// the one that worked last is called first: what it worked with is in its core's caches still.
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
  struct Worker {
    std::condition_variable called;
    bool is_called = false;
    std::thread thread;
  };

  bool enqueue(Task task, std::size_t most_waiting);
  void work(Worker& self);

  const std::size_t most_waiting_;
  ServerMetrics& metrics_;
  std::mutex mutex_;
  std::deque<Task> waiting_;
  bool stopped_ = false;
  std::vector<Worker*> resting_;
  std::deque<Worker> workers_;  // not a vector: a worker stays where it is
};

}  // namespace plumb
