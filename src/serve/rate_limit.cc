#include "serve/rate_limit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace plumb {
namespace {

double most_of(const Rate& rate) {
  return std::max(rate.burst, 1.0);
}

double filled_up(double requests, std::chrono::duration<double> time, const Rate& rate) {
  return std::min(most_of(rate), requests + std::max(time.count(), 0.0) * rate.per_second);
}

}  // namespace

// Those go who are full again; where that is nobody, any one.
void RateLimit::make_room(Clock::time_point now) {
  if (buckets_.size() < options_.most_callers) return;
  std::erase_if(buckets_, [&](const auto& each) {
    const Bucket& bucket = each.second;
    return filled_up(bucket.requests, now - bucket.filled, bucket.rate) >= most_of(bucket.rate);
  });
  if (!buckets_.empty() && buckets_.size() >= options_.most_callers) {
    buckets_.erase(buckets_.begin());
  }
}

std::optional<std::chrono::milliseconds> RateLimit::take(std::string_view caller,
                                                         Clock::time_point now,
                                                         const std::optional<Rate>& own) {
  const Rate rate = own.value_or(options_.rate);
  if (rate.per_second <= 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  auto found = buckets_.find(caller);
  if (found == buckets_.end()) {
    make_room(now);
    found = buckets_.emplace(std::string(caller), Bucket{most_of(rate), now, rate}).first;
  }
  Bucket& bucket = found->second;
  bucket = {filled_up(bucket.requests, now - bucket.filled, rate), now, rate};
  if (bucket.requests < 1) {
    const double wait = (1 - bucket.requests) / rate.per_second;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(1000 * wait)));
  }
  bucket.requests -= 1;
  return std::nullopt;
}

void RateLimit::give_back(std::string_view caller) {
  const std::lock_guard lock(mutex_);
  const auto found = buckets_.find(caller);
  if (found == buckets_.end()) return;
  Bucket& bucket = found->second;
  bucket.requests = std::min(most_of(bucket.rate), bucket.requests + 1);
}

}  // namespace plumb
