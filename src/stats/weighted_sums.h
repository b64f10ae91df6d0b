// Sums over a FeatureTable for 64 weightings of its rows at once. Where every weight is 0 or 1,
// stats/subset_sums.h is quicker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/feature_table.h"

namespace plumb {

inline constexpr std::size_t kBatchDraws = 64;

// The sums of each draw of a batch, or of several, one behind the other.
struct BatchSums {
  std::vector<std::uint64_t> counts;  // [draw][feature]
  std::vector<std::int64_t> vectors;  // [draw][component]
};

// Reused from call to call by one thread.
struct BatchScratch {
  std::vector<std::uint32_t> narrow_counts;  // [feature][draw]
  std::vector<std::uint64_t> wide_counts;    // the same where 32 bits could overflow
  std::vector<std::int32_t> vectors;         // [component][draw]
  std::vector<std::int32_t> columns;         // [column of counts][draw]
  std::vector<std::int32_t> chunks;          // of stats/subset_sums.h
};

enum class SumPath { portable, avx2, avx512_vnni };
SumPath fastest_sum_path();

// Adds to `sums` (sized by the first call when empty). `weights` are
// [row][kBatchDraws]; those of one draw add up to at most the number of rows.
// Cost: rows * (entries + dimension) * 64 integer products.
void add_weighted_sums(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       BatchSums& sums, BatchScratch& scratch, SumPath path = fastest_sum_path());

// Adds those of the features that are no columns alone, to counts[draw][feature] of the batch.
void add_sparse_counts(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       std::span<std::uint64_t> counts, BatchScratch& scratch,
                       SumPath path = fastest_sum_path());

// by_row[row][draw] = by_draw[draw][row], for kBatchDraws draws. Whoever makes the weights of one
// draw after the other stays within its row of `by_draw`, which the first cache holds.
void order_weights_by_row(std::span<const std::uint8_t> by_draw, std::span<std::uint8_t> by_row,
                          SumPath path = fastest_sum_path());

}  // namespace plumb
