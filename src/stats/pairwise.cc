#include "stats/pairwise.h"

#include <algorithm>

#include "stats/row_loops.h"

namespace plumb {
namespace {

// Rows that stay in the cache while others pass by. A multiple of kTileRows.
constexpr std::size_t kBlock = 64;

// Rows with zeros after them up to whole steps, and rows of zeros after them up
// to whole tiles: zeros add nothing to a distance.
struct PaddedRows {
  std::size_t count = 0;
  std::size_t stride = 0;
  std::vector<float> values;

  PaddedRows(std::span<const float> rows, std::size_t dimension)
      : count(rows.size() / dimension),
        stride((dimension + kTileStep - 1) / kTileStep * kTileStep),
        values((count + kTileRows - 1) / kTileRows * kTileRows * stride) {
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(rows.data() + i * dimension, dimension, values.data() + i * stride);
    }
  }

  const float* row(std::size_t i) const { return values.data() + i * stride; }
};

// The distances of the rows [first, first + kBlock) and all rows from `first` on,
// written to both of their places.
void fill_block(const PaddedRows& rows, std::size_t first, const RowLoops& loops, float* matrix) {
  const std::size_t end = std::min(rows.count, first + kBlock);
  for (std::size_t j = first; j < rows.count; j += kTileRows) {
    for (std::size_t i = first; i < std::min(end, j + kTileRows); i += kTileRows) {
      float distances[kTileRows * kTileRows];
      loops.distance_tile(rows.row(i), rows.row(j), rows.stride, distances);
      for (std::size_t r = 0; r < std::min(kTileRows, end - i); ++r) {
        for (std::size_t c = 0; c < std::min(kTileRows, rows.count - j); ++c) {
          matrix[(i + r) * rows.count + j + c] = distances[r * kTileRows + c];
          matrix[(j + c) * rows.count + i + r] = distances[r * kTileRows + c];
        }
      }
    }
  }
}

}  // namespace

std::vector<float> squared_distances(std::span<const float> rows, std::size_t dimension,
                                     ThreadPool& pool) {
  if (dimension == 0) return {};
  const PaddedRows padded(rows, dimension);
  std::vector<float> matrix(padded.count * padded.count);
  const RowLoops& loops = row_loops();
  const auto blocks = static_cast<int>((padded.count + kBlock - 1) / kBlock);
  pool.run(blocks, [&](int block, int) {
    fill_block(padded, static_cast<std::size_t>(block) * kBlock, loops, matrix.data());
  });
  return matrix;
}

void squared_distances_from(std::span<const float> row, std::span<const float> rows,
                            std::span<double> distances) {
  row_loops().distances_from(row.data(), rows.data(), row.size(), distances.size(),
                             distances.data());
}

void squared_distances_from(std::span<const double> row, std::span<const double> rows,
                            std::span<double> distances) {
  row_loops().wide_distances_from(row.data(), rows.data(), row.size(), distances.size(),
                                  distances.data());
}

}  // namespace plumb
