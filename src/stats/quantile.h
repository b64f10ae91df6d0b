// Quantiles by linear interpolation between order statistics (type 7 of
// Hyndman and Fan 1996, what numpy.quantile calls "linear").
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace plumb {

// With n ascending values and h = (n - 1) q: the value at floor(h), plus the
// fraction of h times the step to the next. `sorted` is not empty, ascending and
// finite; q is in [0, 1]. O(1).
double quantile_of_sorted(std::span<const double> sorted, double q);

// The same of values in any order. O(n log n). Fails with invalid_input for no
// values, values that are not finite and q outside of [0, 1].
Result<double> quantile(std::span<const double> values, double q);

// quantile(values, 0.5): of an even number, the mean of the middle two. O(n).
Result<double> median(std::span<const double> values);

// The same of values that came `counts[i]` times each, ascending; 0 where none came. O(n).
double median_of_counts(std::span<const std::uint32_t> values,
                        std::span<const std::uint64_t> counts);

}  // namespace plumb
