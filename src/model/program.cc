#include "model/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/interrupt.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxOutput = 64 * 1024;

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    if (read >= 0) ::close(read);
    close_write();
  }
  void close_write() {
    if (write >= 0) ::close(write);
    write = -1;
  }
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

Result<pid_t> spawn(const std::vector<std::string>& arguments, int output) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int code = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) {
    return fail(code == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("cannot run {}: {}", arguments[0], std::strerror(code)));
  }
  return child;
}

// True when the pipe was read to its end before the deadline.
bool read_to_end(int fd, Clock::time_point deadline, std::string& output) {
  std::array<char, 4096> buffer{};
  while (output.size() <= kMaxOutput) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{fd, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (interrupted()) return false;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return false;
}

}  // namespace

Result<std::string> output_of_program(const std::vector<std::string>& arguments,
                                      std::chrono::milliseconds timeout) {
  Pipe pipe;
  if (!pipe.open()) {
    return fail(ErrorCode::io,
                fmt::format("cannot run {}: {}", arguments[0], std::strerror(errno)));
  }
  PLUMB_TRY(const pid_t child, spawn(arguments, pipe.write));
  pipe.close_write();
  std::string output;
  const bool whole = read_to_end(pipe.read, Clock::now() + timeout, output);
  if (!whole) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!whole) {
    return fail(ErrorCode::io,
                fmt::format("{} did not answer within {} ms", arguments[0], timeout.count()));
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return fail(ErrorCode::io, fmt::format("{} failed", arguments[0]));
  }
  return output;
}

}  // namespace plumb
