// How much of a connection's bytes is looked at in one go, and how long it may linger at the end.
#pragma once

#include <chrono>
#include <cstddef>

namespace plumb {

inline constexpr std::size_t kIdleRead = 4 * 1024;        // all that an idle connection holds
inline constexpr std::size_t kBodyRead = 64 * 1024;       // and one that sends a body
inline constexpr std::size_t kStreamWindow = 256 * 1024;  // to one call of StreamedBody::take
inline constexpr std::size_t kMostDrained = 64 * 1024;    // of a refused body, to keep a connection
inline constexpr std::size_t kOneWrite = 256 * 1024;
// Copied behind its head, which is cheaper than a packet of its own; not counted.
inline constexpr std::size_t kShortAnswer = 16 * 1024;
inline constexpr std::chrono::milliseconds kShortLinger{1'000};  // where the server stops

}  // namespace plumb
