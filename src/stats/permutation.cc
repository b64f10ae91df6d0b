#include "stats/permutation.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "stats/quantile.h"

namespace plumb {

double permutation_p_value(std::span<const double> permuted, double observed,
                           double tie_tolerance) {
  const auto reaching = std::ranges::count_if(
      permuted, [&](double value) { return !(value < observed - tie_tolerance); });
  return static_cast<double>(reaching + 1) / static_cast<double>(permuted.size() + 1);
}

double median_of_defined(std::span<const double> values) {
  std::vector<double> defined;
  std::ranges::copy_if(values, std::back_inserter(defined),
                       [](double value) { return std::isfinite(value); });
  return median(defined).value_or(0);
}

}  // namespace plumb
