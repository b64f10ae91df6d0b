// What a server asks of the one who answers, in the order in which a request comes in.
//
// A slow client never holds a worker: the server calls answer() when the whole body is there, and
// a stream's take() when a window of it is. All but plan() run on a worker, may block, and are
// called from several threads at once, though never twice at once for one request.
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
  // An answer ends the request early: the rest of the body is not read.
  virtual std::optional<ServedResponse> take(std::string_view bytes) = 0;
  // The body came to its end.
  virtual ServedResponse finish() = 0;
  // The client went away or was too slow; what take() made durable stays. No answer is sent.
  virtual void broke_off() {}
};

struct BufferedBody {
  std::size_t most_bytes = 0;  // a longer one is answered 413
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
  virtual ServedResponse answer(ServedRequest request) = 0;
  virtual std::unique_ptr<StreamedBody> stream(ServedRequest head) = 0;
  // An answer of the server itself, in the words of the handler: 400, 408, 413, 429, 431, 503.
  virtual ServedResponse refuse(int status, std::string_view sentence) = 0;
};

}  // namespace plumb
