#include "stats/mde.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace plumb {
namespace {

// sqrt(1 / n + 1 / m): the standard error of a difference of means, in standard deviations.
Result<double> error_of_difference(std::uint64_t n, std::uint64_t m) {
  if (n == 0 || m == 0) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("a comparison of {} and {} values can show nothing; each side needs one", n,
                    m));
  }
  return std::sqrt(1 / static_cast<double>(n) + 1 / static_cast<double>(m));
}

}  // namespace

Result<double> detectable_mean_difference(std::uint64_t n, std::uint64_t m,
                                          const Sensitivity& sensitivity) {
  PLUMB_TRY(const double error, error_of_difference(n, m));
  PLUMB_CHECK_RESULT(check_share(sensitivity.alpha, "alpha"));
  PLUMB_CHECK_RESULT(check_share(sensitivity.power, "the power"));
  const double quantiles =
      normal_quantile(1 - sensitivity.alpha / 2) + normal_quantile(sensitivity.power);
  return std::max(0.0, quantiles * error);
}

Result<double> detectable_ks_statistic(std::uint64_t n, std::uint64_t m, double alpha) {
  PLUMB_TRY(const double error, error_of_difference(n, m));
  PLUMB_CHECK_RESULT(check_share(alpha, "alpha"));
  return std::min(1.0, std::sqrt(-std::log(alpha / 2) / 2) * error);
}

}  // namespace plumb
