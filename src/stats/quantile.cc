#include "stats/quantile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stats/sample.h"

namespace plumb {

double quantile_of_sorted(std::span<const double> sorted, double q) {
  const double position = static_cast<double>(sorted.size() - 1) * q;
  const auto below = static_cast<std::size_t>(std::floor(position));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double fraction = position - static_cast<double>(below);
  const double low = sorted[below];
  const double high = sorted[below + 1];
  // From the nearer end, as numpy: exact at both, and monotone in q.
  return fraction < 0.5 ? low + (high - low) * fraction : high - (high - low) * (1 - fraction);
}

Result<double> quantile(std::span<const double> values, double q) {
  PLUMB_CHECK_RESULT(check_sample(values, "the sample of a quantile"));
  if (!(q >= 0 && q <= 1)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a quantile's share is {}, and has to lie in [0, 1]", q));
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return quantile_of_sorted(sorted, q);
}

Result<double> median(std::span<const double> values) {
  PLUMB_CHECK_RESULT(check_sample(values, "the sample of a median"));
  std::vector<double> copy(values.begin(), values.end());
  const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
  std::nth_element(copy.begin(), middle, copy.end());
  if (copy.size() % 2 == 1) return *middle;
  const double below = *std::max_element(copy.begin(), middle);
  return below + (*middle - below) / 2;
}

}  // namespace plumb
