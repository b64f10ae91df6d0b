// How long the other side may take for bytes of which nobody knows the number: it must not pause
// for too long, nor be too slow. (One alone is no bound: a byte before each end of a pause keeps a
// connection for ever.) What comes quickly counts ahead for as long as the grace and no longer, so
// a quick first megabyte buys no hours of dripping.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace plumb {

struct ProgressRule {
  std::chrono::milliseconds pause{20'000};  // without a single byte
  std::chrono::milliseconds grace{20'000};  // by which it may be behind the rate, or ahead of it
  std::size_t bytes_a_second = 500;         // at least these
};

class ProgressDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(Clock::time_point now, const ProgressRule& rule) {
    rule_ = rule;
    last_ = now;
    earned_until_ = now + rule_.grace;
  }
  void add(Clock::time_point now, std::size_t bytes) {
    last_ = now;
    const std::chrono::nanoseconds earned(1'000'000'000 * bytes / rule_.bytes_a_second);
    earned_until_ = std::min<Clock::time_point>(earned_until_ + earned, now + rule_.grace);
  }
  // It was our turn since `since`, not theirs.
  void forgive(Clock::time_point since, Clock::time_point now) {
    earned_until_ += now - since;
    last_ = now;
  }
  Clock::time_point at() const {
    return std::min<Clock::time_point>(last_ + rule_.pause, earned_until_);
  }

 private:
  ProgressRule rule_{};
  Clock::time_point last_{};
  Clock::time_point earned_until_{};
};

}  // namespace plumb
