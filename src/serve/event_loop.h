// Sockets without a thread each: one loop that accepts, reads and writes, by Asio.
//
// Everything here is for the thread that is in run(), but post() and stop(), which are for any.
// What is handed in as `done` is called from run(), never from inside the call that took it.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "serve/listen_address.h"
#include "serve/tls_context.h"

namespace plumb {

// One connection, plain or TLS. At most one read and one write at a time. The bytes live until
// `done`, whose count is 0 at the connection's end, whatever the reason.
class Transport {
 public:
  using Done = std::function<void(std::size_t bytes)>;

  virtual ~Transport() = default;
  // The handshake, where there is one.
  virtual void open(std::function<void(bool opened)> done) = 0;
  virtual void read(std::span<char> into, Done done) = 0;
  virtual void write(std::string_view bytes, Done done) = 0;  // some of them
  // Tells the other side that nothing more comes; after it, only discard() and close().
  virtual void end_writing(std::function<void()> done) = 0;
  // Reads what the other side still sends, for nobody.
  virtual void discard(std::span<char> into, Done done) = 0;
  virtual void close() = 0;

  virtual const std::string& remote() const = 0;  // the other side's address, without a port
  virtual bool is_secure() const = 0;
};

struct ListenEvents {
  std::function<void(std::shared_ptr<Transport>)> accepted;
  // The system has no descriptor or memory for another connection. It is tried again soon.
  std::function<void()> exhausted;
};

class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Where it listens: the address with its port. Before run(). Fails with conflict (the port is
  // taken), or io.
  Result<ListenAddress> listen(const ListenAddress& address, const std::optional<TlsContext>& tls,
                               ListenEvents events);
  void stop_listening();

  void every(std::chrono::milliseconds time, std::function<void()> call);
  void post(std::function<void()> call);

  void run();   // until stop()
  void stop();  // what was posted and not called is dropped

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
