// Energy distance of two samples (Szekely and Rizzo 2004): how much farther the
// sides lie from each other than each from itself.
//
//   D^2 = 2 E|X - Y| - E|X - X'| - E|Y - Y'|,
// with the means over all pairs, those of a row with itself included. The result
// is D, the square root: in [0, inf), 0 only for equal distributions. Both forms
// fail with invalid_input where a side is empty or not finite.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"
#include "base/thread_pool.h"

namespace plumb {

// Numbers: the value of scipy.stats.energy_distance, by the integral of the
// squared gap between both empirical distributions. O(n log n + m log m).
Result<double> energy_distance(std::span<const double> baseline, std::span<const double> current);

// Rows of `dimension` floats, with Euclidean distances in double.
// O((n + m)^2 dimension) time, O(n + m) memory; the same bits for any number of
// threads. Callers with more than some thousand rows sample, and say so.
Result<double> energy_distance(std::span<const float> baseline, std::span<const float> current,
                               std::size_t dimension, ThreadPool& pool);

}  // namespace plumb
