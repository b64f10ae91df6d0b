#include "stats/mmd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/pair_means.h"
#include "stats/quantile.h"
#include "stats/sample.h"

namespace plumb {

Result<double> gamma_of_scale(double scale) {
  return check_result(1 / (2 * scale * scale), "the kernel's width");
}

Result<double> gamma_of_distances(std::span<const double> distances) {
  PLUMB_TRY(double scale, median(distances));
  if (scale == 0) scale = mean_of(distances);
  if (scale == 0) return 1.0;
  return gamma_of_scale(scale);
}

Result<double> median_heuristic_gamma(std::span<const float> rows, std::size_t dimension,
                                      ThreadPool& pool) {
  PLUMB_CHECK_RESULT(check_rows(rows, dimension, "the rows of both sides", 2));
  const std::size_t n = rows.size() / dimension;
  std::vector<double> distances(n * (n - 1) / 2);
  pool.run(static_cast<int>(n - 1), [&](int task, int) {
    const auto i = static_cast<std::size_t>(task);
    const std::size_t before = i * (2 * n - i - 1) / 2;  // pairs of the rows above
    const std::span<double> mine(distances.data() + before, n - 1 - i);
    squared_distances_from(rows.subspan(i * dimension, dimension),
                           rows.subspan((i + 1) * dimension), mine);
    for (double& distance : mine) distance = std::sqrt(distance);
  });
  return gamma_of_distances(distances);
}

Result<Mmd> mmd_squared(std::span<const float> baseline, std::span<const float> current,
                        std::size_t dimension, double gamma, ThreadPool& pool) {
  PLUMB_CHECK_RESULT(check_rows(baseline, dimension, "the baseline side", 2));
  PLUMB_CHECK_RESULT(check_rows(current, dimension, "the current side", 2));
  if (!(gamma > 0 && std::isfinite(gamma))) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the kernel's gamma is {}, and has to be above 0", gamma));
  }
  const auto kernel = [gamma](double squared) { return std::exp(-gamma * squared); };
  const auto n = static_cast<double>(baseline.size() / dimension);
  const auto m = static_cast<double>(current.size() / dimension);
  const double within_baseline = sum_over_pairs(baseline, baseline, dimension, pool, kernel);
  const double within_current = sum_over_pairs(current, current, dimension, pool, kernel);
  const double between = sum_over_pairs(baseline, current, dimension, pool, kernel) / n / m;
  Mmd result;
  result.gamma = gamma;
  result.biased = std::max(0.0, within_baseline / n / n + within_current / m / m - 2 * between);
  // A row with itself has kernel 1, n times a side.
  result.unbiased =
      (within_baseline - n) / n / (n - 1) + (within_current - m) / m / (m - 1) - 2 * between;
  return result;
}

Result<Mmd> mmd_squared(std::span<const float> baseline, std::span<const float> current,
                        std::size_t dimension, ThreadPool& pool) {
  PLUMB_CHECK_RESULT(check_rows(baseline, dimension, "the baseline side", 2));
  PLUMB_CHECK_RESULT(check_rows(current, dimension, "the current side", 2));
  std::vector<float> both(baseline.begin(), baseline.end());
  both.insert(both.end(), current.begin(), current.end());
  PLUMB_TRY(const double gamma, median_heuristic_gamma(both, dimension, pool));
  return mmd_squared(baseline, current, dimension, gamma, pool);
}

}  // namespace plumb
