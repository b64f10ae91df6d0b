// How long the other side may take for bytes of which nobody knows the number: it must not pause
// for too long, nor be too slow as a whole. (One alone is no bound: a byte before each end of a
// pause keeps a connection for ever, and a quick first megabyte would buy hours of silence.)
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace plumb {

struct ProgressRule {
  std::chrono::milliseconds pause{20'000};  // without a single byte
  std::chrono::milliseconds grace{20'000};  // and after that long, in all
  std::size_t bytes_a_second = 500;         // at least these on average
};

class ProgressDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(Clock::time_point now, const ProgressRule& rule) {
    rule_ = rule;
    begun_ = last_ = now;
    bytes_ = 0;
  }
  void add(Clock::time_point now, std::size_t bytes) {
    last_ = now;
    bytes_ += bytes;
  }
  // It was our turn since `since`, not theirs.
  void forgive(Clock::time_point since, Clock::time_point now) {
    begun_ += now - since;
    last_ = now;
  }
  Clock::time_point at() const {
    const std::chrono::milliseconds earned(1'000 * bytes_ / rule_.bytes_a_second);
    return std::min(last_ + rule_.pause, begun_ + rule_.grace + earned);
  }

 private:
  ProgressRule rule_{};
  Clock::time_point begun_{};
  Clock::time_point last_{};
  std::size_t bytes_ = 0;
};

}  // namespace plumb
