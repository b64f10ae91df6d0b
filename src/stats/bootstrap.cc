#include "stats/bootstrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/rng.h"
#include "stats/distributions.h"
#include "stats/permutation.h"
#include "stats/quantile.h"
#include "stats/sample.h"

namespace plumb {
namespace {

Result<void> check_options(std::size_t rows, const BootstrapOptions& options) {
  if (rows < 2) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a bootstrap of {} rows can't vary; it needs at least 2", rows));
  }
  if (options.draws == 0) {
    return fail(ErrorCode::invalid_input, "a bootstrap needs at least 1 draw, better 999 or more");
  }
  return check_share(options.level, "the interval's level");
}

Result<double> finite_value(const IndexedStatistic& statistic,
                            std::span<const std::size_t> indices) {
  const double value = statistic(indices);
  if (std::isfinite(value)) return value;
  return fail(
      ErrorCode::invalid_input,
      fmt::format("the statistic of a resample is {}, where a finite number is needed", value));
}

std::vector<std::size_t> all_rows(std::size_t rows) {
  std::vector<std::size_t> indices(rows);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

// None where leaving any row out makes no difference.
Result<std::optional<double>> jackknife_acceleration(std::size_t rows,
                                                     const IndexedStatistic& statistic) {
  std::vector<double> values(rows);
  std::vector<std::size_t> indices = all_rows(rows);
  indices.erase(indices.begin());  // without row 0; then row i - 1 comes back for row i
  for (std::size_t left_out = 0; left_out < rows; ++left_out) {
    if (left_out > 0) indices[left_out - 1] = left_out - 1;
    PLUMB_TRY(values[left_out], finite_value(statistic, indices));
  }
  const double mean = mean_of(values);
  double squares = 0;
  double cubes = 0;
  for (const double value : values) {
    const double u = mean - value;
    squares += u * u;
    cubes += u * u * u;
  }
  const double acceleration = cubes / (6 * squares * std::sqrt(squares));
  if (!std::isfinite(acceleration)) return std::nullopt;
  return acceleration;
}

// Phi^-1 of the share of draws below the estimate; none where that is infinite.
std::optional<double> median_bias(std::span<const double> sorted, double estimate) {
  const double tie = kTieTolerance * std::max(std::abs(sorted.front()), std::abs(sorted.back()));
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), estimate - tie);
  const auto last = std::upper_bound(first, sorted.end(), estimate + tie);
  const auto below = static_cast<double>(first - sorted.begin());
  const auto up_to = static_cast<double>(last - sorted.begin());
  const double share = (below + up_to) / 2 / static_cast<double>(sorted.size());
  if (share <= 0 || share >= 1) return std::nullopt;
  return normal_quantile(share);
}

double bca_share(double share, double bias, double acceleration) {
  const double z = bias + normal_quantile(share);
  return normal_cdf(bias + z / (1 - acceleration * z));
}

}  // namespace

Result<std::vector<double>> bootstrap_values(std::size_t rows, const IndexedStatistic& statistic,
                                             const BootstrapOptions& options) {
  PLUMB_CHECK_RESULT(check_options(rows, options));
  std::vector<double> values(options.draws);
  std::vector<std::size_t> indices(rows);
  for (std::uint64_t draw = 0; draw < options.draws; ++draw) {
    Rng rng(options.seed, draw);
    for (std::size_t& index : indices) index = rng.below(rows);
    PLUMB_TRY(values[draw], finite_value(statistic, indices));
  }
  return values;
}

Result<BootstrapInterval> bootstrap_interval(std::size_t rows, const IndexedStatistic& statistic,
                                             const BootstrapOptions& options) {
  PLUMB_TRY(std::vector<double> values, bootstrap_values(rows, statistic, options));
  std::sort(values.begin(), values.end());
  BootstrapInterval interval;
  interval.level = options.level;
  interval.draws = options.draws;
  PLUMB_TRY(interval.estimate, finite_value(statistic, all_rows(rows)));
  double low = (1 - options.level) / 2;
  double high = (1 + options.level) / 2;
  if (options.method == BootstrapMethod::bca) {
    PLUMB_TRY(const std::optional<double> acceleration, jackknife_acceleration(rows, statistic));
    const std::optional<double> bias = median_bias(values, interval.estimate);
    if (acceleration && bias) {
      interval.method = BootstrapMethod::bca;
      interval.bias = *bias;
      interval.acceleration = *acceleration;
      low = bca_share(low, *bias, *acceleration);
      high = bca_share(high, *bias, *acceleration);
    }
  }
  interval.low = quantile_of_sorted(values, low);
  interval.high = quantile_of_sorted(values, high);
  return interval;
}

Result<BootstrapInterval> bootstrap_mean(std::span<const double> sample,
                                         const BootstrapOptions& options) {
  PLUMB_CHECK_RESULT(check_sample(sample, "the sample", 2));
  const auto mean = [sample](std::span<const std::size_t> indices) {
    double sum = 0;
    for (const std::size_t index : indices) sum += sample[index];
    return sum / static_cast<double>(indices.size());
  };
  return bootstrap_interval(sample.size(), mean, options);
}

}  // namespace plumb
