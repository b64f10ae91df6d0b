#include "serve/server_log.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace plumb {

ServerLog::ServerLog(int descriptor, std::size_t most_bytes)
    : descriptor_(descriptor), most_bytes_(most_bytes), writer_([this] { write_lines(); }) {}

ServerLog::~ServerLog() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  writer_.join();
}

void ServerLog::say(std::string_view line) {
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_.size() + line.size() >= most_bytes_) {
      ++dropped_;
      return;
    }
    if (dropped_ > 0) {
      waiting_ += fmt::format("plumb: {} lines were left out here\n", std::exchange(dropped_, 0));
    }
    for (const char c : line) {
      waiting_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    waiting_ += '\n';
  }
  changed_.notify_one();
}

void ServerLog::write_lines() {
  bool is_last = false;
  while (!is_last) {
    std::string text;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
      is_last = is_stopping_;
      text.swap(waiting_);
    }
    if (!write_all(text)) return;
  }
}

// False where the server stops and nobody reads, or nobody ever will.
bool ServerLog::write_all(std::string_view text) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kNeverBlocks =
      4096;  // PIPE_BUF: so much fits where poll() says that any does
  constexpr std::chrono::milliseconds kSlice{100};
  constexpr std::chrono::seconds kPatience{1};
  auto last = Clock::now();
  while (!text.empty()) {
    pollfd watched{descriptor_, POLLOUT, 0};
    if (::poll(&watched, 1, kSlice.count()) > 0) {
      const ssize_t written =
          ::write(descriptor_, text.data(), std::min(text.size(), kNeverBlocks));
      if (written > 0) {
        text.remove_prefix(static_cast<std::size_t>(written));
        last = Clock::now();
        continue;
      }
      if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    }
    const std::scoped_lock lock(mutex_);
    if (is_stopping_ && Clock::now() - last > kPatience) return false;
  }
  return true;
}

}  // namespace plumb
