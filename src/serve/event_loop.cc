#include "serve/event_loop.h"

#include <fmt/format.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <utility>
#include <vector>

namespace plumb {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Failure = boost::system::error_code;
using Socket = asio::basic_stream_socket<tcp, asio::io_context::executor_type>;
using Acceptor = asio::basic_socket_acceptor<tcp, asio::io_context::executor_type>;

// Those who speak plain HTTP to a port for TLS are told so, in the only words that they know.
constexpr std::string_view kSpeakTls =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 41\r\n"
    "Connection: close\r\n\r\nThis port speaks TLS; ask it by https://\n";

std::string address_of(const Socket& socket) {
  Failure failure;
  const auto endpoint = socket.remote_endpoint(failure);
  return failure ? std::string() : endpoint.address().to_string();
}

// Keeps the transport until its operation is over.
auto counted(std::shared_ptr<Transport> self, Transport::Done done) {
  return [self = std::move(self), done = std::move(done)](
             const Failure& failure, std::size_t bytes) { done(failure ? 0 : bytes); };
}

class PlainTransport final : public Transport, public std::enable_shared_from_this<PlainTransport> {
 public:
  explicit PlainTransport(Socket socket)
      : socket_(std::move(socket)), remote_(address_of(socket_)) {}

  void open(std::function<void(bool)> done) override {
    asio::post(socket_.get_executor(), [done = std::move(done)] { done(true); });
  }
  void read(std::span<char> into, Done done) override {
    socket_.async_read_some(asio::buffer(into.data(), into.size()),
                            counted(shared_from_this(), std::move(done)));
  }
  void write(std::string_view bytes, Done done) override {
    socket_.async_write_some(asio::buffer(bytes.data(), bytes.size()),
                             counted(shared_from_this(), std::move(done)));
  }
  void end_writing(std::function<void()> done) override {
    Failure ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    asio::post(socket_.get_executor(), std::move(done));
  }
  void discard(std::span<char> into, Done done) override { read(into, std::move(done)); }
  void close() override {
    Failure ignored;
    socket_.close(ignored);
  }
  const std::string& remote() const override { return remote_; }
  bool is_secure() const override { return false; }

 private:
  Socket socket_;
  std::string remote_;
};

class TlsTransport final : public Transport, public std::enable_shared_from_this<TlsTransport> {
 public:
  TlsTransport(Socket socket, std::shared_ptr<asio::ssl::context> context)
      : context_(std::move(context)),
        remote_(address_of(socket)),
        stream_(std::move(socket), *context_) {}

  void open(std::function<void(bool)> done) override {
    stream_.async_handshake(
        asio::ssl::stream_base::server,
        [self = shared_from_this(), done = std::move(done)](const Failure& failure) mutable {
          if (self->is_plain_http(failure)) {
            self->tell_to_speak_tls(std::move(done));
          } else {
            done(!failure);
          }
        });
  }
  void read(std::span<char> into, Done done) override {
    stream_.async_read_some(asio::buffer(into.data(), into.size()),
                            counted(shared_from_this(), std::move(done)));
  }
  void write(std::string_view bytes, Done done) override {
    stream_.async_write_some(asio::buffer(bytes.data(), bytes.size()),
                             counted(shared_from_this(), std::move(done)));
  }
  // Says goodbye and waits for the answer; whatever comes instead of it ends the wait.
  void end_writing(std::function<void()> done) override {
    stream_.async_shutdown([self = shared_from_this(), done = std::move(done)](const Failure&) {
      Failure ignored;
      self->socket().shutdown(tcp::socket::shutdown_send, ignored);
      done();
    });
  }
  // As it comes off the wire: nobody wants to know what it says.
  void discard(std::span<char> into, Done done) override {
    socket().async_read_some(asio::buffer(into.data(), into.size()),
                             counted(shared_from_this(), std::move(done)));
  }
  void close() override {
    Failure ignored;
    socket().close(ignored);
  }
  const std::string& remote() const override { return remote_; }
  bool is_secure() const override { return true; }

 private:
  Socket& socket() { return stream_.next_layer(); }

  static bool is_plain_http(const Failure& failure) {
    return failure.category() == asio::error::get_ssl_category() &&
           ERR_GET_REASON(static_cast<unsigned long>(failure.value())) == SSL_R_HTTP_REQUEST;
  }
  void tell_to_speak_tls(std::function<void(bool)> done) {
    asio::async_write(socket(), asio::buffer(kSpeakTls.data(), kSpeakTls.size()),
                      [self = shared_from_this(), done = std::move(done)](
                          const Failure&, std::size_t) { done(false); });
  }

  std::shared_ptr<asio::ssl::context> context_;
  std::string remote_;
  asio::ssl::stream<Socket> stream_;
};

// Accepts until it is closed, whatever goes wrong meanwhile.
class Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(asio::io_context& context, std::shared_ptr<asio::ssl::context> tls, ListenEvents events)
      : acceptor_(context), pause_(context), tls_(std::move(tls)), events_(std::move(events)) {}

  Failure open(const tcp::endpoint& endpoint) {
    Failure failure;
    acceptor_.open(endpoint.protocol(), failure);
    if (!failure) acceptor_.set_option(asio::socket_base::reuse_address(true), failure);
    if (!failure && endpoint.address().is_v6()) {
      acceptor_.set_option(asio::ip::v6_only(true), failure);
    }
    if (!failure) acceptor_.bind(endpoint, failure);
    if (!failure) acceptor_.listen(asio::socket_base::max_listen_connections, failure);
    return failure;
  }

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  void accept() {
    acceptor_.async_accept([self = shared_from_this()](const Failure& failure, Socket socket) {
      if (!self->acceptor_.is_open()) return;
      if (failure) {
        self->accept_later();
      } else {
        self->hand_over(std::move(socket));
        self->accept();
      }
    });
  }

  void close() {
    Failure ignored;
    acceptor_.close(ignored);
    pause_.cancel();
  }

 private:
  void hand_over(Socket socket) {
    Failure ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    if (tls_) {
      events_.accepted(std::make_shared<TlsTransport>(std::move(socket), tls_));
    } else {
      events_.accepted(std::make_shared<PlainTransport>(std::move(socket)));
    }
  }

  // EMFILE and its like stay until somebody closes something: asking again at once would spin.
  void accept_later() {
    constexpr std::chrono::milliseconds kPause{50};
    events_.exhausted();
    pause_.expires_after(kPause);
    pause_.async_wait([self = shared_from_this()](const Failure& failure) {
      if (!failure && self->acceptor_.is_open()) self->accept();
    });
  }

  Acceptor acceptor_;
  asio::steady_timer pause_;
  std::shared_ptr<asio::ssl::context> tls_;
  ListenEvents events_;
};

void call_every(std::shared_ptr<asio::steady_timer> timer, std::chrono::milliseconds time,
                std::function<void()> call) {
  timer->expires_after(time);
  asio::steady_timer& waiting = *timer;
  waiting.async_wait(
      [timer = std::move(timer), time, call = std::move(call)](const Failure& failure) mutable {
        if (failure) return;
        call();
        call_every(std::move(timer), time, std::move(call));
      });
}

}  // namespace

struct EventLoop::State {
  asio::io_context context{1};
  std::vector<std::shared_ptr<Listener>> listeners;
};

EventLoop::EventLoop() : state_(std::make_unique<State>()) {}
EventLoop::~EventLoop() = default;

Result<ListenAddress> EventLoop::listen(const ListenAddress& address,
                                        const std::optional<TlsContext>& tls, ListenEvents events) {
  Failure failure;
  const auto ip = asio::ip::make_address(address.host, failure);
  std::shared_ptr<asio::ssl::context> context;
  if (tls) {
    SSL_CTX_up_ref(tls->native());
    context = std::make_shared<asio::ssl::context>(tls->native());
  }
  auto listener = std::make_shared<Listener>(state_->context, context, std::move(events));
  if (!failure) failure = listener->open(tcp::endpoint(ip, address.port));
  if (failure == asio::error::address_in_use) {
    return fail(ErrorCode::conflict,
                fmt::format("{} is in use by another program; give another port, or end that one",
                            address.text()));
  }
  if (failure) {
    return fail(ErrorCode::io,
                fmt::format("cannot listen on {}: {}", address.text(), failure.message()));
  }
  state_->listeners.push_back(listener);
  listener->accept();
  return ListenAddress{address.host, listener->port()};
}

void EventLoop::stop_listening() {
  for (const auto& listener : state_->listeners) listener->close();
  state_->listeners.clear();
}

void EventLoop::every(std::chrono::milliseconds time, std::function<void()> call) {
  call_every(std::make_shared<asio::steady_timer>(state_->context), time, std::move(call));
}

void EventLoop::post(std::function<void()> call) {
  asio::post(state_->context, std::move(call));
}

void EventLoop::run() {
  const auto work = asio::make_work_guard(state_->context);
  while (!state_->context.stopped()) {
    try {
      state_->context.run();
    } catch (const std::exception&) {
      continue;  // no memory for one step of one connection; its deadline ends it
    }
  }
}

void EventLoop::stop() {
  state_->context.stop();
}

}  // namespace plumb
