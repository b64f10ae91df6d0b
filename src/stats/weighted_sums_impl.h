// The loops of weighted_sums.h, compiled once an instruction set.
//
// Include only from weighted_sums_<set>.cc. Everything is in an unnamed
// namespace: two copies with different instructions must never be merged.
#pragma once

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
    for (const FeatureCount& entry : table.counts(row)) {
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
    for (const FeatureCount& entry : table.counts(row)) {
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
    const bool has_second = 2 * pair + 1 < rows;
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      out[(pair * kBatchDraws + draw) * 2] = first[draw];
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

// Rows first to last of the table; few enough that no sum of 16-bit products
// leaves 32 bits (weighted_sums.cc sees to it). Tile::kBlockPairs pairs of rows are
// interleaved together: their weights stay in the first cache while every component passes by.
template <class Tile>
void sum_vectors(const FeatureTable& table, std::size_t first, std::size_t last,
                 const std::uint8_t* weights, std::int32_t* sums) {
  constexpr std::size_t kBlockPairs = Tile::kBlockPairs;
  alignas(64) std::int16_t interleaved[kBlockPairs * kBatchDraws * 2];
  const std::size_t dimension = table.dimension();
  for (std::size_t row = first; row < last; row += 2 * kBlockPairs) {
    const std::size_t rows = row + 2 * kBlockPairs < last ? 2 * kBlockPairs : last - row;
    const std::size_t pairs = (rows + 1) / 2;
    std::size_t first_component = dimension;
    for (std::size_t pair = row / 2; pair < row / 2 + pairs; ++pair) {
      if (table.first_component(pair) < first_component) {
        first_component = table.first_component(pair);
      }
    }
    interleave_weights(weights + row * kBatchDraws, rows, pairs, interleaved);
    sum_block<Tile>(table.vector_pairs().data() + row * dimension, dimension, first_component,
                    interleaved, pairs, sums);
  }
}

}  // namespace
}  // namespace plumb
