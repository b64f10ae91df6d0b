// An answer's status line and headers, as bytes.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "serve/http_message.h"

namespace plumb {

struct ResponseFraming {
  bool keeps_alive = true;
  bool names_keep_alive = false;  // for HTTP/1.0, whose default is to close
  std::chrono::sys_seconds date{};
};

// Content-Length is that of the body, for HEAD too. Control characters of a header's value become
// spaces: no value can end its line.
std::string response_head(const ServedResponse& response, const ResponseFraming& framing);

// "Not Found" (RFC 9110 section 15); empty for a status that Plumb does not answer.
std::string_view phrase_of(int status);

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 section 5.6.7).
std::string http_date(std::chrono::sys_seconds time);

// Whether a response of this status may have a body.
bool has_content(int status);

}  // namespace plumb
