// What one client may take of a server: bytes, time, connections. docs/service.md has the table.
#pragma once

#include <chrono>
#include <cstddef>

#include "serve/progress_deadline.h"
#include "serve/request_parser.h"

namespace plumb {

struct HttpLimits {
  // Beyond it the connection that has been idle for longest goes, and where none is idle the new
  // one is answered 503.
  std::size_t most_connections = 4096;
  HeadLimits head{};
  // Bodies that are received, answered or sent, of all connections together; beyond it 429.
  std::size_t most_held_bytes = 256 * 1024 * 1024;

  std::chrono::milliseconds handshake_time{10'000};
  std::chrono::milliseconds head_time{20'000};        // from its first byte to its empty line
  std::chrono::milliseconds keep_alive_time{75'000};  // between an answer and the next request
  ProgressRule body{};
  ProgressRule answer{};
  // For which what a refused client still sends is read, so that it sees the refusal.
  std::chrono::milliseconds linger_time{10'000};
};

}  // namespace plumb
