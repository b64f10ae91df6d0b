// What the tests of the HTTP server share: a handler that shows what reached it, a server around
// it, and a client that sends bytes as they are.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http_server.h"

namespace plumb {

// A door that tests hold closed while a worker stands before it.
class HeldDoor {
 public:
  void open();
  void wait();                        // until it is open
  void wait_for_visitors(int count);  // until so many stand before it

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
  int visitors_ = 0;
};

// GET  /planned        answered before any body is read
// any  /echo           "METHOD PATH|name=value|...\n" and the body; at most 1 MiB
// any  /gate           as /echo, once `gate` is open
// any  /stranger       401 before its body is read, by a worker
// any  /known          as /echo, admitted by a worker before its body is read
// GET  /large          8 MiB of "x"
// any  /throw          an exception
// POST /stream         counts; at most 64 MiB
// POST /stream/refused 401 before the first byte
// POST /stream/early   409 at the first bytes
// POST /stream/gate    each window waits for the gate
// POST /stream/kept    holds on to all that came
class ShowingHandler : public HttpHandler {
 public:
  BodyPlan plan(const ServedRequest& head) override;
  std::optional<ServedResponse> admit(const ServedRequest& head) override;
  ServedResponse answer(ServedRequest request) override;
  std::unique_ptr<StreamedBody> stream(ServedRequest head) override;
  ServedResponse refuse(int status, std::string_view sentence) override;

  HeldDoor gate;
  std::atomic<int> answers = 0;
  std::atomic<int> broken_streams = 0;
  std::atomic<std::size_t> streamed_bytes = 0;
  std::atomic<std::size_t> largest_window = 0;
};

struct RawResponse {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// Waits for half a minute at most, whatever it waits for.
class RawClient {
 public:
  explicit RawClient(const ListenAddress& address);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;

  bool send(std::string_view bytes);  // false where the other side has gone
  // The next answer; `to_head` has no body. None where the connection ended first.
  std::optional<RawResponse> receive(bool to_head = false);
  // Whether nothing but the end of the connection comes.
  bool is_at_end();
  // Sends and receives.
  std::optional<RawResponse> ask(std::string_view bytes);
  void end_sending();

 private:
  bool read_more();
  int socket_ = -1;
  std::string input_;
};

// A server on a free port of 127.0.0.1, with two workers.
class HttpWorld {
 public:
  static HttpServerOptions quick();
  explicit HttpWorld(HttpServerOptions options = quick());

  RawClient connect() const { return RawClient(server->addresses().front()); }

  ShowingHandler handler;
  ServerMetrics metrics;
  std::unique_ptr<HttpServer> server;
};

// "POST PATH" with a Content-Length, and the body.
std::string post(std::string_view path, std::string_view body);
std::string get(std::string_view path);

// Whether it holds within half a minute.
bool eventually(const std::function<bool()>& holds);

}  // namespace plumb
