// Where a short series jumped from one level to another, if it did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"

namespace plumb {

// Below this nothing is said: with fewer points almost any series has a "jump".
inline constexpr std::size_t kLeastSeries = 8;

struct ChangePointOptions {
  std::uint64_t permutations = 1'999;
  std::uint64_t seed = 42;
  std::size_t fewest = kLeastSeries;  // at least 4: both levels have 2 points or more
};

struct ChangePoint {
  std::size_t index = 0;    // the first point of the new level; both levels have 2 points or more
  double before = 0;        // mean of the points before it
  double after = 0;         // mean of the others
  double statistic = 0;     // the share of the variance that the two levels explain, in [0, 1]
  double p_value = 1;       // (k + 1) / (B + 1)
  std::uint64_t draws = 0;  // B
};

// The split with the least squared error around two means, which is the one with
// the largest
//   k (n - k) / n (mean before - mean after)^2
// (CUSUM; Hinkley 1970). p is the chance that the points in random order have a
// split as good somewhere: it accounts for the search. Draw d shuffles the series
// by Fisher and Yates with Rng(seed, d). The first of equal splits is taken.
//
// None where the series has fewer than `fewest` points or does not vary.
// O(n B). Fails with invalid_input for values that are not finite and for no
// permutations.
Result<std::optional<ChangePoint>> find_change_point(std::span<const double> series,
                                                     const ChangePointOptions& options = {});

}  // namespace plumb
