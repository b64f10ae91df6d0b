#include "serve/http_world.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>

namespace plumb {
namespace {

constexpr std::chrono::seconds kPatience{30};

std::string shown(const ServedRequest& request) {
  std::string text = request.method + " " + request.path;
  for (const auto& [name, value] : request.query) text += "|" + name + "=" + value;
  return text + "\n" + request.body;
}

class CountingStream : public StreamedBody {
 public:
  CountingStream(ShowingHandler& handler, std::string path)
      : handler_(handler), path_(std::move(path)) {}

  std::optional<ServedResponse> take(std::string_view bytes) override {
    if (path_ == "/stream/refused") return ServedResponse{401, "text/plain", {}, "no"};
    if (bytes.empty()) return std::nullopt;
    if (path_ == "/stream/early") return ServedResponse{409, "text/plain", {}, "enough"};
    if (path_ == "/stream/gate") handler_.gate.wait();
    total_ += bytes.size();
    handler_.streamed_bytes += bytes.size();
    handler_.largest_window = std::max(handler_.largest_window.load(), bytes.size());
    return std::nullopt;
  }
  ServedResponse finish() override { return {200, "text/plain", {}, std::to_string(total_)}; }
  void broke_off() override { ++handler_.broken_streams; }
  void tell_durable(ServedResponse& refusal) const override {
    refusal.body += " durable: " + std::to_string(total_);
  }
  std::size_t held_bytes() const override { return path_ == "/stream/kept" ? total_ : 0; }

 private:
  ShowingHandler& handler_;
  std::string path_;
  std::size_t total_ = 0;
};

sockaddr_in socket_address(const ListenAddress& address) {
  sockaddr_in made{};
  made.sin_family = AF_INET;
  made.sin_port = htons(address.port);
  if (::inet_pton(AF_INET, address.host.c_str(), &made.sin_addr) != 1) std::abort();
  return made;
}

}  // namespace

void HeldDoor::open() {
  const std::scoped_lock lock(mutex_);
  is_open_ = true;
  changed_.notify_all();
}

void HeldDoor::wait() {
  std::unique_lock lock(mutex_);
  ++visitors_;
  changed_.notify_all();
  changed_.wait_for(lock, kPatience, [this] { return is_open_; });
}

void HeldDoor::wait_for_visitors(int count) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return visitors_ >= count; });
}

BodyPlan ShowingHandler::plan(const ServedRequest& head) {
  if (head.path == "/planned") return ServedResponse{200, "text/plain", {}, "planned"};
  if (head.path.starts_with("/stream")) return StreamedBodyPlan{64 * 1024 * 1024};
  return BufferedBody{1024 * 1024, head.path == "/stranger" || head.path == "/known"};
}

std::optional<ServedResponse> ShowingHandler::admit(const ServedRequest& head) {
  if (head.path == "/known") return std::nullopt;
  return ServedResponse{401, "text/plain", {}, "who are you?"};
}

ServedResponse ShowingHandler::answer(ServedRequest request) {
  ++answers;
  if (request.path == "/throw") throw std::runtime_error("a bug");
  if (request.path == "/gate") gate.wait();
  if (request.path == "/large") {
    return {200, "text/plain", {}, std::string(8 * 1024 * 1024, 'x')};
  }
  if (request.path == "/headers") return {200, "text/plain", {{"X-A", "a\r\nX-B: b"}}, ""};
  return {200, "text/plain", {}, shown(request)};
}

std::unique_ptr<StreamedBody> ShowingHandler::stream(ServedRequest head) {
  return std::make_unique<CountingStream>(*this, head.path);
}

ServedResponse ShowingHandler::refuse(int status, std::string_view sentence) {
  return {status, "text/plain", {}, std::string(sentence)};
}

RawClient::RawClient(const ListenAddress& address) {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{kPatience.count(), 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const sockaddr_in to = socket_address(address);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    ::close(socket_);
    socket_ = -1;
  }
}

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), input_(std::move(other.input_)) {}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawClient::end_sending() {
  ::shutdown(socket_, SHUT_WR);
}

bool RawClient::read_more() {
  char buffer[64 * 1024];
  const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
  if (got <= 0) return false;
  input_.append(buffer, static_cast<std::size_t>(got));
  return true;
}

std::optional<RawResponse> RawClient::receive(bool to_head) {
  std::size_t end = 0;
  while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
    if (!read_more()) return std::nullopt;
  }
  RawResponse response;
  response.status = std::atoi(input_.c_str() + std::string_view("HTTP/1.1 ").size());
  std::size_t line = input_.find("\r\n") + 2;
  while (line < end) {
    const std::size_t colon = input_.find(": ", line);
    const std::size_t stop = input_.find("\r\n", line);
    std::string name = input_.substr(line, colon - line);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    response.headers[name] = input_.substr(colon + 2, stop - colon - 2);
    line = stop + 2;
  }
  input_.erase(0, end + 4);
  const std::string& length = response.headers["content-length"];
  const std::size_t size = to_head || length.empty() ? 0 : std::stoul(length);
  while (input_.size() < size) {
    if (!read_more()) return std::nullopt;
  }
  response.body = input_.substr(0, size);
  input_.erase(0, size);
  return response;
}

bool RawClient::is_at_end() {
  return input_.empty() && !read_more();
}

std::optional<RawResponse> RawClient::ask(std::string_view bytes) {
  send(bytes);
  return receive();
}

HttpServerOptions HttpWorld::quick() {
  HttpServerOptions options;
  options.listen = {ListenAddress{"127.0.0.1", 0}};
  options.workers = 2;
  options.limits.linger_time = std::chrono::milliseconds(2'000);
  return options;
}

HttpWorld::HttpWorld(HttpServerOptions options) {
  auto opened = HttpServer::open(handler, metrics, std::move(options));
  if (!opened) throw std::runtime_error(opened.error().message);
  server = *std::move(opened);
  server->start();
}

std::string get(std::string_view path) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

std::string post(std::string_view path, std::string_view body) {
  return "POST " + std::string(path) +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + std::string(body);
}

bool eventually(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace plumb
