#include "parent_link.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <thread>

namespace plumb {
namespace {

constexpr std::chrono::milliseconds kBetweenSigns{500};

}  // namespace

ParentLink::ParentLink(int socket)
    : socket_(socket), last_sign_(std::chrono::steady_clock::now()) {}

bool ParentLink::read_bytes(std::string& bytes) {
  for (std::size_t have = 0; have < bytes.size();) {
    const ssize_t got = ::recv(socket_, bytes.data() + have, bytes.size() - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    have += static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<WorkerCommand> ParentLink::read() {
  std::string head(kFrameHeadBytes, '\0');
  if (!read_bytes(head)) return std::nullopt;
  const auto length = frame_length(head);
  if (!length) return std::nullopt;  // no parent of ours
  std::string body(*length, '\0');
  if (!read_bytes(body)) return std::nullopt;
  auto command = parse_command(body);
  if (!command) return std::nullopt;
  return *std::move(command);
}

bool ParentLink::has_command() const {
  pollfd readable{socket_, POLLIN, 0};
  return ::poll(&readable, 1, 0) > 0;
}

void ParentLink::write(const WorkerEvent& event) {
  const auto frame = encode_frame(event);
  if (!frame) std::abort();  // every text in it was made valid, and is short
  std::string_view left = *frame;
  while (!left.empty()) {
    const ssize_t sent = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) ::_exit(0);
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void ParentLink::sign(std::uint64_t new_tokens) {
  tokens_ += new_tokens;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_sign_ < kBetweenSigns) return;
  last_sign_ = now;
  write(WorkerSign{tokens_});
}

void end_with_parent(int socket) {
  std::thread([socket] {
    pollfd closed{socket, POLLRDHUP, 0};
    while (::poll(&closed, 1, -1) < 0 && errno == EINTR) {
    }
    ::_exit(0);
  }).detach();
}

}  // namespace plumb
