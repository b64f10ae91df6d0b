#include "chat/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "text/utf8.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kMaxWords = 4096;
constexpr std::size_t kMaxShownWords = 300;
constexpr std::array<std::string_view, 4> kSteering = {"GGML_", "LLAMA_", "OMP_", "GOMP_"};
constexpr int kFirstOwnDescriptor = 10;  // above all that the child expects at fixed numbers

struct Descriptor {
  int fd = -1;
  Descriptor() = default;
  explicit Descriptor(int raised) : fd(raised) {}
  Descriptor(Descriptor&& other) noexcept : fd(std::exchange(other.fd, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  int release() { return std::exchange(fd, -1); }
};

// Out of the way of 0 to 3, which one that is given to the child would be overwritten by.
Descriptor raised(int low) {
  const Descriptor closing(low);
  return Descriptor(::fcntl(low, F_DUPFD_CLOEXEC, kFirstOwnDescriptor));
}

// Without the variables that steer ggml, llama.cpp and OpenMP: what a reply is, and how long it
// takes, must not depend on them.
std::vector<std::string> worker_environment() {
  // Threads that wait for each other spin for some 0.1 ms before they sleep.
  std::vector<std::string> kept = {"GGML_NO_BACKTRACE=1", "GOMP_SPINCOUNT=10000"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const auto steers = [&](std::string_view prefix) { return variable.starts_with(prefix); };
    if (std::ranges::none_of(kSteering, steers)) kept.emplace_back(variable);
  }
  return kept;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

Result<pid_t> spawn(const std::filesystem::path& program, int socket, int errors) {
  std::vector<std::string> arguments = {program.string()};
  std::vector<std::string> environment = worker_environment();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, kWorkerSocket);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int code = ::posix_spawn(&child, program.c_str(), &actions, &attributes,
                                 pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code == 0) return child;
  return fail(code == ENOENT ? ErrorCode::not_found : ErrorCode::io,
              fmt::format("cannot start {}: {}", program.string(), std::strerror(code)));
}

// The last line that says anything, short enough for a sentence.
std::string last_line(std::string_view words) {
  const std::size_t end = words.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return "";
  words = words.substr(0, end + 1);
  const std::size_t newline = words.rfind('\n');
  if (newline != std::string_view::npos) words.remove_prefix(newline + 1);
  std::string line = replace_invalid_utf8(words.substr(0, kMaxShownWords));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::max<decltype(left)>(left, 0));
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::filesystem::path& program) {
  const auto cannot = [&] {
    return fail(ErrorCode::io,
                fmt::format("cannot start {}: {}", program.string(), std::strerror(errno)));
  };
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return cannot();
  Descriptor ours = raised(ends[0]);
  const Descriptor theirs = raised(ends[1]);
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return cannot();
  Descriptor errors = raised(ends[0]);
  const Descriptor their_errors = raised(ends[1]);
  if (ours.fd < 0 || theirs.fd < 0 || errors.fd < 0 || their_errors.fd < 0) return cannot();
  for (const int fd : {ours.fd, errors.fd}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  PLUMB_TRY(const pid_t child, spawn(program, theirs.fd, their_errors.fd));
  return WorkerProcess(program.filename().string(), child, ours.release(), errors.release());
}

WorkerProcess::WorkerProcess(std::string name, pid_t child, int socket, int errors)
    : name_(std::move(name)), child_(child), socket_(socket), errors_(errors) {}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept {
  *this = std::move(other);
}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  if (this == &other) return *this;
  close_all();
  name_ = std::move(other.name_);
  child_ = std::exchange(other.child_, -1);
  socket_ = std::exchange(other.socket_, -1);
  errors_ = std::exchange(other.errors_, -1);
  unread_ = std::move(other.unread_);
  words_ = std::move(other.words_);
  return *this;
}

WorkerProcess::~WorkerProcess() {
  close_all();
}

void WorkerProcess::close_all() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);  // nothing of the child's outlives it anyway
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (socket_ >= 0) ::close(socket_);
  if (errors_ >= 0) ::close(errors_);
  child_ = socket_ = errors_ = -1;
}

Error WorkerProcess::ended(std::string_view what) {
  std::string how(what);
  if (child_ > 0) {
    // Its socket is closed, so that it is about to end by itself; a moment lets it say how.
    int status = 0;
    pid_t reaped = 0;
    for (int i = 0; i < 50 && what.empty() && reaped == 0; ++i) {
      reaped = ::waitpid(child_, &status, WNOHANG);
      if (reaped == 0) ::poll(nullptr, 0, 10);
    }
    read_errors();
    if (reaped == child_) child_ = -1;
    if (what.empty()) how = reaped > 0 ? how_it_ended(status) : "closed its socket";
  }
  close_all();
  const std::string words = last_line(words_);
  return {ErrorCode::io, fmt::format("the chat worker {} {}{}{}", name_, how,
                                     words.empty() ? "" : "; its last words: ", words)};
}

void WorkerProcess::read_errors() {
  std::array<char, 4096> buffer{};
  for (ssize_t got = 1; got > 0 && errors_ >= 0;) {
    got = ::read(errors_, buffer.data(), buffer.size());
    if (got > 0) words_.append(buffer.data(), static_cast<std::size_t>(got));
    if (words_.size() > kMaxWords) words_.erase(0, words_.size() - kMaxWords);
    if (got == 0) ::close(std::exchange(errors_, -1));
  }
}

Result<void> WorkerProcess::send(const WorkerCommand& command, milliseconds patience) {
  PLUMB_TRY(const std::string frame, encode_frame(command));
  const auto deadline = Clock::now() + patience;
  std::string_view left = frame;
  while (!left.empty()) {
    if (socket_ < 0) return std::unexpected(ended("is gone"));
    const ssize_t sent = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent > 0) left.remove_prefix(static_cast<std::size_t>(sent));
    if (sent >= 0 || errno == EINTR) continue;
    if (errno != EAGAIN) return std::unexpected(ended(""));
    const int wait = milliseconds_until(deadline);
    if (wait == 0) return std::unexpected(ended("does not listen and was killed"));
    pollfd writable{socket_, POLLOUT, 0};
    ::poll(&writable, 1, std::min(wait, 100));
    read_errors();  // or the child waits for us to read while we wait for it
  }
  return {};
}

Result<std::optional<WorkerEvent>> WorkerProcess::next_frame() {
  if (unread_.size() < kFrameHeadBytes) return std::nullopt;
  PLUMB_TRY(const std::size_t length, frame_length(unread_));
  if (unread_.size() < kFrameHeadBytes + length) return std::nullopt;
  auto event = parse_event(std::string_view(unread_).substr(kFrameHeadBytes, length));
  unread_.erase(0, kFrameHeadBytes + length);
  if (!event) return std::unexpected(event.error());
  return std::optional(*std::move(event));
}

Result<void> WorkerProcess::read_socket() {
  std::array<char, 65536> buffer{};
  const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (got > 0) unread_.append(buffer.data(), static_cast<std::size_t>(got));
  if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return {};
  return std::unexpected(ended(""));
}

Result<std::optional<WorkerEvent>> WorkerProcess::receive(milliseconds wait) {
  const auto deadline = Clock::now() + wait;
  while (true) {
    if (socket_ < 0) return std::unexpected(ended("is gone"));
    auto event = next_frame();
    if (!event) {
      ended("talks nonsense");
      return std::unexpected(event.error());
    }
    if (*event) return event;
    std::array<pollfd, 2> readable{pollfd{socket_, POLLIN, 0}, pollfd{errors_, POLLIN, 0}};
    const int ready = ::poll(readable.data(), readable.size(), milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) return std::nullopt;
    if (ready <= 0) return std::nullopt;
    if (readable[1].revents != 0) read_errors();
    if (readable[0].revents != 0) PLUMB_CHECK_RESULT(read_socket());
  }
}

}  // namespace plumb
