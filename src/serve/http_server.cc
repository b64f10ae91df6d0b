#include "serve/http_server.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/cpu.h"
#include "serve/event_loop.h"
#include "serve/http_connection.h"
#include "serve/worker_pool.h"

namespace plumb {
namespace {

// Beyond the bound, so that the first ones too many are told why.
constexpr std::size_t kRefusedConnections = 64;
// The database, models, logs.
constexpr std::size_t kOtherFiles = 192;

int workers_for(int wanted) {
  return wanted > 0 ? wanted : std::clamp(2 * available_cpus(), 4, 32);
}

// Raises the soft limit of open files for so many connections; returns how many it allows.
std::size_t connections_that_files_allow(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t needed = wanted + kRefusedConnections + kOtherFiles;
  if (limit.rlim_cur < needed) {
    limit.rlim_cur = std::min(needed, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur >= needed) return wanted;
  constexpr std::size_t kLeast = 16;
  const std::size_t others = kRefusedConnections + kOtherFiles;
  return limit.rlim_cur > others + kLeast ? limit.rlim_cur - others : kLeast;
}

// Often enough that no deadline is missed by more than a quarter.
std::chrono::milliseconds look_interval(const HttpLimits& limits) {
  const auto shortest =
      std::min({limits.handshake_time, limits.head_time, limits.keep_alive_time, limits.linger_time,
                limits.body.pause, limits.body.grace, limits.answer.pause, limits.answer.grace});
  return std::clamp(shortest / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(250));
}

}  // namespace

struct HttpServer::State {
  State(HttpHandler& handler, ServerMetrics& counts, HttpServerOptions wanted)
      : options(std::move(wanted)),
        metrics(counts),
        workers(workers_for(options.workers), options.most_waiting, counts),
        host{handler, options.limits, counts,
             workers, *loop,          HeldMemory(options.limits.most_held_bytes, counts)} {
    host.answered = options.answered;
    host.closed = [this](HttpConnection& connection) { forget(connection); };
  }

  ~State() {
    stop_threads();
    connections.clear();
    loop.reset();  // what it still has to call holds connections, and these the host
  }

  Result<void> listen();
  void accept(std::shared_ptr<Transport> transport);
  void forget(HttpConnection& connection);
  void close_oldest_idle();
  void look_at_deadlines();
  void stop_threads();

  HttpServerOptions options;
  ServerMetrics& metrics;
  std::unique_ptr<EventLoop> loop = std::make_unique<EventLoop>();
  WorkerPool workers;
  ConnectionHost host;
  std::unordered_map<HttpConnection*, std::shared_ptr<HttpConnection>> connections;
  std::vector<ListenAddress> addresses;
  std::thread loop_thread;

  std::mutex mutex;  // for is_empty alone
  std::condition_variable emptied;
  bool is_empty = false;  // after a wish to stop: the last connection is gone
};

Result<void> HttpServer::State::listen() {
  std::optional<TlsContext> tls;
  if (options.certificate_file.empty() != options.key_file.empty()) {
    return fail(ErrorCode::invalid_input,
                "TLS needs a certificate and its key; give the files of both, or of neither");
  }
  if (!options.certificate_file.empty()) {
    PLUMB_TRY(tls, TlsContext::load(options.certificate_file, options.key_file));
  }
  for (const ListenAddress& address : options.listen) {
    ListenEvents events;
    events.accepted = [this](std::shared_ptr<Transport> transport) {
      accept(std::move(transport));
    };
    events.exhausted = [this] {
      metrics.count_refusal("accept_failed");
      close_oldest_idle();
    };
    PLUMB_TRY(ListenAddress bound, loop->listen(address, tls, std::move(events)));
    addresses.push_back(std::move(bound));
  }
  return {};
}

void HttpServer::State::accept(std::shared_ptr<Transport> transport) {
  metrics.count_connection();
  const std::size_t most = options.limits.most_connections;
  if (connections.size() >= most) close_oldest_idle();
  const bool is_one_too_many = connections.size() >= most;
  if (connections.size() >= most + kRefusedConnections) {
    metrics.count_refusal("connections_full");
    return transport->close();
  }
  auto connection = std::make_shared<HttpConnection>(std::move(transport), host, is_one_too_many);
  HttpConnection* key = connection.get();
  connections.emplace(key, connection);
  metrics.set_connections(connections.size());
  connection->open();
}

void HttpServer::State::forget(HttpConnection& connection) {
  connections.erase(&connection);
  metrics.set_connections(connections.size());
  if (!host.is_stopping || !connections.empty()) return;
  {
    const std::scoped_lock lock(mutex);
    is_empty = true;
  }
  emptied.notify_all();
}

void HttpServer::State::close_oldest_idle() {
  if (!host.idle.empty()) host.idle.front()->close();
}

void HttpServer::State::look_at_deadlines() {
  const auto now = HttpConnection::Clock::now();
  std::vector<std::shared_ptr<HttpConnection>> all;  // a deadline may take a connection away
  all.reserve(connections.size());
  for (const auto& [key, connection] : connections) all.push_back(connection);
  for (const auto& connection : all) connection->check_deadline(now);
}

void HttpServer::State::stop_threads() {
  loop->stop();
  if (loop_thread.joinable()) loop_thread.join();
  workers.stop();
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::open(HttpHandler& handler, ServerMetrics& metrics,
                                                     HttpServerOptions options) {
  std::size_t& connections = options.limits.most_connections;
  connections = connections_that_files_allow(connections);
  auto state = std::make_unique<State>(handler, metrics, std::move(options));
  PLUMB_CHECK_RESULT(state->listen());
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

const std::vector<ListenAddress>& HttpServer::addresses() const {
  return state_->addresses;
}

std::size_t HttpServer::most_connections() const {
  return state_->options.limits.most_connections;
}

void HttpServer::start() {
  State& state = *state_;
  state.loop->every(look_interval(state.options.limits), [&state] { state.look_at_deadlines(); });
  state.loop_thread = std::thread([&state] { state.loop->run(); });
}

bool HttpServer::stop(std::chrono::milliseconds grace) {
  State& state = *state_;
  state.loop->post([&state] {
    state.loop->stop_listening();
    state.host.is_stopping = true;
    std::vector<std::shared_ptr<HttpConnection>> all;
    for (const auto& [key, connection] : state.connections) all.push_back(connection);
    for (const auto& connection : all) connection->stop_gently();
    if (!state.connections.empty()) return;
    const std::scoped_lock lock(state.mutex);
    state.is_empty = true;
    state.emptied.notify_all();
  });
  bool is_finished = false;
  {
    std::unique_lock lock(state.mutex);
    is_finished = state.emptied.wait_for(lock, grace, [&state] { return state.is_empty; });
  }
  state.stop_threads();
  return is_finished;
}

}  // namespace plumb
