// The smallest difference that a comparison of this size could have shown: what
// "no drift found" leaves open.
#pragma once

#include <cstdint>

#include "base/result.h"

namespace plumb {

struct Sensitivity {
  double alpha = 0.05;  // two-sided level of the test
  double power = 0.8;   // chance of seeing the effect where it is there
};

// A difference of two means, in standard deviations of a single value:
//   (z(1 - alpha / 2) + z(power)) sqrt(1 / n + 1 / m),
// the normal approximation (Cohen 1988). With 20 a side: 0.886. Fails with
// invalid_input where a side is empty and where alpha or power is not between 0
// and 1.
Result<double> detectable_mean_difference(std::uint64_t n, std::uint64_t m,
                                          const Sensitivity& sensitivity = {});

// The KS statistic from which on the test calls out at `alpha`:
//   sqrt(-ln(alpha / 2) / 2) sqrt((n + m) / (n m)), at most 1
// (Smirnov 1948, asymptotic). A smaller gap can't be told from chance. With 20 a
// side: 0.429. Fails as above.
Result<double> detectable_ks_statistic(std::uint64_t n, std::uint64_t m, double alpha = 0.05);

}  // namespace plumb
