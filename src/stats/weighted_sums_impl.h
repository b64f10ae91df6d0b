// The loops of weighted_sums.h, compiled once an instruction set.
//
// Include only from weighted_sums_<set>.cc. Everything is in an unnamed
// namespace: two copies with different instructions must never be merged.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "stats/feature_table.h"
#include "stats/weighted_sums.h"
#include "stats/weighted_sums_paths.h"

namespace plumb {
namespace {

// sums[feature][draw] += count * weight[row][draw], in 32 bits: `Tile` holds the weights of a row
// in registers while its entries pass by.
template <class Tile>
void sum_narrow_counts(const FeatureTable& table, const std::uint8_t* weights,
                       std::uint32_t* sums) {
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const typename Tile::RowWeights wide(weights + row * kBatchDraws);
    for (const FeatureCount& entry : table.sparse_counts(row)) {
      wide.add_to(sums + entry.feature * kBatchDraws, entry.count);
    }
  }
}

// The same in as many bits as Sum has.
template <class Sum>
void sum_counts(const FeatureTable& table, const std::uint8_t* weights, Sum* sums) {
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::uint8_t* const row_weights = weights + row * kBatchDraws;
    Sum wide[kBatchDraws];
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) wide[draw] = row_weights[draw];
    for (const FeatureCount& entry : table.sparse_counts(row)) {
      Sum* const to = sums + entry.feature * kBatchDraws;
      const Sum count = static_cast<Sum>(entry.count);
      for (std::size_t draw = 0; draw < kBatchDraws; ++draw) to[draw] += count * wide[draw];
    }
  }
}

// Weights of rows 2p and 2p + 1 side by side, as the 16-bit product wants them.
inline void interleave_weights(const std::uint8_t* weights, std::size_t rows, std::size_t pairs,
                               std::int16_t* out) {
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::uint8_t* const first = weights + 2 * pair * kBatchDraws;
    const bool has_first = 2 * pair < rows;
    const bool has_second = 2 * pair + 1 < rows;
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      out[(pair * kBatchDraws + draw) * 2] = has_first ? first[draw] : 0;
      out[(pair * kBatchDraws + draw) * 2 + 1] = has_second ? first[kBatchDraws + draw] : 0;
    }
  }
}

// sums[component][draw] += vector[pair][component] . weight[pair][draw] over the
// pairs of one block, from the first component that one of them has; `Tile` does a few.
template <class Tile>
void sum_block(const std::int16_t* vectors, std::size_t dimension, std::size_t component,
               const std::int16_t* weights, std::size_t pairs, std::int32_t* sums) {
  for (; component + Tile::kComponents <= dimension; component += Tile::kComponents) {
    Tile::template add<Tile::kComponents>(vectors + 2 * component, dimension, weights, pairs,
                                          sums + component * kBatchDraws);
  }
  for (; component < dimension; ++component) {
    Tile::template add<1>(vectors + 2 * component, dimension, weights, pairs,
                          sums + component * kBatchDraws);
  }
}

// Both halves of sixteen rows of sixteen bytes, woven into each other. Unrolled, or the rows would
// live in memory.
inline void weave(const __m128i (&rows)[16], __m128i (&woven)[16]) {
#pragma GCC unroll 8
  for (std::size_t i = 0; i < 8; ++i) {
    woven[2 * i] = _mm_unpacklo_epi8(rows[i], rows[i + 8]);
    woven[2 * i + 1] = _mm_unpackhi_epi8(rows[i], rows[i + 8]);
  }
}

// Sixteen rows of sixteen bytes, `from_stride` apart, become columns: after four rounds.
inline void transpose_square(const std::uint8_t* from, std::size_t from_stride, std::uint8_t* to,
                             std::size_t to_stride) {
  __m128i rows[16];
  __m128i woven[16];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) {
    rows[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * from_stride));
  }
  weave(rows, woven);
  weave(woven, rows);
  weave(rows, woven);
  weave(woven, rows);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i * to_stride), rows[i]);
  }
}

inline void order_by_row(const std::uint8_t* by_draw, std::size_t rows, std::uint8_t* by_row) {
  constexpr std::size_t kSide = 16;
  constexpr std::size_t kLine = 64;  // bytes of a cache line
  static_assert(kBatchDraws % kSide == 0);
  std::size_t row = 0;
  for (; row + kSide <= rows; row += kSide) {
    // A line of each draw, more of them than the CPU foresees by itself.
    if (row % kLine == 0) {
      for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
        _mm_prefetch(by_draw + draw * rows + row + 2 * kLine, _MM_HINT_T0);
      }
    }
    for (std::size_t draw = 0; draw < kBatchDraws; draw += kSide) {
      transpose_square(by_draw + draw * rows + row, rows, by_row + row * kBatchDraws + draw,
                       kBatchDraws);
    }
  }
  for (; row < rows; ++row) {
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      by_row[row * kBatchDraws + draw] = by_draw[draw * rows + row];
    }
  }
}

// The first component that any of the pairs has.
inline std::size_t first_component_of(const FeatureTable& table, std::size_t pair,
                                      std::size_t pairs) {
  std::size_t first = table.dimension();
  for (const std::size_t end = pair + pairs; pair < end; ++pair) {
    if (table.first_component(pair) < first) first = table.first_component(pair);
  }
  return first;
}

// Rows first to last of the table; few enough that no sum of 16-bit products
// leaves 32 bits (weighted_sums.cc sees to it). Tile::kBlockPairs pairs of rows are
// interleaved together: their weights stay in the first cache while every component passes by.
template <class Tile>
void sum_dense(const FeatureTable& table, std::size_t first, std::size_t last,
               const std::uint8_t* weights, std::int32_t* vectors, std::int32_t* columns) {
  constexpr std::size_t kBlockPairs = Tile::kBlockPairs;
  alignas(64) std::int16_t interleaved[kBlockPairs * kBatchDraws * 2];
  const std::size_t dimension = table.dimension();
  const std::size_t width = table.column_features().size();
  for (std::size_t row = first; row < last; row += 2 * kBlockPairs) {
    const std::size_t rows = row + 2 * kBlockPairs < last ? 2 * kBlockPairs : last - row;
    const std::size_t pairs = (rows + 1) / 2;
    interleave_weights(weights + row * kBatchDraws, rows, pairs, interleaved);
    sum_block<Tile>(table.vector_pairs().data() + row * dimension, dimension,
                    first_component_of(table, row / 2, pairs), interleaved, pairs, vectors);
    sum_block<Tile>(table.column_pairs().data() + row * width, width, 0, interleaved, pairs,
                    columns);
  }
}

}  // namespace
}  // namespace plumb
