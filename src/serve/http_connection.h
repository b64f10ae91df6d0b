// One connection's requests, one after the other: read, planned, answered, written.
//
// A machine of states that one thread moves, the event loop's; what runs on a worker meanwhile
// comes back by a post. In every state but `answering`, where it is the server's turn, a deadline
// runs. While a request is answered nothing is read: what a client sends ahead waits in its
// socket, and answers keep the order of their requests.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/answered_request.h"
#include "serve/event_loop.h"
#include "serve/head_scanner.h"
#include "serve/held_memory.h"
#include "serve/http_handler.h"
#include "serve/http_limits.h"
#include "serve/progress_deadline.h"
#include "serve/request_parser.h"
#include "serve/worker_pool.h"

namespace plumb {

class HttpConnection;

// What the connections of a server share; outlives them.
struct ConnectionHost {
  HttpHandler& handler;
  const HttpLimits& limits;
  ServerMetrics& metrics;
  WorkerPool& workers;
  EventLoop& loop;
  HeldMemory memory;
  std::function<void(HttpConnection&)> closed{};
  std::function<void(const AnsweredRequest&)> answered{};  // may be empty
  std::list<HttpConnection*> idle{};                       // those that wait for a request
  bool is_stopping = false;
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  // `is_one_too_many`: its request is answered 503.
  HttpConnection(std::shared_ptr<Transport> transport, ConnectionHost& host, bool is_one_too_many);

  void open();
  void check_deadline(Clock::time_point now);
  // Closes what waits for a request; another answer is its connection's last.
  void stop_gently();
  void close();

 private:
  enum class State {
    handshaking,
    idle,
    head,
    continuing,  // sends 100 Continue
    body,
    answering,
    writing,
    draining,   // reads the rest of a body that is answered already
    lingering,  // has said all, and lets the other side see it
    closed,
  };
  enum class Ending { keep, linger, cut };

  // What is known of one request.
  struct Exchange {
    HeadScanner scanner{};
    RequestParser parser{};
    ServedRequest request{};
    Clock::time_point begun{};
    AnsweredRequest answered{};
    std::size_t most_body_bytes = 0;
    std::uint64_t received = 0;  // of the body
    std::string content{};       // the body so far, or a stream's window
    bool is_streamed = false;
    std::unique_ptr<StreamedBody> stream{};
    bool may_wait_for_continue = false;
  };

  // Reading.
  void await_request();
  void read_more(std::size_t most);
  void move_on();  // with what is in input_
  void take_head();
  void begin_exchange(std::size_t head_bytes);
  void take_plan(BodyPlan plan);
  void begin_body();
  void take_body();
  void read_body();
  void body_grew(std::size_t bytes);
  bool make_room(std::size_t more);
  void drain();
  void input_ended();

  // Answering.
  void dispatch_admission();
  void dispatch_answer();
  void dispatch_stream();
  void dispatch_window();
  using StreamStep = std::optional<ServedResponse> (*)(ConnectionHost&, Exchange&);
  static void move_stream(std::shared_ptr<HttpConnection> self, StreamStep step);
  void stream_moved(std::optional<ServedResponse> answer);
  void abandon_stream();
  void refuse(int status, std::string_view sentence, std::string_view reason,
              Ending ending = Ending::linger);
  ServedResponse refusal_of(int status, std::string_view sentence, std::string_view reason);
  void respond(ServedResponse response, Ending ending = Ending::keep);
  bool finds_room(const ServedResponse& response);
  bool can_drain() const;

  // Writing.
  void write_more();
  void written();
  void linger();
  void discard();

  void enter(State state, Clock::time_point deadline);

  std::shared_ptr<Transport> transport_;
  ConnectionHost& host_;
  const bool is_one_too_many_;
  State state_ = State::handshaking;
  Clock::time_point deadline_{};
  ProgressDeadline progress_;
  Clock::time_point paused_{};  // when it became the server's turn
  std::optional<std::list<HttpConnection*>::iterator> idle_place_;
  std::uint64_t requests_ = 0;

  std::string input_;             // read, not yet taken
  bool reads_into_body_ = false;  // right now: the body must stay where it is
  Exchange exchange_;
  MemoryShare share_;
  std::string head_;  // of the answer; a short body stands behind it
  std::string body_;
  std::size_t written_ = 0;
  Ending ending_ = Ending::keep;
};

}  // namespace plumb
