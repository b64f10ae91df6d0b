#include "serve/worker_pool.h"

#include <limits>
#include <utility>

namespace plumb {

WorkerPool::WorkerPool(int threads, std::size_t most_waiting, ServerMetrics& metrics)
    : most_waiting_(most_waiting), metrics_(metrics) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

bool WorkerPool::offer(Task task) {
  return enqueue(std::move(task), most_waiting_);
}

void WorkerPool::add(Task task) {
  enqueue(std::move(task), std::numeric_limits<std::size_t>::max());
}

bool WorkerPool::enqueue(Task task, std::size_t most_waiting) {
  {
    const std::scoped_lock lock(mutex_);
    if (stopped_ || waiting_.size() >= most_waiting) return false;
    waiting_.push_back(std::move(task));
    metrics_.set_queue(waiting_.size());
  }
  changed_.notify_one();
  return true;
}

void WorkerPool::work() {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopped_ || !waiting_.empty(); });
      if (stopped_) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
      metrics_.set_queue(waiting_.size());
    }
    task();
  }
}

void WorkerPool::stop() {
  std::deque<Task> dropped;  // outside of the lock: a task's end may run anything
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    dropped.swap(waiting_);
    metrics_.set_queue(0);
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

}  // namespace plumb
