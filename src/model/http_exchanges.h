// HTTP exchanges under way at once, all moved by the thread that waits for them. Connections
// are kept for the next exchange.
//
// A redirect is an answer like any other: nothing is followed. Which addresses may be asked
// is the caller's to check; what is neither http nor https is refused here too.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <memory>
#include <vector>

#include "model/http.h"

namespace plumb {

class HttpExchanges {
 public:
  HttpExchanges();
  ~HttpExchanges();
  HttpExchanges(const HttpExchanges&) = delete;
  HttpExchanges& operator=(const HttpExchanges&) = delete;

  // What is begun moves in wait() alone, which calls the receiver. `id` is the caller's own.
  void begin(std::size_t id, HttpRequest request, HttpReceiver receiver,
             const HttpTimeouts& timeouts);

  struct Ended {
    std::size_t id = 0;
    std::expected<HttpResponse, HttpFailure> outcome;
  };

  // Returns once something ended, or after `time`; with nothing under way it waits all the
  // same. A wish to stop ends all that does not outlast it, as interrupted.
  std::vector<Ended> wait(std::chrono::milliseconds time);

  std::size_t under_way() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
