// McNemar's test of paired yes-or-no outcomes: did as many change one way as the
// other?
#pragma once

#include <cstdint>

namespace plumb {

struct McNemar {
  double exact_p_value = 1;  // 2 P(X <= min) of a fair coin thrown b + c times, at most 1
  double statistic = 0;      // (|b - c| - 1)^2 / (b + c), with continuity correction
  double chi_square_p_value = 1;
};

// `only_first` (b) pairs were yes in the first condition alone, `only_second` (c)
// in the second alone; pairs that agree take no part. The exact p-value is the one
// to use below 25 changes. Equal counts, none included, give statistic 0 and
// p = 1: the correction never makes a difference where there is none. O(1);
// nothing can fail.
McNemar mcnemar(std::uint64_t only_first, std::uint64_t only_second);

}  // namespace plumb
