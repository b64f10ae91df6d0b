#include "stats/ols.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace plumb {

Result<FittedLine> fit_line(std::span<const double> x, std::span<const double> y, double level) {
  PLUMB_CHECK_RESULT(check_pairs(x, y));
  PLUMB_CHECK_RESULT(check_sample(x, "the line's x", 3));
  PLUMB_CHECK_RESULT(check_sample(y, "the line's y", 3));
  PLUMB_CHECK_RESULT(check_share(level, "the interval's level"));
  const auto n = static_cast<double>(x.size());
  const double mean_x = mean_of(x);
  const double mean_y = mean_of(y);
  const double s_xx = squared_deviations(x, mean_x);
  const double s_yy = squared_deviations(y, mean_y);
  std::vector<double> products(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) products[i] = (x[i] - mean_x) * (y[i] - mean_y);
  const double s_xy = mean_of(products) * n;
  if (s_xx == 0) {
    return fail(ErrorCode::invalid_input, "all x of a line are equal, so it has no slope");
  }
  PLUMB_CHECK_RESULT(check_result(s_xx + s_yy + std::abs(s_xy), "the line"));

  FittedLine line;
  line.slope = s_xy / s_xx;
  line.intercept = mean_y - line.slope * mean_x;
  const double degrees = n - 2;
  if (s_yy > 0) {
    const double r = std::clamp(s_xy / std::sqrt(s_xx) / std::sqrt(s_yy), -1.0, 1.0);
    const double unexplained = (1 - r) * (1 + r);
    line.correlation = r;
    line.slope_error = std::sqrt(unexplained * s_yy / s_xx / degrees);
    line.intercept_error = line.slope_error * std::sqrt(s_xx / n + mean_x * mean_x);
    line.p_value = student_t_two_sided(r * std::sqrt(degrees / unexplained), degrees);
  }
  const double half = student_t_half_width(level, degrees) * line.slope_error;
  line.slope_low = line.slope - half;
  line.slope_high = line.slope + half;
  PLUMB_CHECK_RESULT(
      check_result(half + std::abs(line.intercept) + line.intercept_error, "the line"));
  return line;
}

}  // namespace plumb
