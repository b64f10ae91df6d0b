#include "stats/psi.h"

#include <cmath>
#include <cstddef>

#include "stats/totals.h"

namespace plumb {

Result<double> population_stability_index(std::span<const std::uint64_t> baseline,
                                          std::span<const std::uint64_t> current) {
  PLUMB_TRY(const Totals totals, totals_of(baseline, current));
  double categories = 0;
  bool empty_on_one_side = false;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    if (baseline[i] == 0 && current[i] == 0) continue;
    ++categories;
    empty_on_one_side |= baseline[i] == 0 || current[i] == 0;
  }
  const double added = empty_on_one_side ? 0.5 : 0.0;
  double psi = 0;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    if (baseline[i] == 0 && current[i] == 0) continue;
    const double b =
        (static_cast<double>(baseline[i]) + added) / (totals.baseline + added * categories);
    const double c =
        (static_cast<double>(current[i]) + added) / (totals.current + added * categories);
    psi += (c - b) * std::log(c / b);
  }
  return psi;
}

}  // namespace plumb
