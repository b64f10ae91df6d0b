#include "store/sqlite_checkpoints.h"

namespace plumb {
namespace {

// Long enough that a stream of batches syncs the file itself seldom, and writes there once what
// changes with each of them; short enough to be read in a moment after a crash.
constexpr std::uint64_t kLongLog = 64'000'000;

}  // namespace

SqliteCheckpoints::~SqliteCheckpoints() {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::stopped;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool SqliteCheckpoints::committed(std::uint64_t log_bytes) {
  const bool is_long = log_bytes >= kLongLog;
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::done) {
      state_ = State::idle;
      return is_long;  // else it has started anew
    }
    if (!is_long || state_ != State::idle) return false;
    state_ = State::wanted;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  changed_.notify_one();
  return false;
}

void SqliteCheckpoints::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return state_ == State::wanted || state_ == State::stopped; });
    if (state_ == State::stopped) return;
    state_ = State::running;
    lock.unlock();
    move_log_();
    lock.lock();
    if (state_ == State::running) state_ = State::done;
  }
}

}  // namespace plumb
