#include "serve/worker_pool.h"

#include <limits>
#include <utility>

namespace plumb {

WorkerPool::WorkerPool(int threads, std::size_t most_waiting, ServerMetrics& metrics)
    : most_waiting_(most_waiting), metrics_(metrics) {
  for (int i = 0; i < threads; ++i) {
    Worker& worker = workers_.emplace_back();
    worker.thread = std::thread([this, &worker] { work(worker); });
  }
}

bool WorkerPool::offer(Task task) {
  return enqueue(std::move(task), most_waiting_);
}

void WorkerPool::add(Task task) {
  enqueue(std::move(task), std::numeric_limits<std::size_t>::max());
}

bool WorkerPool::enqueue(Task task, std::size_t most_waiting) {
  Worker* next = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    if (stopped_ || waiting_.size() >= most_waiting) return false;
    waiting_.push_back(std::move(task));
    metrics_.set_queue(waiting_.size());
    if (!resting_.empty()) {
      next = resting_.back();
      resting_.pop_back();
      next->is_called = true;
    }
  }
  if (next != nullptr) next->called.notify_one();
  return true;
}

void WorkerPool::work(Worker& self) {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      while (!stopped_ && waiting_.empty()) {
        self.is_called = false;
        resting_.push_back(&self);
        self.called.wait(lock, [&] { return self.is_called; });
      }
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
    for (Worker* worker : resting_) {
      worker->is_called = true;
      worker->called.notify_one();
    }
    resting_.clear();
  }
  for (Worker& worker : workers_) {
    if (worker.thread.joinable()) worker.thread.join();
  }
}

}  // namespace plumb
