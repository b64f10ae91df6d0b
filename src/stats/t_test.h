// Student's t of paired differences: is their mean 0?
#pragma once

#include <span>

#include "base/result.h"

namespace plumb {

struct PairedT {
  double mean = 0;  // of the differences
  double statistic = 0;
  double degrees = 0;  // n - 1
  double p_value = 1;  // two-sided
  double low = 0;      // interval of the mean
  double high = 0;
};

// t = mean / (sd / sqrt(n)) of the differences, sd with n - 1: the values of
// scipy.stats.ttest_rel. Differences that are all 0 give t = 0 and p = 1.
// O(n). Fails with invalid_input below 2 differences, for values that are not
// finite, for equal differences other than 0 (t is not defined), and for a level
// that is not between 0 and 1.
Result<PairedT> paired_t(std::span<const double> differences, double level = 0.95);

// The same of first - second; also fails where the lengths differ.
Result<PairedT> paired_t(std::span<const double> first, std::span<const double> second,
                         double level = 0.95);

}  // namespace plumb
