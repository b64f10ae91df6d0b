// Wilson's score interval of a share (Wilson 1927).
#pragma once

#include <cstdint>

#include "base/result.h"

namespace plumb {

struct ShareInterval {
  double low = 0;
  double high = 1;
};

// With z = Phi^-1((1 + level) / 2) and p = share:
//   (p + z^2 / 2n +- z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)
// the values of statsmodels' proportion_confint(method="wilson"). Never empty: 0 of n
// reaches above 0. O(1). Fails with invalid_input for n = 0, and for a share or level
// outside of [0, 1] and (0, 1).
Result<ShareInterval> wilson_interval(double share, std::uint64_t n, double level = 0.95);

}  // namespace plumb
