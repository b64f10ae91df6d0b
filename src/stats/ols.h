// The straight line through points, by ordinary least squares.
#pragma once

#include <span>

#include "base/result.h"

namespace plumb {

struct FittedLine {
  double slope = 0;
  double intercept = 0;
  double correlation = 0;      // Pearson's r, in [-1, 1]; 0 where y does not vary
  double slope_error = 0;      // standard error
  double intercept_error = 0;  // standard error
  double slope_low = 0;        // interval of the slope, Student's t with n - 2 degrees
  double slope_high = 0;
  double p_value = 1;  // of slope = 0, two-sided; 1 where y does not vary
};

// slope = S_xy / S_xx, its error sqrt((1 - r^2) S_yy / S_xx / (n - 2)), and
// t = r sqrt((n - 2) / (1 - r^2)): the values of scipy.stats.linregress.
// O(n). Fails with invalid_input below 3 points (a line through two says nothing
// of its error), where lengths differ, where a value is not finite, where all x
// are equal, and for a level that is not between 0 and 1.
Result<FittedLine> fit_line(std::span<const double> x, std::span<const double> y,
                            double level = 0.95);

}  // namespace plumb
