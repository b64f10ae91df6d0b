// Reading: from the first byte of a request to the moment when somebody may answer it.
#include "serve/http_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "serve/exchange_sizes.h"

namespace plumb {

HttpConnection::HttpConnection(std::shared_ptr<Transport> transport, ConnectionHost& host,
                               bool is_one_too_many)
    : transport_(std::move(transport)),
      host_(host),
      is_one_too_many_(is_one_too_many),
      share_(host.memory) {}

void HttpConnection::enter(State state, Clock::time_point deadline) {
  if (state == State::idle && !idle_place_) {
    idle_place_ = host_.idle.insert(host_.idle.end(), this);
  } else if (state != State::idle && idle_place_) {
    host_.idle.erase(*idle_place_);
    idle_place_.reset();
  }
  state_ = state;
  deadline_ = deadline;
}

void HttpConnection::open() {
  enter(State::handshaking, Clock::now() + host_.limits.handshake_time);
  transport_->open([self = shared_from_this()](bool opened) {
    if (self->state_ == State::closed) return;
    if (opened) return self->await_request();
    self->host_.metrics.count_refusal("handshake_failed");
    self->close();
  });
}

void HttpConnection::close() {
  if (state_ == State::closed) return;
  // A worker that has the stream right now gives it back to stream_moved().
  const bool is_ours = state_ != State::answering;
  enter(State::closed, Clock::time_point::max());
  if (is_ours) abandon_stream();
  transport_->close();
  host_.closed(*this);
}

void HttpConnection::stop_gently() {
  if (state_ == State::idle || state_ == State::handshaking) return close();
  if (state_ == State::lingering) deadline_ = std::min(deadline_, Clock::now() + kShortLinger);
}

void HttpConnection::check_deadline(Clock::time_point now) {
  if (now < deadline_) return;
  switch (state_) {
    case State::head:
      return refuse(408, "the request's head did not come to its end in time", "head_slow",
                    Ending::cut);
    case State::body:
      return refuse(408, "the request's body came too slowly, or not at all", "body_slow",
                    Ending::cut);
    case State::writing:
      host_.metrics.count_refusal("answer_slow");
      return close();
    case State::handshaking:
    case State::idle:
    case State::continuing:
    case State::draining:
    case State::lingering:
      return close();
    case State::answering:
    case State::closed:
      return;
  }
}

void HttpConnection::await_request() {
  if (host_.is_stopping && input_.empty()) return close();
  exchange_ = Exchange{};
  const auto time = requests_ == 0 ? host_.limits.head_time : host_.limits.keep_alive_time;
  enter(State::idle, Clock::now() + time);
  if (!input_.empty()) return take_head();
  if (input_.capacity() > kIdleRead) std::string().swap(input_);
  read_more(kIdleRead);
}

void HttpConnection::read_more(std::size_t most) {
  const std::size_t had = input_.size();
  input_.resize(had + most);
  transport_->read(std::span(input_).subspan(had), [self = shared_from_this(), had](std::size_t n) {
    self->input_.resize(had + n);
    if (n == 0) return self->input_ended();
    self->progress_.add(Clock::now(), n);
    self->move_on();
  });
}

void HttpConnection::move_on() {
  switch (state_) {
    case State::idle:
    case State::head:
      return take_head();
    case State::body:
      return take_body();
    case State::draining:
      return drain();
    // A read that a deadline has overtaken.
    case State::handshaking:
    case State::continuing:
    case State::answering:
    case State::writing:
    case State::lingering:
    case State::closed:
      return;
  }
}

void HttpConnection::input_ended() {
  switch (state_) {
    case State::idle:
    case State::head:
    case State::body:
    case State::draining:
      return close();
    case State::handshaking:
    case State::continuing:
    case State::answering:
    case State::writing:
    case State::lingering:
    case State::closed:
      return;
  }
}

void HttpConnection::take_head() {
  if (state_ == State::idle) {
    // Empty lines before a request are left over from some clients' bodies (RFC 9112 section 2.2).
    while (input_.starts_with("\r\n")) input_.erase(0, 2);
    if (input_.empty() || input_ == "\r") return read_more(kIdleRead);
    exchange_.begun = Clock::now();
    enter(State::head, exchange_.begun + host_.limits.head_time);
  }
  const auto length = exchange_.scanner.scan(input_);
  const std::size_t most = host_.limits.head.most_bytes;
  if (!exchange_.scanner.fault().empty()) {
    return refuse(400, exchange_.scanner.fault(), "head_bad");
  }
  if (length.value_or(input_.size()) > most) {
    return refuse(431, fmt::format("the request's head has more than {} bytes", most),
                  "head_large");
  }
  if (length) return begin_exchange(*length);
  read_more(kIdleRead);
}

void HttpConnection::begin_exchange(std::size_t head_bytes) {
  enter(State::answering, Clock::time_point::max());
  exchange_.begun = Clock::now();
  ServedRequest& request = exchange_.request;
  const auto fault = exchange_.parser.parse_head(std::string_view(input_).substr(0, head_bytes),
                                                 host_.limits.head, request);
  input_.erase(0, head_bytes);
  request.remote = transport_->remote();
  request.secure = transport_->is_secure();
  exchange_.answered.method = request.method;
  exchange_.answered.path = request.path;
  exchange_.may_wait_for_continue = exchange_.parser.expects_continue() && input_.empty();
  if (fault) {
    return refuse(fault->status, fault->sentence,
                  fault->status == 431 || fault->status == 414 ? "head_large" : "head_bad");
  }
  if (is_one_too_many_) {
    return refuse(503, "the server has as many connections as it may", "connections_full");
  }
  std::optional<BodyPlan> plan;
  try {
    plan = host_.handler.plan(request);
  } catch (const std::exception&) {
    return refuse(500, "the server failed before it read the body", "failure");
  }
  take_plan(*std::move(plan));
}

void HttpConnection::take_plan(BodyPlan plan) {
  if (auto* answer = std::get_if<ServedResponse>(&plan)) return respond(std::move(*answer));
  exchange_.is_streamed = std::holds_alternative<StreamedBodyPlan>(plan);
  exchange_.most_body_bytes = exchange_.is_streamed ? std::get<StreamedBodyPlan>(plan).most_bytes
                                                    : std::get<BufferedBody>(plan).most_bytes;
  if (exchange_.parser.content_length().value_or(0) > exchange_.most_body_bytes) {
    return refuse(413,
                  fmt::format("the body has {} bytes; at most {} are taken here",
                              *exchange_.parser.content_length(), exchange_.most_body_bytes),
                  "body_large");
  }
  if (exchange_.is_streamed) return dispatch_stream();
  if (exchange_.parser.is_complete()) return dispatch_answer();
  if (std::get<BufferedBody>(plan).asks_admission) return dispatch_admission();
  begin_body();
}

void HttpConnection::begin_body() {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  progress_.begin(Clock::now(), host_.limits.body);
  if (!exchange_.may_wait_for_continue) {
    enter(State::body, progress_.at());
    return take_body();
  }
  exchange_.may_wait_for_continue = false;
  enter(State::continuing, progress_.at());
  transport_->write(kContinue, [self = shared_from_this()](std::size_t bytes) {
    if (self->state_ == State::closed) return;
    if (bytes != kContinue.size()) return self->close();
    self->enter(State::body, self->progress_.at());
    self->take_body();
  });
}

// What a body takes is counted before it is taken, and by what it is, not by what it claims: a
// client that announces much and sends nothing holds nothing.
bool HttpConnection::make_room(std::size_t more) {
  std::string& content = exchange_.content;
  const std::size_t needed = content.size() + more;
  if (needed <= content.capacity()) return true;
  const std::size_t length = exchange_.parser.content_length().value_or(2 * needed);
  const std::size_t ample = std::max(needed, std::min(2 * needed, length));
  const bool has_ample_room = share_.grow_to(ample);
  if (!has_ample_room && !share_.grow_to(needed)) return false;
  // A string that has bytes takes twice as many where it is told to take a few more, past what was
  // counted; one that has none takes what it is told to. Either copies once.
  std::string grown;
  grown.reserve(has_ample_room ? ample : needed);
  grown = content;
  content.swap(grown);
  return true;
}

void HttpConnection::take_body() {
  if (!make_room(input_.size())) {
    return refuse(429, "the server holds as many bytes of bodies as it may; send this again later",
                  "memory_full");
  }
  const std::size_t before = exchange_.content.size();
  const auto taken = exchange_.parser.feed(input_, exchange_.content);
  if (!taken) {
    return refuse(400, "the body is not in chunks as HTTP/1.1 has them", "body_bad");
  }
  input_.erase(0, *taken);
  body_grew(exchange_.content.size() - before);
}

// One with a length goes straight to its place. At most as much at once as has come before, so that
// who announces much and sends little holds little.
void HttpConnection::read_body() {
  std::string& content = exchange_.content;
  const std::size_t had = content.size();
  const std::uint64_t to_come = exchange_.parser.bytes_to_come().value_or(0);
  const std::size_t most = exchange_.is_streamed ? kBodyRead : std::max(kBodyRead, had);
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, to_come));
  if (had == 0 || wanted == 0 || !make_room(wanted)) return read_more(kBodyRead);
  content.resize(had + wanted);
  reads_into_body_ = true;
  transport_->read(std::span(content).subspan(had),
                   [self = shared_from_this(), had](std::size_t n) {
                     self->reads_into_body_ = false;
                     self->exchange_.content.resize(had + n);
                     if (n == 0) return self->input_ended();
                     self->progress_.add(Clock::now(), n);
                     if (self->state_ != State::body) return;  // a deadline has overtaken it
                     self->exchange_.parser.skip(n);
                     self->body_grew(n);
                   });
}

void HttpConnection::body_grew(std::size_t bytes) {
  exchange_.received += bytes;
  if (exchange_.received > exchange_.most_body_bytes) {
    return refuse(413,
                  fmt::format("the body has more than the {} bytes that are taken here",
                              exchange_.most_body_bytes),
                  "body_large");
  }
  const bool is_complete = exchange_.parser.is_complete();
  if (exchange_.is_streamed && (is_complete || exchange_.content.size() >= kStreamWindow)) {
    return dispatch_window();
  }
  if (is_complete) return dispatch_answer();
  deadline_ = progress_.at();
  read_body();
}

void HttpConnection::drain() {
  exchange_.content.clear();
  const auto taken = exchange_.parser.feed(input_, exchange_.content);
  if (!taken) return close();
  input_.erase(0, *taken);
  if (exchange_.parser.is_complete()) return await_request();
  deadline_ = progress_.at();
  read_more(kBodyRead);
}

}  // namespace plumb
