// A fixed set of threads that run one loop at a time.
//
// The pool never decides how work is split: callers that need the same bits for
// any number of threads make each task's result independent of who runs it.
#pragma once

#include <memory>

namespace plumb {

class ThreadPool {
 public:
  // `threads` counts the caller: 1 starts no thread at all. Where the machine
  // grants fewer (a limit on processes or memory), those do; see threads().
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

  // Calls body(task, worker) for every task in [0, tasks), worker in
  // [0, threads()); returns when all are done. `body` must not throw. One loop
  // at a time: not to be called from two threads at once, nor from a body.
  // Workers spin for about 50 us after a loop before they sleep, so short
  // loops in a row cost under a microsecond each.
  template <class Body>
  void run(int tasks, const Body& body) {
    run_erased(
        tasks,
        [](const void* context, int task, int worker) {
          (*static_cast<const Body*>(context))(task, worker);
        },
        &body);
  }

 private:
  using Function = void (*)(const void* context, int task, int worker);
  void run_erased(int tasks, Function function, const void* context);
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
