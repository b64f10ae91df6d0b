// A 64-bit hash that is the same on every machine and in every version: files
// hold it. Not for secrets; sha256.h is.
#pragma once

#include <cstdint>
#include <string_view>

namespace plumb {

// XXH64 (Collet), which Spark's xxhash64 computes too.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed);

}  // namespace plumb
