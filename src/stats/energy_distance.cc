#include "stats/energy_distance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/pair_means.h"
#include "stats/sample.h"

namespace plumb {
namespace {

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

Result<double> energy_distance(std::span<const double> baseline, std::span<const double> current) {
  PLUMB_CHECK_RESULT(check_sample(baseline, "the baseline sample"));
  PLUMB_CHECK_RESULT(check_sample(current, "the current sample"));
  const std::vector<double> a = sorted_copy(baseline);
  const std::vector<double> b = sorted_copy(current);
  double area = 0;  // of the squared gap
  double before = std::min(a.front(), b.front());
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
    const double value = from_a ? a[i] : b[j];
    const double gap = static_cast<double>(i) / static_cast<double>(a.size()) -
                       static_cast<double>(j) / static_cast<double>(b.size());
    area += gap * gap * (value - before);
    before = value;
    ++(from_a ? i : j);
  }
  return check_result(std::sqrt(2 * area), "the energy distance");
}

Result<double> energy_distance(std::span<const float> baseline, std::span<const float> current,
                               std::size_t dimension, ThreadPool& pool) {
  PLUMB_CHECK_RESULT(check_rows(baseline, dimension, "the baseline side"));
  PLUMB_CHECK_RESULT(check_rows(current, dimension, "the current side"));
  const auto mean_distance = [&](std::span<const float> first, std::span<const float> second) {
    const double sum = sum_over_pairs(first, second, dimension, pool,
                                      [](double squared) { return std::sqrt(squared); });
    return sum / static_cast<double>(first.size() / dimension) /
           static_cast<double>(second.size() / dimension);
  };
  const double squared = 2 * mean_distance(baseline, current) - mean_distance(baseline, baseline) -
                         mean_distance(current, current);
  return check_result(std::sqrt(std::max(0.0, squared)), "the energy distance");
}

}  // namespace plumb
