// gzip (RFC 1952) of foreign bytes, in memory that is bounded before it is taken.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

struct GunzipLimits {
  std::size_t most_bytes = 64 * 1024 * 1024;
  // What grows more than this many times is refused, once it is past `free_bytes`: a bomb costs
  // no more than that. Conversations that repeat themselves in every span reach about 100.
  std::size_t most_ratio = 200;
  std::size_t free_bytes = 1024 * 1024;
};

// All members, one behind the other; zero bytes behind the last are padding. Fails with
// invalid_input where the stream is no gzip, cut off, damaged or followed by something else, and
// with unsupported where a limit is passed.
Result<std::string> gunzip(std::string_view packed, const GunzipLimits& limits = {});

}  // namespace plumb
