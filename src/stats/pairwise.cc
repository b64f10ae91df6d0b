#include "stats/pairwise.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"

// Inlined into a function of each instruction set, and compiled for it there.
#define PLUMB_INLINE [[gnu::always_inline]] inline

namespace plumb {
namespace {

// Lanes that the compiler maps to the registers at hand: one of AVX-512, two of
// AVX2, four of SSE2. The arithmetic of a lane is the same in each.
using Floats = float __attribute__((vector_size(64)));
using HalfFloats = float __attribute__((vector_size(32)));
using Doubles = double __attribute__((vector_size(64)));
constexpr std::size_t kFloats = 16;
constexpr std::size_t kDoubles = 8;

// This many rows times this many are summed at once, so that a loaded row serves several.
constexpr std::size_t kTile = 2;
// Rows that stay in the cache while others pass by. A multiple of kTile.
constexpr std::size_t kBlock = 64;

// Halves until one lane is left: a fixed order of additions.
template <class Number, std::size_t lanes, class Vector>
PLUMB_INLINE Number sum_of_lanes(const Vector& vector) {
  Number values[lanes];
  std::memcpy(values, &vector, sizeof values);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
  }
  return values[0];
}

// Rows with zeros after them up to whole vectors, and rows of zeros after them up
// to whole tiles: zeros add nothing to a distance.
struct PaddedRows {
  std::size_t count = 0;
  std::size_t stride = 0;
  std::vector<float> values;

  PaddedRows(std::span<const float> rows, std::size_t dimension)
      : count(rows.size() / dimension),
        stride((dimension + kFloats - 1) / kFloats * kFloats),
        values((count + kTile - 1) / kTile * kTile * stride) {
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(rows.data() + i * dimension, dimension, values.data() + i * stride);
    }
  }
};

PLUMB_INLINE void distance_tile(const float* a, const float* b, std::size_t stride,
                                float (&distances)[kTile][kTile]) {
  Floats sums[kTile][kTile] = {};
  for (std::size_t at = 0; at < stride; at += kFloats) {
    Floats left[kTile];
    Floats right[kTile];
    for (std::size_t r = 0; r < kTile; ++r) {
      std::memcpy(&left[r], a + r * stride + at, sizeof(Floats));
      std::memcpy(&right[r], b + r * stride + at, sizeof(Floats));
    }
    for (std::size_t r = 0; r < kTile; ++r) {
      for (std::size_t c = 0; c < kTile; ++c) {
        const Floats difference = left[r] - right[c];
        sums[r][c] += difference * difference;
      }
    }
  }
  for (std::size_t r = 0; r < kTile; ++r) {
    for (std::size_t c = 0; c < kTile; ++c) {
      distances[r][c] = sum_of_lanes<float, kFloats>(sums[r][c]);
    }
  }
}

// The distances of the rows [first, first + kBlock) and all rows from `first` on,
// written to both of their places.
PLUMB_INLINE void fill_block(const PaddedRows& rows, std::size_t first, float* matrix) {
  const std::size_t end = std::min(rows.count, first + kBlock);
  for (std::size_t j = first; j < rows.count; j += kTile) {
    for (std::size_t i = first; i < std::min(end, j + kTile); i += kTile) {
      float distances[kTile][kTile];
      distance_tile(rows.values.data() + i * rows.stride, rows.values.data() + j * rows.stride,
                    rows.stride, distances);
      for (std::size_t r = 0; r < std::min(kTile, end - i); ++r) {
        for (std::size_t c = 0; c < std::min(kTile, rows.count - j); ++c) {
          matrix[(i + r) * rows.count + j + c] = distances[r][c];
          matrix[(j + c) * rows.count + i + r] = distances[r][c];
        }
      }
    }
  }
}

PLUMB_INLINE void fill_from(const float* row, const float* rows, std::size_t dimension,
                            std::size_t count, double* distances) {
  for (std::size_t j = 0; j < count; ++j) {
    const float* other = rows + j * dimension;
    Doubles sums = {};
    std::size_t at = 0;
    for (; at + kDoubles <= dimension; at += kDoubles) {
      HalfFloats left;
      HalfFloats right;
      std::memcpy(&left, row + at, sizeof left);
      std::memcpy(&right, other + at, sizeof right);
      const Doubles difference =
          __builtin_convertvector(left, Doubles) - __builtin_convertvector(right, Doubles);
      sums += difference * difference;
    }
    double sum = sum_of_lanes<double, kDoubles>(sums);
    for (; at < dimension; ++at) {
      const double difference = static_cast<double>(row[at]) - static_cast<double>(other[at]);
      sum += difference * difference;
    }
    distances[j] = sum;
  }
}

[[gnu::target("avx512f")]] void fill_block_avx512(const PaddedRows& rows, std::size_t first,
                                                  float* matrix) {
  fill_block(rows, first, matrix);
}
[[gnu::target("avx2")]] void fill_block_avx2(const PaddedRows& rows, std::size_t first,
                                             float* matrix) {
  fill_block(rows, first, matrix);
}
void fill_block_portable(const PaddedRows& rows, std::size_t first, float* matrix) {
  fill_block(rows, first, matrix);
}

[[gnu::target("avx512f")]] void fill_from_avx512(const float* row, const float* rows,
                                                 std::size_t dimension, std::size_t count,
                                                 double* distances) {
  fill_from(row, rows, dimension, count, distances);
}
[[gnu::target("avx2")]] void fill_from_avx2(const float* row, const float* rows,
                                            std::size_t dimension, std::size_t count,
                                            double* distances) {
  fill_from(row, rows, dimension, count, distances);
}
void fill_from_portable(const float* row, const float* rows, std::size_t dimension,
                        std::size_t count, double* distances) {
  fill_from(row, rows, dimension, count, distances);
}

template <class Function>
Function fastest(Function avx512, Function avx2, Function portable) {
  if (cpu_features().avx512) return avx512;
  return cpu_features().avx2_fma ? avx2 : portable;
}

}  // namespace

std::vector<float> squared_distances(std::span<const float> rows, std::size_t dimension,
                                     ThreadPool& pool) {
  if (dimension == 0) return {};
  const PaddedRows padded(rows, dimension);
  std::vector<float> matrix(padded.count * padded.count);
  const auto fill = fastest(fill_block_avx512, fill_block_avx2, fill_block_portable);
  const auto blocks = static_cast<int>((padded.count + kBlock - 1) / kBlock);
  pool.run(blocks, [&](int block, int) {
    fill(padded, static_cast<std::size_t>(block) * kBlock, matrix.data());
  });
  return matrix;
}

void squared_distances_from(std::span<const float> row, std::span<const float> rows,
                            std::span<double> distances) {
  const auto fill = fastest(fill_from_avx512, fill_from_avx2, fill_from_portable);
  fill(row.data(), rows.data(), row.size(), distances.size(), distances.data());
}

}  // namespace plumb
