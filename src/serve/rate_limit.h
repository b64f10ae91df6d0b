// How often each caller may ask: a bucket a caller, which fills up by so many requests a second
// and holds so many at most. Safe from any thread.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

struct RateLimitOptions {
  double per_second = 1'000;  // 0: no limit
  double burst = 2'000;
};

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RateLimit(RateLimitOptions options) : options_(options) {}

  // None: one request was taken out. Else the time after which one would be there.
  std::optional<std::chrono::milliseconds> take(std::string_view caller,
                                                Clock::time_point now = Clock::now());

 private:
  struct Bucket {
    double requests = 0;
    Clock::time_point filled;
  };

  RateLimitOptions options_;
  std::mutex mutex_;
  std::map<std::string, Bucket, std::less<>> buckets_;
};

}  // namespace plumb
