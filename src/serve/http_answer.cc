// HttpConnection's other half: from a request that may be answered to the answer's last byte.
#include <algorithm>
#include <utility>

#include "serve/exchange_sizes.h"
#include "serve/http_connection.h"
#include "serve/response_head.h"

namespace plumb {
namespace {

// What a handler returns, or 500 where it throws after all: one request must not take a server
// down.
template <class Body>
auto guarded(ConnectionHost& host, const Body& body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception&) {
    host.metrics.count_refusal("failure");
    return host.handler.refuse(500, "the server failed while it answered");
  }
}

bool has_header(const ServedResponse& response, std::string_view name) {
  return std::ranges::any_of(response.headers, [&](const auto& header) {
    return std::ranges::equal(header.first, name, [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
    });
  });
}

}  // namespace

void HttpConnection::dispatch_admission() {
  enter(State::answering, Clock::time_point::max());
  const bool is_taken = host_.workers.offer([self = shared_from_this()]() mutable {
    ConnectionHost& host = self->host_;
    auto refusal = guarded(host, [&] { return host.handler.admit(self->exchange_.request); });
    host.loop.post([self = std::move(self), refusal = std::move(refusal)]() mutable {
      if (self->state_ == State::closed) return;
      if (refusal) return self->respond(std::move(*refusal));
      self->begin_body();
    });
  });
  if (is_taken) return;
  refuse(429, "the server has more requests than it can answer; send this again later",
         "queue_full", Ending::keep);
}

void HttpConnection::dispatch_answer() {
  enter(State::answering, Clock::time_point::max());
  exchange_.request.body = std::move(exchange_.content);
  const bool is_taken = host_.workers.offer([self = shared_from_this()]() mutable {
    ConnectionHost& host = self->host_;
    ServedResponse response =
        guarded(host, [&] { return host.handler.answer(std::move(self->exchange_.request)); });
    host.loop.post([self = std::move(self), response = std::move(response)]() mutable {
      if (self->state_ != State::closed) self->respond(std::move(response));
    });
  });
  if (is_taken) return;
  refuse(429, "the server has more requests than it can answer; send this again later",
         "queue_full", Ending::keep);
}

void HttpConnection::dispatch_stream() {
  enter(State::answering, Clock::time_point::max());
  const bool has_memory = share_.grow_to(kStreamWindow + kBodyRead);
  const bool is_taken = has_memory && host_.workers.offer([self = shared_from_this()]() mutable {
    move_stream(std::move(self), [](ConnectionHost& host, Exchange& exchange) {
      exchange.stream = host.handler.stream(std::move(exchange.request));
      return exchange.stream->take({});
    });
  });
  if (is_taken) {
    exchange_.content.reserve(kStreamWindow + kBodyRead);
    paused_ = Clock::now();
    return;
  }
  refuse(429, "the server has more requests than it can answer; send this again later",
         has_memory ? "queue_full" : "memory_full", Ending::keep);
}

void HttpConnection::dispatch_window() {
  enter(State::answering, Clock::time_point::max());
  paused_ = Clock::now();
  host_.workers.add([self = shared_from_this()]() mutable {
    move_stream(std::move(self), [](ConnectionHost&, Exchange& exchange) {
      std::optional<ServedResponse> answer;
      if (!exchange.content.empty()) answer = exchange.stream->take(exchange.content);
      if (!answer && exchange.parser.is_complete()) answer = exchange.stream->finish();
      return answer;
    });
  });
}

// On a worker: does `step`, and goes back to the loop with its outcome. `self` goes along: the
// last one to hold a connection must be the loop.
void HttpConnection::move_stream(std::shared_ptr<HttpConnection> self, StreamStep step) {
  ConnectionHost& host = self->host_;
  Exchange& exchange = self->exchange_;
  auto answer = guarded(host, [&] { return step(host, exchange); });
  if (answer) exchange.stream.reset();
  host.loop.post([self = std::move(self), answer = std::move(answer)]() mutable {
    self->stream_moved(std::move(answer));
  });
}

// After a window, and before the first one.
void HttpConnection::stream_moved(std::optional<ServedResponse> answer) {
  if (state_ == State::closed) return abandon_stream();
  if (answer) return respond(std::move(*answer));
  exchange_.content.clear();
  if (!share_.change_to(kStreamWindow + kBodyRead + exchange_.stream->held_bytes())) {
    return refuse(429, "the server holds as many bytes of bodies as it may; send this again later",
                  "memory_full");
  }
  if (exchange_.parser.is_complete()) return dispatch_window();  // a body of no bytes
  if (exchange_.received == 0) return begin_body();
  progress_.forgive(paused_, Clock::now());
  enter(State::body, progress_.at());
  take_body();
}

void HttpConnection::abandon_stream() {
  if (!exchange_.stream) return;
  host_.workers.add([stream = std::shared_ptr<StreamedBody>(std::move(exchange_.stream))] {
    try {
      stream->broke_off();
    } catch (const std::exception&) {
      return;  // nobody is left to tell
    }
  });
}

ServedResponse HttpConnection::refusal_of(int status, std::string_view sentence,
                                          std::string_view reason) {
  host_.metrics.count_refusal(reason);
  ServedResponse response = host_.handler.refuse(status, sentence);
  if ((status == 429 || status == 503) && !has_header(response, "retry-after")) {
    response.headers.emplace_back("retry-after", "1");
  }
  return response;
}

void HttpConnection::refuse(int status, std::string_view sentence, std::string_view reason,
                            Ending ending) {
  ServedResponse response = refusal_of(status, sentence, reason);
  if (exchange_.stream) exchange_.stream->tell_durable(response);
  abandon_stream();
  respond(std::move(response), ending);
}

// Whether what is left of the body is so short that reading it costs less than a new connection.
// A client that waits for 100 Continue may leave its body out, so nobody knows what comes next.
bool HttpConnection::can_drain() const {
  const auto length = exchange_.parser.content_length();
  return !exchange_.may_wait_for_continue && length && *length - exchange_.received <= kMostDrained;
}

// A read can be asked for again. What a write has done is told, whatever its answer takes.
bool HttpConnection::finds_room(const ServedResponse& response) {
  return response.body.size() <= kShortAnswer || exchange_.answered.method != "GET" ||
         share_.grow_to(response.body.size());
}

void HttpConnection::respond(ServedResponse response, Ending ending) {
  if (!finds_room(response)) {
    response = refusal_of(
        429, "the server holds as many bytes of answers as it may; ask again later", "memory_full");
  }
  const RequestParser& parser = exchange_.parser;
  const bool may_keep = parser.keeps_alive() && !host_.is_stopping && !is_one_too_many_ &&
                        (parser.is_complete() || can_drain());
  ending_ = ending == Ending::keep && !may_keep ? Ending::linger : ending;
  const ResponseFraming framing{
      ending_ == Ending::keep, parser.is_http_1_0(),
      std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())};
  head_ = response_head(response, framing);
  body_.clear();
  if (exchange_.answered.method != "HEAD" && has_content(response.status)) {
    body_ = std::move(response.body);
  }
  exchange_.answered.status = response.status;
  exchange_.answered.body_bytes = body_.size();
  if (body_.size() <= kShortAnswer) head_ += std::exchange(body_, {});
  if (!reads_into_body_) std::string().swap(exchange_.content);
  share_.set(body_.size());
  written_ = 0;
  progress_.begin(Clock::now(), host_.limits.answer);
  enter(State::writing, progress_.at());
  write_more();
}

void HttpConnection::write_more() {
  const bool is_head = written_ < head_.size();
  const std::string_view all = is_head ? head_ : body_;
  const std::string_view rest = all.substr(is_head ? written_ : written_ - head_.size());
  if (rest.empty()) return written();
  transport_->write(rest.substr(0, kOneWrite), [self = shared_from_this()](std::size_t bytes) {
    if (self->state_ == State::closed) return;
    if (bytes == 0) return self->close();
    self->written_ += bytes;
    self->progress_.add(Clock::now(), bytes);
    self->deadline_ = self->progress_.at();
    self->write_more();
  });
}

void HttpConnection::written() {
  if (host_.answered) {
    exchange_.answered.remote = transport_->remote();
    exchange_.answered.took = Clock::now() - exchange_.begun;
    host_.answered(exchange_.answered);
  }
  ++requests_;
  std::string().swap(head_);
  std::string().swap(body_);
  share_.set(0);
  if (ending_ == Ending::cut) return close();
  if (ending_ == Ending::linger) return linger();
  if (exchange_.parser.is_complete()) return await_request();
  progress_.begin(Clock::now(), host_.limits.body);
  enter(State::draining, progress_.at());
  drain();
}

// A socket that is closed with bytes unread resets the connection, and the other side may lose the
// answer that it has not read yet.
void HttpConnection::linger() {
  const auto time = host_.is_stopping ? std::min(kShortLinger, host_.limits.linger_time)
                                      : host_.limits.linger_time;
  enter(State::lingering, Clock::now() + time);
  transport_->end_writing([self = shared_from_this()] {
    if (self->state_ == State::lingering) self->discard();
  });
}

void HttpConnection::discard() {
  input_.resize(kBodyRead);
  transport_->discard(std::span(input_), [self = shared_from_this()](std::size_t bytes) {
    if (self->state_ != State::lingering) return;
    if (bytes == 0) return self->close();
    self->discard();
  });
}

}  // namespace plumb
