// Maximum mean discrepancy with the Gaussian kernel (Gretton et al. 2012).
//
// k(x, y) = exp(-gamma |x - y|^2), distances in double.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"
#include "base/thread_pool.h"

namespace plumb {

struct Mmd {
  // mean k(x, x') + mean k(y, y') - 2 mean k(x, y) over all pairs, a row with
  // itself included: in [0, 2), 0 for equal samples, larger for small ones.
  double biased = 0;
  // The same without the pairs of a row with itself: 0 on average where both
  // sides are of one distribution, so it can be below 0.
  double unbiased = 0;
  double gamma = 0;
};

// The median heuristic: gamma = 1 / (2 s^2), with s the median Euclidean distance
// over all pairs of different rows of both sides together (of an even number of
// pairs, the mean of the middle two). Where more than half of the pairs coincide
// and s is 0, the mean distance takes its place; where all rows are equal, gamma
// is 1, and every gamma gives the same.
// O(n^2 dimension) time, n^2 / 2 doubles. Fails with invalid_input below 2 rows
// and where a number is not finite.
Result<double> median_heuristic_gamma(std::span<const float> rows, std::size_t dimension,
                                      ThreadPool& pool);

// The same where the distances of all those pairs are at hand. O(pairs).
Result<double> gamma_of_distances(std::span<const double> distances);
// The same where s, above 0, is at hand.
Result<double> gamma_of_scale(double scale);

// O((n + m)^2 dimension) time; the same bits for any number of threads. Fails
// with invalid_input where a side has fewer than 2 rows, where a number is not
// finite, and where gamma is not above 0.
Result<Mmd> mmd_squared(std::span<const float> baseline, std::span<const float> current,
                        std::size_t dimension, double gamma, ThreadPool& pool);

// With gamma by the median heuristic over both sides.
Result<Mmd> mmd_squared(std::span<const float> baseline, std::span<const float> current,
                        std::size_t dimension, ThreadPool& pool);

}  // namespace plumb
