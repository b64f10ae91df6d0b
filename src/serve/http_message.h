// One HTTP request and its answer, free of any library and of any socket: what routes see and
// tests make by hand.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb {

// By names in lower case; a header that came more than once is joined by ", ".
using HttpHeaders = std::map<std::string, std::string, std::less<>>;

struct ServedRequest {
  std::string method;                                      // in upper case
  std::string path;                                        // of the target, decoded; never empty
  std::vector<std::pair<std::string, std::string>> query;  // decoded, in their order
  HttpHeaders headers;
  std::string remote;   // the caller's address, without the port
  bool secure = false;  // came by TLS
  std::string body;     // empty where the body is taken as a stream

  std::string_view header(std::string_view name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
  }
};

struct ServedResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers{};  // beside content type and length
  std::string body{};
};

}  // namespace plumb
