// Cohen's d: a difference of means in standard deviations (Cohen 1988).
#pragma once

#include <span>

#include "base/result.h"

namespace plumb {

// (mean of current - mean of baseline) / s, with the pooled variance
//   s^2 = (S_baseline + S_current) / (n + m - 2),  S the sum of squared deviations.
// Where neither side varies: 0 for equal means, else invalid_input. Also fails
// where a side is empty or not finite. O(n + m).
Result<double> cohens_d(std::span<const double> baseline, std::span<const double> current);

// d_z of pairs: mean of the differences / their standard deviation (n - 1).
// 0 where all are 0; invalid_input where they are equal otherwise, below 2 of
// them, and for values that are not finite. O(n).
Result<double> cohens_d_paired(std::span<const double> differences);

}  // namespace plumb
