// Sums over a FeatureTable for 64 weightings of its rows at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/feature_table.h"

namespace plumb {

inline constexpr std::size_t kBatchDraws = 64;

// The sums of each draw, one behind the other.
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
};

// What is known of weights: of sides each is 0 or 1, for which AVX-512 has a quicker way.
enum class WeightKind { any, sides };

enum class SumPath { portable, avx2, avx512_vnni };
SumPath fastest_sum_path();

// Adds to `sums` (sized by the first call when empty). `weights` are
// [row][kBatchDraws]; those of one draw add up to at most the number of rows.
// Cost: rows * (entries + dimension) * 64 integer products.
void add_weighted_sums(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       BatchSums& sums, BatchScratch& scratch, WeightKind kind = WeightKind::any,
                       SumPath path = fastest_sum_path());

// Of a table with as many rows as components: adds the sum of w_i w_j v_ij over its rows i and
// components j to totals[draw], w the draw's weights of sides.
void add_weighted_pairs(const FeatureTable& table, std::span<const std::uint8_t> weights,
                        std::span<std::int64_t, kBatchDraws> totals, BatchScratch& scratch,
                        SumPath path = fastest_sum_path());

// by_row[row][draw] = by_draw[draw][row], for kBatchDraws draws. Whoever makes the weights of one
// draw after the other stays within its row of `by_draw`, which the first cache holds.
void order_weights_by_row(std::span<const std::uint8_t> by_draw, std::span<std::uint8_t> by_row,
                          SumPath path = fastest_sum_path());

}  // namespace plumb
