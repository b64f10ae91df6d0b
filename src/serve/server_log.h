// Lines for the operator, written by a thread of its own: a terminal that is held or a pipe that
// nobody reads holds up no request. What does not fit in the bound is dropped, and the next line
// that fits says how many were. Safe from any thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace plumb {

class ServerLog {
 public:
  // The descriptor stays the caller's.
  explicit ServerLog(int descriptor, std::size_t most_bytes = 1024 * 1024);
  // Writes what is left, for a second at most.
  ~ServerLog();
  ServerLog(const ServerLog&) = delete;
  ServerLog& operator=(const ServerLog&) = delete;

  // One line; control characters in it become spaces.
  void say(std::string_view line);

 private:
  void write_lines();
  bool write_all(std::string_view text);

  const int descriptor_;
  const std::size_t most_bytes_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::string waiting_;
  std::uint64_t dropped_ = 0;
  bool is_stopping_ = false;
  std::thread writer_;
};

}  // namespace plumb
