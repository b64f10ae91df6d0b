#include "stats/cohens_d.h"

#include <algorithm>
#include <cmath>

#include "stats/sample.h"

namespace plumb {
namespace {

// Asked of the values themselves: a mean of equal numbers may differ from them
// by a rounding, and would leave a spread of 1e-16 to divide by.
bool all_equal(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

Result<double> without_spread(double difference) {
  if (difference == 0) return 0.0;
  return fail(ErrorCode::invalid_input,
              "the values do not vary, so a difference cannot be told in standard deviations");
}

}  // namespace

Result<double> cohens_d(std::span<const double> baseline, std::span<const double> current) {
  PLUMB_CHECK_RESULT(check_sample(baseline, "the baseline sample"));
  PLUMB_CHECK_RESULT(check_sample(current, "the current sample"));
  if (all_equal(baseline) && all_equal(current)) {
    return without_spread(current.front() - baseline.front());
  }
  const double baseline_mean = mean_of(baseline);
  const double current_mean = mean_of(current);
  const auto degrees = static_cast<double>(baseline.size() + current.size() - 2);
  const double pooled =
      (squared_deviations(baseline, baseline_mean) + squared_deviations(current, current_mean)) /
      degrees;
  return check_result((current_mean - baseline_mean) / std::sqrt(pooled), "Cohen's d");
}

Result<double> cohens_d_paired(std::span<const double> differences) {
  PLUMB_CHECK_RESULT(check_sample(differences, "the sample of differences", 2));
  if (all_equal(differences)) return without_spread(differences.front());
  const double mean = mean_of(differences);
  const double variance =
      squared_deviations(differences, mean) / static_cast<double>(differences.size() - 1);
  return check_result(mean / std::sqrt(variance), "Cohen's d");
}

}  // namespace plumb
