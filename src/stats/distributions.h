// Tail probabilities and quantiles of the usual distributions: the one door to
// Boost.Math, whose headers are slow to compile and may throw.
//
// Arguments are those that the tests of this room pass: finite, or infinite
// statistics (whose tail is 0 or 1); degrees of freedom of at least 1. Outside
// of that they return the nearer end, never NaN. Relative error about 1e-14.
#pragma once

#include <cstdint>

namespace plumb {

double normal_cdf(double z);
// P(|Z| >= |z|).
double normal_two_sided(double z);
// For p in (0, 1); p is clamped to [1e-300, 1 - 2^-53].
double normal_quantile(double p);

// P(|T| >= |t|) of Student's t.
double student_t_two_sided(double t, double degrees);
// The t with P(|T| <= t) = level.
double student_t_half_width(double level, double degrees);

// P(X >= x).
double chi_square_tail(double x, double degrees);

// P(X <= successes) of `trials` fair coins.
double fair_coin_cdf(std::uint64_t successes, std::uint64_t trials);

// ln(n!).
double log_factorial(double n);

}  // namespace plumb
