// Sums of a FeatureTable over the rows that draws put on one side.
//
// Five rows are on a side or not in 32 ways. The sums of the 32 subsets of five rows lie in the
// first cache, and a draw adds the one that it has: a fifth of the additions (the method of
// Arlazarov, Dinic, Kronrod and Faradzhev, 1970). Sums are exact, the same on every path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/feature_table.h"
#include "stats/weighted_sums.h"

namespace plumb {

inline constexpr std::size_t kSubsetRows = 5;
inline constexpr std::size_t kBlockSubsets = 8;
inline constexpr std::size_t kBlockRows = kSubsetRows * kBlockSubsets;

// Which rows of a table some draws put on a side. Reused from draws to draws by one thread.
class SideSubsets {
 public:
  // `sides` are [draw][pooled rows], each 0 or 1: those of the `rows` rows from the first on.
  void assign(std::span<const std::uint8_t> sides, std::size_t pooled, std::size_t first,
              std::size_t rows);

  std::size_t draws() const { return draws_; }
  std::size_t rows() const { return rows_; }
  // Of kBlockRows rows a number a draw: a byte each subset, its five rows' bits times 8.
  std::span<const std::uint64_t> of_block(std::size_t block) const {
    return std::span(subsets_).subspan(block * draws_, draws_);
  }

 private:
  std::size_t draws_ = 0;
  std::size_t rows_ = 0;
  std::vector<std::uint64_t> subsets_;  // [block][draw]
};

// Adds to sums.vectors, and to sums.counts of the features that are columns; both are sized by the
// first call when empty, for all draws of `sides`. Those of entries are add_sparse_counts'.
// Cost: draws * rows / 5 * (columns + dimension) additions.
void add_side_sums(const FeatureTable& table, const SideSubsets& sides, BatchSums& sums,
                   BatchScratch& scratch, SumPath path = fastest_sum_path());

// Of a table with as many rows as components: adds the sum of v_ij over the rows i and the
// components j that are on a draw's side to totals[draw]. `by_draw` are [draw][row], as `sides`
// was made of.
void add_side_pairs(const FeatureTable& table, const SideSubsets& sides,
                    std::span<const std::uint8_t> by_draw, std::span<std::int64_t> totals,
                    BatchScratch& scratch, SumPath path = fastest_sum_path());

}  // namespace plumb
