#include "stats/jensen_shannon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "stats/sample.h"

namespace plumb {
namespace {

Result<double> sum_of_weights(std::span<const double> weights, std::string_view side) {
  PLUMB_CHECK_RESULT(check_sample(weights, side));
  double sum = 0;
  for (const double weight : weights) {
    if (weight < 0) {
      return fail(
          ErrorCode::invalid_input,
          fmt::format("{} has the weight {}, and weights cannot be negative", side, weight));
    }
    sum += weight;
  }
  if (sum == 0 || std::isinf(sum)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has weights that sum to {}, which makes no shares", side, sum));
  }
  return sum;
}

double part(double share, double mean) {
  return share > 0 ? share * std::log2(share / mean) : 0.0;
}

}  // namespace

Result<JensenShannon> jensen_shannon(std::span<const double> baseline,
                                     std::span<const double> current) {
  PLUMB_CHECK_RESULT(check_pairs(baseline, current));
  PLUMB_TRY(const double baseline_sum, sum_of_weights(baseline, "the baseline side"));
  PLUMB_TRY(const double current_sum, sum_of_weights(current, "the current side"));
  double divergence = 0;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    const double p = baseline[i] / baseline_sum;
    const double q = current[i] / current_sum;
    const double mean = (p + q) / 2;
    divergence += (part(p, mean) + part(q, mean)) / 2;
  }
  divergence = std::clamp(divergence, 0.0, 1.0);
  return JensenShannon{divergence, std::sqrt(divergence)};
}

}  // namespace plumb
