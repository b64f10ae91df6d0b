// Squared Euclidean distances between rows of floats.
//
// Sums of squared differences, never |a|^2 + |b|^2 - 2ab: rows that are nearly
// equal keep their distance, and equal rows have distance 0. The same bits on
// every CPU and for any number of threads: sixteen (in double: eight) fixed
// partial sums a pair, added in one order, no fused multiply-add.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/thread_pool.h"

namespace plumb {

// The full matrix of n rows, row by row: cell i n + j is the distance of rows i
// and j, symmetrical, with a diagonal of 0. n^2 floats; 2,000 rows of 384 take
// about 0.1 s of one core with AVX2. `rows` holds n times `dimension` finite
// numbers; what does not fill a row is left out.
std::vector<float> squared_distances(std::span<const float> rows, std::size_t dimension,
                                     ThreadPool& pool);

// One row against many, in double: distances[j] for row j of `rows`.
// `row.size()` is the dimension, and `distances` has a place for every row.
void squared_distances_from(std::span<const float> row, std::span<const float> rows,
                            std::span<double> distances);
// The same bits, for rows that were made doubles once for many calls.
void squared_distances_from(std::span<const double> row, std::span<const double> rows,
                            std::span<double> distances);

}  // namespace plumb
