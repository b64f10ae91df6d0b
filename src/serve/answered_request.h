// One line of an access log. Never a query or a header: secrets may stand there.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace plumb {

struct AnsweredRequest {
  std::string remote;
  std::string method;  // empty where the head could not be read, as is the path
  std::string path;    // decoded
  int status = 0;
  std::size_t body_bytes = 0;  // of the answer
  std::chrono::nanoseconds took{};
};

}  // namespace plumb
