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
    LoopbackRequest request = parse(head);
    const auto length = request.headers.find("content-length");
    if (length != request.headers.end()) request.body = receive(fd, std::stoul(length->second));
    {
      const std::lock_guard lock(mutex);
      requests.push_back(request);
    }
    const LoopbackReply reply = handler(request);
    if (!stays(fd, reply.never ? std::chrono::hours(1) : reply.delay) || reply.never) return;
    send_reply(fd, reply);
  }

  static std::string receive(int fd, std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t at = 0;
    while (at < size) {
      const ssize_t got = ::recv(fd, bytes.data() + at, size - at, 0);
      if (got <= 0) break;
      at += static_cast<std::size_t>(got);
    }
    bytes.resize(at);
    return bytes;
  }

  // Waits; false where the other side has gone meanwhile, or the server is to stop.
  bool stays(int fd, std::chrono::milliseconds time) const {
    constexpr std::chrono::milliseconds kSlice{10};
    for (; time.count() > 0; time -= kSlice) {
      char byte = 0;
      if (stopping || ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) return false;
      std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(time, kSlice));
    }
    return true;
  }

  static LoopbackRequest parse(const std::string& head) {
    LoopbackRequest request;
    std::istringstream lines(head);
    std::string line;
    std::getline(lines, line);
    std::istringstream(line) >> request.method >> request.path;
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
    if (reply.end == BodyEnd::length) {
      head += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
    } else if (reply.end == BodyEnd::chunk) {
      head += "Transfer-Encoding: chunked\r\n";
    }
    head += "Connection: close\r\n\r\n";
    if (!send_all(fd, head)) return;
    const std::string_view body = std::string_view(reply.body).substr(0, reply.cut_after);
    for (std::size_t at = 0; at < body.size() && !stopping; at += reply.piece) {
      if (!stays(fd, reply.pause)) return;
      if (!send_piece(fd, body.substr(at, reply.piece), reply.end)) return;
    }
    const bool whole = body.size() == reply.body.size();
    if (whole && reply.end == BodyEnd::chunk) send_all(fd, "0\r\n\r\n");
  }

  static bool send_piece(int fd, std::string_view bytes, BodyEnd end) {
    if (end != BodyEnd::chunk) return send_all(fd, bytes);
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
    return send_all(fd, size + std::string(bytes) + "\r\n");
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
