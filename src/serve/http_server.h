// HTTP/1.1 for one HttpHandler: a loop that reads and writes for every connection, and workers
// that answer. No thread a connection, no worker that waits for a client, and a bound on whatever
// a client can make grow; see http_limits.h and docs/service.md.
//
//   PLUMB_TRY(auto server, HttpServer::open(handler, metrics, options));
//   server->start();
//   ...
//   server->stop(std::chrono::seconds(30));
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/answered_request.h"
#include "serve/http_handler.h"
#include "serve/http_limits.h"
#include "serve/listen_address.h"
#include "serve/server_metrics.h"

namespace plumb {

struct HttpServerOptions {
  std::vector<ListenAddress> listen{ListenAddress{}};
  // PEM files, both or none: with them every address speaks TLS, 1.2 or newer.
  std::string certificate_file{};
  std::string key_file{};
  int workers = 0;                 // 0: two a CPU, 4 to 32
  std::size_t most_waiting = 256;  // requests that are whole and have no worker; beyond it 429
  HttpLimits limits{};
  // One call an answer, on the loop's thread: must not block.
  std::function<void(const AnsweredRequest&)> answered{};
};

class HttpServer {
 public:
  // Binds and listens, so that whoever connects now is answered after start(). The handler and the
  // metrics outlive the server. Raises this process's limit of open files as far as that is
  // allowed, and takes fewer connections where it is not enough.
  // Fails with conflict (the port is taken), io, or as TlsContext::load does.
  static Result<std::unique_ptr<HttpServer>> open(HttpHandler& handler, ServerMetrics& metrics,
                                                  HttpServerOptions options);
  ~HttpServer();  // stops at once
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // With the ports that the system gave.
  const std::vector<ListenAddress>& addresses() const;
  std::size_t most_connections() const;

  void start();
  // Accepts no more, closes what is idle, finishes what has begun; after `grace` closes the rest.
  // What a worker is at is waited for in any case. Whether everything could be finished. Once.
  bool stop(std::chrono::milliseconds grace);

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace plumb
