// The target of a request line, taken apart and decoded (RFC 9112 section 3.2, RFC 3986).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace plumb {

struct RequestTarget {
  std::string path;                                        // begins with "/", or is "*"
  std::vector<std::pair<std::string, std::string>> query;  // in their order; "+" is a space
  std::string authority;                                   // of "http://HOST/PATH", else empty
};

// What it returns is UTF-8 without control characters in the path, and without NUL in the query.
// Fails with invalid_input: no path, a broken escape, bytes that a target has to escape, text that
// is no UTF-8 (overlong forms and surrogates are none).
Result<RequestTarget> parse_request_target(std::string_view target);

}  // namespace plumb
