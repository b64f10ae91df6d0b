#include "serve/rate_limit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace plumb {

double RateLimit::most() const {
  return std::max(options_.burst, 1.0);
}

double RateLimit::requests_at(const Bucket& bucket, Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - bucket.filled).count();
  return std::min(most(), bucket.requests + std::max(seconds, 0.0) * options_.per_second);
}

// Those go who are full again; where that is nobody, any one.
void RateLimit::make_room(Clock::time_point now) {
  if (buckets_.size() < options_.most_callers) return;
  std::erase_if(buckets_,
                [&](const auto& each) { return requests_at(each.second, now) >= most(); });
  if (!buckets_.empty() && buckets_.size() >= options_.most_callers) {
    buckets_.erase(buckets_.begin());
  }
}

std::optional<std::chrono::milliseconds> RateLimit::take(std::string_view caller,
                                                         Clock::time_point now) {
  if (options_.per_second <= 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  auto found = buckets_.find(caller);
  if (found == buckets_.end()) {
    make_room(now);
    found = buckets_.emplace(std::string(caller), Bucket{most(), now}).first;
  }
  Bucket& bucket = found->second;
  bucket = {requests_at(bucket, now), now};
  if (bucket.requests < 1) {
    const double wait = (1 - bucket.requests) / options_.per_second;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(1000 * wait)));
  }
  bucket.requests -= 1;
  return std::nullopt;
}

void RateLimit::give_back(std::string_view caller) {
  const std::lock_guard lock(mutex_);
  const auto found = buckets_.find(caller);
  if (found != buckets_.end())
    found->second.requests = std::min(most(), found->second.requests + 1);
}

}  // namespace plumb
