// Moves what an SQLite file's write-ahead log holds into the file itself, beside the writers.
//
// SQLite would do it inside of the commit that makes the log long: thousands of pages written and
// synced twice, and one client waits for all of them. What is committed is durable in the log
// before, during and behind this; a kill at any moment loses nothing, because it is SQLite's own
// checkpoint, made by another connection. A log starts anew only when all of it is in the file,
// which writers that never rest prevent: behind a checkpoint the writer is told to move the little
// that came meanwhile by itself. Safe from any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace plumb {

class SqliteCheckpoints {
 public:
  // `move_log` has a connection of its own, and is called by one thread at a time.
  explicit SqliteCheckpoints(std::function<void()> move_log) : move_log_(std::move(move_log)) {}
  SqliteCheckpoints(const SqliteCheckpoints&) = delete;
  SqliteCheckpoints& operator=(const SqliteCheckpoints&) = delete;
  ~SqliteCheckpoints();  // waits for one that runs

  // Behind a commit, with what the log then holds. True: the caller moves the rest of the log now.
  bool committed(std::uint64_t log_bytes);

 private:
  enum class State { idle, wanted, running, done, stopped };

  void run();

  std::function<void()> move_log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::idle;
  std::thread thread_;  // from the first long log on
};

}  // namespace plumb
