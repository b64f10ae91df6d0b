#include "stats/entropy.h"

#include <algorithm>
#include <cmath>

namespace plumb {

Result<double> shannon_entropy(std::span<const std::uint64_t> counts) {
  double total = 0;
  double weighted = 0;
  for (const std::uint64_t count : counts) {
    const auto times = static_cast<double>(count);
    total += times;
    if (count > 1) weighted += times * std::log2(times);
  }
  if (total == 0) {
    return fail(ErrorCode::invalid_input, "the entropy of no counts at all is not defined");
  }
  return std::max(0.0, std::log2(total) - weighted / total);
}

}  // namespace plumb
