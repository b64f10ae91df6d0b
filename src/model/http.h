// HTTP as Plumb speaks it: TLS always verified, no redirect followed unseen, and sentences
// that never carry credentials or query strings, which on the hub are signatures.
//
// http_get is one request at a time and follows redirects by hand, so that each target is
// checked and the bearer token goes to the host it was given for and to no other. It
// speaks plain http to loopback only. Several requests at once: http_exchanges.h.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "model/url.h"

namespace plumb {

struct HttpRequest {
  std::string url;
  std::vector<std::string> headers;                // "Name: value"
  Secret bearer_token = {};                        // empty: none
  std::optional<std::string> body = std::nullopt;  // given: it is posted
};

struct HttpResponse {
  int status = 0;
  std::string url;  // that answered, after redirects
  std::string content_type = {};
  std::string etag = {};
  std::string content_range = {};
  std::string redirect = {};            // where the answer points, absolute; empty: it is none
  std::chrono::seconds retry_after{0};  // as the server asks, given as a time or as a date
};

// Told the response's head before the first byte of the body, then the body.
// An Error stops the transfer and is handed on. A redirect has neither.
struct HttpReceiver {
  std::function<Result<void>(const HttpResponse&)> head;
  std::function<Result<void>(std::span<const std::byte>)> body;
};

// Zero: no limit, but for connect, where it means curl's own five minutes.
struct HttpTimeouts {
  std::chrono::milliseconds connect{20'000};
  std::chrono::milliseconds stalled{30'000};  // below 1 KB/s for so long, the wait for it too
  std::chrono::milliseconds silent{0};        // not a byte more of a body that has begun
  std::chrono::milliseconds whole{0};         // from the first byte sent to the last received
  bool outlasts_stop = false;  // a wish to stop does not end it: what comes is still wanted
};

// Whether asking again may help: hardly where a name is not known or an answer took too
// long, not at all where a certificate is not trusted.
enum class Retry { never, once, often };

struct HttpFailure {
  Error error;
  Retry retry = Retry::never;
};

// Whatever the server answers, 404 and 500 too, is a response. A failure has the
// code io, invalid_input (an address that is not fetched), interrupted, or what
// the receiver said.
std::expected<HttpResponse, HttpFailure> http_get(const HttpRequest& request,
                                                  const HttpReceiver& receiver,
                                                  const HttpTimeouts& timeouts = {});

}  // namespace plumb
