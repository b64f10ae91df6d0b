#include "serve/rate_limit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace plumb {

std::optional<std::chrono::milliseconds> RateLimit::take(std::string_view caller,
                                                         Clock::time_point now) {
  if (options_.per_second <= 0) return std::nullopt;
  const double most = std::max(options_.burst, 1.0);
  const std::lock_guard lock(mutex_);
  auto found = buckets_.find(caller);
  if (found == buckets_.end()) {
    found = buckets_.emplace(std::string(caller), Bucket{most, now}).first;
  }
  Bucket& bucket = found->second;
  const double seconds = std::chrono::duration<double>(now - bucket.filled).count();
  bucket.requests = std::min(most, bucket.requests + std::max(seconds, 0.0) * options_.per_second);
  bucket.filled = now;
  if (bucket.requests < 1) {
    const double wait = (1 - bucket.requests) / options_.per_second;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(1000 * wait)));
  }
  bucket.requests -= 1;
  return std::nullopt;
}

}  // namespace plumb
