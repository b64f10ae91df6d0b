// The innermost loops over rows of numbers, in a version an instruction set.
//
// Every version adds up the same fixed partial sums (sixteen of floats, eight of
// doubles) in the same order, without fused multiply-add: the same bits on every
// CPU.
#pragma once

#include <cstddef>

namespace plumb {

// This many rows times this many are summed at once, so that a loaded row serves several.
inline constexpr std::size_t kTileRows = 2;
// Rows of the tile's input end in zeros up to a multiple of this.
inline constexpr std::size_t kTileStep = 16;

// So many rows are multiplied with one vector, or added to one, while it passes by once.
inline constexpr std::size_t kRowsTogether = 4;

struct RowLoops {
  // distances[r * kTileRows + c]: squared, between row r of `a` and row c of `b`,
  // both rows `stride` apart and as long, a multiple of kTileStep.
  void (*distance_tile)(const float* a, const float* b, std::size_t stride, float* distances);
  // Squared, in double, of `row` and each of `count` rows.
  void (*distances_from)(const float* row, const float* rows, std::size_t dimension,
                         std::size_t count, double* distances);
  // The same of rows that are doubles already.
  void (*wide_distances_from)(const double* row, const double* rows, std::size_t dimension,
                              std::size_t count, double* distances);
  double (*dot)(const double* a, const double* b, std::size_t count);
  // sum += factor * values. The two do not overlap.
  void (*add_scaled)(double* sum, double factor, const double* values, std::size_t count);
  // kRowsTogether rows of `count` numbers, one behind the other: dot() of each with `b`.
  void (*dots)(const double* rows, const double* b, std::size_t count, double* products);
  // add_scaled() of each, the first row first.
  void (*add_scaled_rows)(double* sum, const double* factors, const double* rows,
                          std::size_t count);
};

extern const RowLoops kPortableRowLoops;
extern const RowLoops kAvx2RowLoops;
extern const RowLoops kAvx512RowLoops;

// The fastest that this CPU runs.
const RowLoops& row_loops();

}  // namespace plumb
