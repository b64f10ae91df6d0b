#include "stats/wilson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace plumb {

Result<ShareInterval> wilson_interval(double share, std::uint64_t n, double level) {
  PLUMB_CHECK_RESULT(check_share(level, "the interval's level"));
  if (n == 0) return fail(ErrorCode::invalid_input, "the share of nothing has no interval");
  if (!(share >= 0 && share <= 1)) {
    return fail(ErrorCode::invalid_input, fmt::format("a share of {} is not in [0, 1]", share));
  }
  const auto count = static_cast<double>(n);
  const double z = normal_quantile((1 + level) / 2);
  const double widening = z * z / count;
  const double center = share + widening / 2;
  const double reach = z * std::sqrt(share * (1 - share) / count + widening / (4 * count));
  // The ends of 0 of n and n of n are exact; the formula comes within rounding of them.
  return ShareInterval{share == 0 ? 0 : std::max(0.0, (center - reach) / (1 + widening)),
                       share == 1 ? 1 : std::min(1.0, (center + reach) / (1 + widening))};
}

}  // namespace plumb
