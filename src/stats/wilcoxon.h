// Wilcoxon's signed-rank test: are paired differences symmetrical around 0?
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace plumb {

enum class WilcoxonMethod { exact, normal };

struct Wilcoxon {
  double statistic = 0;  // the smaller of both rank sums
  double positive = 0;   // rank sum of the differences above 0
  double negative = 0;   // and below
  double p_value = 1;    // two-sided
  WilcoxonMethod method = WilcoxonMethod::exact;
  std::uint64_t zeros = 0;  // differences of 0, which take no part
};

// Ranks of |difference| among those that are not 0, ties sharing their mean.
// The method follows scipy.stats.wilcoxon(zero_method="wilcox", method="auto"),
// with n the differences, zeros included:
//   n <= 50, no ties, no zeros   exact
//   n <= 13                      exact over all 2^n signs, given the ties
//   else                         normal, variance corrected for ties, no continuity correction
// The exact p is 2 min(P(W+ <= w), P(W+ >= w)), at most 1. Only zeros give
// p = 1. With n pairs p cannot go below 2^(1 - n).
//
// O(n log n + n^3) at n <= 50, O(n log n) above. Fails with invalid_input for no
// differences and for values that are not finite.
Result<Wilcoxon> wilcoxon_signed_rank(std::span<const double> differences);

// The same of first - second; also fails where the lengths differ.
Result<Wilcoxon> wilcoxon_signed_rank(std::span<const double> first,
                                      std::span<const double> second);

}  // namespace plumb
