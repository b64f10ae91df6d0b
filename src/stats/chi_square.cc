#include "stats/chi_square.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "stats/distributions.h"
#include "stats/totals.h"

namespace plumb {
namespace {

double corrected_v(double phi_squared, double categories, double n) {
  if (n <= 1) return 0;
  const auto corrected_less_one = [n](double m) { return m - (m - 1) * (m - 1) / (n - 1) - 1; };
  const double excess = phi_squared - (categories - 1) / (n - 1);
  const double largest = std::min(corrected_less_one(categories), corrected_less_one(2));
  if (excess <= 0 || largest <= 0) return 0;
  return std::min(1.0, std::sqrt(excess / largest));
}

// Everything but the p-value, which costs more than the rest.
Result<ChiSquare> chi_square_without_p(std::span<const std::uint64_t> baseline,
                                       std::span<const std::uint64_t> current) {
  PLUMB_TRY(const Totals totals, totals_of(baseline, current));
  const double n = totals.baseline + totals.current;
  ChiSquare result;
  std::uint64_t categories = 0;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    const auto of_baseline = static_cast<double>(baseline[i]);
    const auto of_current = static_cast<double>(current[i]);
    const double both = of_baseline + of_current;
    if (both == 0) continue;
    ++categories;
    const double expected_baseline = both * totals.baseline / n;
    const double expected_current = both * totals.current / n;
    result.statistic +=
        (of_baseline - expected_baseline) * (of_baseline - expected_baseline) / expected_baseline +
        (of_current - expected_current) * (of_current - expected_current) / expected_current;
  }
  result.degrees = categories - 1;
  if (categories == 1) return ChiSquare{};  // one category on both sides: nothing can differ
  const double phi_squared = result.statistic / n;
  result.cramers_v = std::min(1.0, std::sqrt(phi_squared));
  result.cramers_v_corrected = corrected_v(phi_squared, static_cast<double>(categories), n);
  return result;
}

}  // namespace

Result<ChiSquare> chi_square(std::span<const std::uint64_t> baseline,
                             std::span<const std::uint64_t> current) {
  PLUMB_TRY(ChiSquare result, chi_square_without_p(baseline, current));
  if (result.degrees > 0) {
    result.p_value = chi_square_tail(result.statistic, static_cast<double>(result.degrees));
  }
  return result;
}

Result<double> corrected_cramers_v(std::span<const std::uint64_t> baseline,
                                   std::span<const std::uint64_t> current) {
  PLUMB_TRY(const ChiSquare result, chi_square_without_p(baseline, current));
  return result.cramers_v_corrected;
}

}  // namespace plumb
