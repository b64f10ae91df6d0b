// What a statistic asks of the numbers it is given, and their mean and spread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/result.h"

namespace plumb {

// Fails with invalid_input where `values` has fewer than `least` numbers or one
// that is not finite; the sentence calls them by `name`. O(n).
Result<void> check_sample(std::span<const double> values, std::string_view name,
                          std::size_t least = 1);

// The same for rows of `dimension` numbers: the dimension is not 0 and divides
// the numbers, and there are at least `least` rows.
Result<void> check_rows(std::span<const float> rows, std::size_t dimension, std::string_view name,
                        std::size_t least = 1);

// Fails with invalid_input where the two samples are not of one length.
Result<void> check_pairs(std::span<const double> first, std::span<const double> second);

// Fails with invalid_input where `value` is not strictly between 0 and 1.
Result<void> check_share(double value, std::string_view name);

// Fails with invalid_input where a result is not finite, which values near the
// largest double can bring about; so no statistic returns NaN or infinity.
Result<double> check_result(double value, std::string_view name);

// Arithmetic mean, 0 for no values. The sum is compensated (Neumaier 1974), so
// its error does not grow with n.
double mean_of(std::span<const double> values);

// Sum of (x - mean)^2; divide by n - 1 for the variance of a sample.
double squared_deviations(std::span<const double> values, double mean);

}  // namespace plumb
