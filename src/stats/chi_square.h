// Do two sides spread their counts over the same categories alike? Pearson's
// chi-square of a 2 x k table, and its size as Cramer's V.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace plumb {

struct ChiSquare {
  double statistic = 0;            // sum of (observed - expected)^2 / expected
  std::uint64_t degrees = 0;       // k - 1
  double p_value = 1;              // asymptotic; 1 where degrees is 0
  double cramers_v = 0;            // in [0, 1]
  double cramers_v_corrected = 0;  // in [0, 1]; 0 where nothing exceeds chance
};

// Counts of the same categories on both sides. Categories that are empty on both
// are dropped, k counts the others. No continuity correction: for k > 2 or k = 2
// alike the value of scipy.stats.chi2_contingency(correction=False).
//
// V = sqrt(phi2) with phi2 = statistic / n (a table of two rows). It grows when
// counts are few; the corrected one does not (Bergsma 2013):
//   phi2' = max(0, phi2 - (k - 1) / (n - 1)),  m' = m - (m - 1)^2 / (n - 1),
//   V' = sqrt(phi2' / min(k' - 1, 2' - 1)).
//
// O(k). Fails with invalid_input where the sides name different numbers of
// categories, and where a side counts nothing.
Result<ChiSquare> chi_square(std::span<const std::uint64_t> baseline,
                             std::span<const std::uint64_t> current);

// The same cramers_v_corrected, for draws by the thousand that nobody asks for a p-value.
Result<double> corrected_cramers_v(std::span<const std::uint64_t> baseline,
                                   std::span<const std::uint64_t> current);

}  // namespace plumb
