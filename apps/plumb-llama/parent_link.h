// The worker's end of the socket to the process that started it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "chat/worker_protocol.h"

namespace plumb {

class ParentLink {
 public:
  explicit ParentLink(int socket);

  // The next command; none where the parent is gone. Waits.
  std::optional<WorkerCommand> read();

  // Whether a command waits to be read. Does not wait.
  bool has_command() const;

  void write(const WorkerEvent& event);

  // Tells the parent, at most twice a second, that work goes on.
  void sign(std::uint64_t new_tokens = 0);

 private:
  bool read_bytes(std::string& bytes);

  int socket_;
  std::uint64_t tokens_ = 0;
  std::chrono::steady_clock::time_point last_sign_;
};

// Ends this process as soon as the other end of the socket is closed, whatever it is busy
// with. Starts a thread that lives as long as the process.
void end_with_parent(int socket);

}  // namespace plumb
