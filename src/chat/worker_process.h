// A child process that loads a model and computes, so that a bad model file or a failed
// assertion in a library ends the child and not the run.
//
// The child is started without a shell, in a process group of its own: Ctrl-C reaches the
// parent alone, which decides. It ends when the parent does, however that happens, because its
// socket does. One thread at a time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "chat/worker_protocol.h"

namespace plumb {

class WorkerProcess {
 public:
  // Fails with not_found or io.
  static Result<WorkerProcess> start(const std::filesystem::path& program);

  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  ~WorkerProcess();  // kills

  // Fails with io where the child is gone or has not read for `patience`, and with
  // invalid_input where the command cannot be sent at all.
  Result<void> send(const WorkerCommand& command, std::chrono::milliseconds patience);

  // The next event, or none within `wait`. Fails with io where the child has ended, with how
  // and its last words, and with corrupt where it talks nonsense.
  Result<std::optional<WorkerEvent>> receive(std::chrono::milliseconds wait);

  // Kills it and says what happened: "the chat worker NAME WHAT", and its last words.
  Error ended(std::string_view what);

 private:
  WorkerProcess(std::string name, pid_t child, int socket, int errors);
  Result<std::optional<WorkerEvent>> next_frame();
  Result<void> read_socket();
  void read_errors();
  void close_all();

  std::string name_;  // of the program
  pid_t child_ = -1;
  int socket_ = -1;
  int errors_ = -1;     // what the child writes to its standard error
  std::string unread_;  // bytes of the socket, no whole frame yet
  std::string words_;   // the end of what came on errors_
};

}  // namespace plumb
