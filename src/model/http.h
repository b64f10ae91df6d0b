// HTTP for fetching models: one request at a time, TLS always verified.
//
// Plain http is spoken to loopback only. Redirects are followed by hand, so that
// each target is checked and the bearer token goes to the host it was given for
// and to no other. Sentences never carry credentials or query strings, which on
// the hub are signatures.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

struct HttpRequest {
  std::string url;
  std::vector<std::string> headers;  // "Name: value"
  std::string bearer_token;          // empty: none
};

struct HttpResponse {
  int status = 0;
  std::string url;  // that answered, after redirects
  std::string content_type;
  std::string etag;
  std::string content_range;
};

// Told the response's head before the first byte of the body, then the body.
// An Error stops the transfer and is handed on.
struct HttpReceiver {
  std::function<Result<void>(const HttpResponse&)> head;
  std::function<Result<void>(std::span<const std::byte>)> body;
};

struct HttpTimeouts {
  std::chrono::seconds connect{20};
  std::chrono::seconds stalled{30};  // below 1 KB/s for so long
};

// Whether asking again may help: hardly where a name is not known, not at all
// where a certificate is not trusted.
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

// The absolute address that `reference` means on the page `base`.
Result<std::string> resolve_url(std::string_view base, std::string_view reference);

// Without user, password, query and fragment: what may be shown.
std::string shown_url(std::string_view url);

}  // namespace plumb
