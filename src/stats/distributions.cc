#include "stats/distributions.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace plumb {
namespace {

namespace bm = boost::math;

// Nothing throws: what lies out of range becomes a limit, which is clamped below.
using Quiet = bm::policies::policy<bm::policies::domain_error<bm::policies::ignore_error>,
                                   bm::policies::pole_error<bm::policies::ignore_error>,
                                   bm::policies::overflow_error<bm::policies::ignore_error>,
                                   bm::policies::underflow_error<bm::policies::ignore_error>,
                                   bm::policies::denorm_error<bm::policies::ignore_error>,
                                   bm::policies::evaluation_error<bm::policies::ignore_error>,
                                   bm::policies::promote_double<false>>;

using Normal = bm::normal_distribution<double, Quiet>;
using StudentT = bm::students_t_distribution<double, Quiet>;
using ChiSquared = bm::chi_squared_distribution<double, Quiet>;
using Binomial = bm::binomial_distribution<double, Quiet>;

double probability(double p) {
  return std::isnan(p) ? 1.0 : std::clamp(p, 0.0, 1.0);
}

}  // namespace

double normal_cdf(double z) {
  return probability(std::erfc(-z / std::sqrt(2.0)) / 2);
}

double normal_two_sided(double z) {
  return probability(std::erfc(std::abs(z) / std::sqrt(2.0)));
}

double normal_quantile(double p) {
  return bm::quantile(Normal(), std::clamp(p, 1e-300, 1 - 0x1.0p-53));
}

double student_t_two_sided(double t, double degrees) {
  if (std::isinf(t)) return 0;
  return probability(2 * bm::cdf(bm::complement(StudentT(degrees), std::abs(t))));
}

double student_t_half_width(double level, double degrees) {
  return bm::quantile(bm::complement(StudentT(degrees), (1 - level) / 2));
}

double chi_square_tail(double x, double degrees) {
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  return probability(bm::cdf(bm::complement(ChiSquared(degrees), x)));
}

double fair_coin_cdf(std::uint64_t successes, std::uint64_t trials) {
  if (successes >= trials) return 1;
  return probability(
      bm::cdf(Binomial(static_cast<double>(trials), 0.5), static_cast<double>(successes)));
}

double log_factorial(double n) {
  return bm::lgamma(n + 1, Quiet());
}

}  // namespace plumb
