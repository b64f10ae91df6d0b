// What a server asks of the one who answers, in the order in which a request comes in.
//
// A slow client never holds a worker: the server calls answer() when the whole body is there, and
// a stream's take() when a window of it is. All but plan() and refuse() run on a worker, may block,
// and are called from several threads at once, though never twice at once for one request. HEAD
// comes as HEAD; its answer is one to GET, of which the server leaves the body out.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "serve/http_message.h"

namespace plumb {

// A body that is taken as it comes, in windows of some hundred kilobytes.
class StreamedBody {
 public:
  virtual ~StreamedBody() = default;
  // An answer ends the request early: the rest of the body is not read. The first call has no
  // bytes, before any are read: whoever refuses the request does so then.
  virtual std::optional<ServedResponse> take(std::string_view bytes) = 0;
  // The body came to its end.
  virtual ServedResponse finish() = 0;
  // The client went away, was too slow, sent too much or no chunks; what take() made durable stays.
  // Where somebody is left to answer, the server does, by refuse() and what tell_durable() adds.
  virtual void broke_off() {}
  // Adds to the server's own refusal (408, 413, ...) how much of the body is durable. Before
  // broke_off(), on the thread of the connections: must not block.
  virtual void tell_durable(ServedResponse& refusal) const { static_cast<void>(refusal); }
  // What it keeps of the body between two calls. On the thread of the connections: must not block.
  virtual std::size_t held_bytes() const { return 0; }
};

struct BufferedBody {
  std::size_t most_bytes = 0;  // a longer one is answered 413
  // Nobody knows yet whether its sender may send it: admit() says so before it is read.
  bool asks_admission = false;
};
struct StreamedBodyPlan {
  std::size_t most_bytes = 0;
};
// How a body is taken, or why it is not even read.
using BodyPlan = std::variant<BufferedBody, StreamedBodyPlan, ServedResponse>;

class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // Called when the headers are there, on the thread of the connections: must not block.
  virtual BodyPlan plan(const ServedRequest& head) = 0;
  // For a plan that asks for it: none, and the body is read; else the answer in its place.
  virtual std::optional<ServedResponse> admit(const ServedRequest& head) {
    static_cast<void>(head);
    return std::nullopt;
  }
  virtual ServedResponse answer(ServedRequest request) = 0;
  virtual std::unique_ptr<StreamedBody> stream(ServedRequest head) = 0;  // never null
  // An answer of the server itself, in the words of the handler: 400, 408, 413, 414, 417, 429, 431,
  // 500, 501, 503. On the thread of the connections or a worker's: must not block.
  virtual ServedResponse refuse(int status, std::string_view sentence) = 0;
};

}  // namespace plumb
