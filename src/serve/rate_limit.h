// How often each caller may ask: a bucket a caller, which fills up by so many requests a second
// and holds so many at most. Remembers a bounded number of callers: one whose bucket is full again
// is as one who never asked. Safe from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

struct Rate {
  double per_second = 1'000;  // 0: no limit
  double burst = 2'000;       // at once; at least 1 counts
};

struct RateLimitOptions {
  Rate rate{};  // of a caller who has none of their own
  std::size_t most_callers = 10'000;
};

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RateLimit(RateLimitOptions options) : options_(options) {}

  // None: one request was taken out. Else the time after which one would be there. `own`: the
  // caller's own rate, in place of that of the options.
  std::optional<std::chrono::milliseconds> take(std::string_view caller,
                                                Clock::time_point now = Clock::now(),
                                                const std::optional<Rate>& own = {});
  // One that take() took out does not count after all.
  void give_back(std::string_view caller);

 private:
  struct Bucket {
    double requests = 0;
    Clock::time_point filled;
    Rate rate;
  };

  void make_room(Clock::time_point now);

  RateLimitOptions options_;
  std::mutex mutex_;
  std::map<std::string, Bucket, std::less<>> buckets_;
};

}  // namespace plumb
