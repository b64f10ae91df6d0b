#include "support/loopback_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <thread>

namespace plumb {

struct LoopbackServer::State {
  Handler handler;
  int listener = -1;
  int port = 0;
  std::atomic<bool> stopping{false};
  mutable std::mutex mutex;
  std::vector<LoopbackRequest> requests;
  std::vector<std::thread> connections;
  std::thread acceptor;

  void accept_all() {
    while (!stopping) {
      const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) return;
      connections.emplace_back([this, fd] {
        serve(fd);
        ::close(fd);
      });
    }
  }

  void serve(int fd) {
    std::string head;
    char byte = 0;
    while (!head.ends_with("\r\n\r\n") && ::recv(fd, &byte, 1, 0) == 1) head += byte;
    const LoopbackRequest request = parse(head);
    {
      const std::lock_guard lock(mutex);
      requests.push_back(request);
    }
    send_reply(fd, handler(request));
  }

  static LoopbackRequest parse(const std::string& head) {
    LoopbackRequest request;
    std::istringstream lines(head);
    std::string line, method;
    std::getline(lines, line);
    std::istringstream(line) >> method >> request.path;
    while (std::getline(lines, line) && line.size() > 1) {
      const std::size_t colon = line.find(": ");
      std::string name = line.substr(0, colon);
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
      request.headers[name] = line.substr(colon + 2, line.size() - colon - 3);
    }
    return request;
  }

  void send_reply(int fd, const LoopbackReply& reply) const {
    std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " status\r\n";
    for (const auto& [name, value] : reply.headers) head += name + ": " + value + "\r\n";
    head += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
    head += "Connection: close\r\n\r\n";
    if (!send_all(fd, head)) return;
    const std::string_view body = std::string_view(reply.body).substr(0, reply.cut_after);
    constexpr std::size_t kPiece = 64 * 1024;
    for (std::size_t at = 0; at < body.size() && !stopping; at += kPiece) {
      if (reply.pause.count() > 0) std::this_thread::sleep_for(reply.pause);
      if (!send_all(fd, body.substr(at, kPiece))) return;
    }
  }

  static bool send_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
};

LoopbackServer::LoopbackServer(Handler handler) : state_(std::make_unique<State>()) {
  state_->handler = std::move(handler);
  state_->listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(state_->listener, generic, size) != 0 || ::listen(state_->listener, 16) != 0 ||
      ::getsockname(state_->listener, generic, &size) != 0) {
    std::abort();
  }
  state_->port = ntohs(address.sin_port);
  state_->acceptor = std::thread([state = state_.get()] { state->accept_all(); });
}

LoopbackServer::~LoopbackServer() {
  state_->stopping = true;
  ::shutdown(state_->listener, SHUT_RDWR);
  state_->acceptor.join();
  ::close(state_->listener);
  for (std::thread& connection : state_->connections) connection.join();
}

std::string LoopbackServer::url() const {
  return "http://127.0.0.1:" + std::to_string(state_->port);
}

std::vector<LoopbackRequest> LoopbackServer::requests() const {
  const std::lock_guard lock(state_->mutex);
  return state_->requests;
}

LoopbackReply ranged_reply(const LoopbackRequest& request, const std::string& content,
                           const std::string& etag) {
  LoopbackReply reply;
  reply.headers = {{"ETag", etag}, {"Accept-Ranges", "bytes"}};
  reply.body = content;
  const auto range = request.headers.find("range");
  if (range == request.headers.end()) return reply;
  const auto condition = request.headers.find("if-range");
  if (condition != request.headers.end() && condition->second != etag) return reply;
  std::size_t begin = 0;
  if (std::sscanf(range->second.c_str(), "bytes=%zu-", &begin) != 1) return reply;
  if (begin >= content.size()) {
    reply.status = 416;
    reply.body.clear();
    return reply;
  }
  reply.status = 206;
  reply.headers.emplace_back("Content-Range", "bytes " + std::to_string(begin) + "-" +
                                                  std::to_string(content.size() - 1) + "/" +
                                                  std::to_string(content.size()));
  reply.body = content.substr(begin);
  return reply;
}

}  // namespace plumb
