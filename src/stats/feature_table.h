// Rows of additive features: what each adds to counts, and to a sum of vectors.
//
// A statistic that depends on a sample only through such sums (an empirical
// distribution, an entropy, a contingency table, a centroid) can be computed
// for thousands of reweighted samples at the cost of one integer product:
// stats/two_sample.h does.
//
// Vectors are held as 16-bit integers, a fixed step apart: sums are exact, so
// they are the same for any order, thread count and instruction set. With
// 10,000 rows the step moves a centroid by about a millionth of its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/huge_pages.h"

namespace plumb {

struct FeatureCount {
  std::uint32_t feature = 0;
  std::uint32_t count = 0;
};

// The largest absolute component; 0 of no components.
float largest_size(std::span<const float> vector);

class FeatureTable {
 public:
  // `largest` is the largest absolute component that add_row will see.
  FeatureTable(std::size_t features, std::size_t dimension, float largest);

  // An empty one of the same features, dimension and steps.
  FeatureTable without_rows() const;

  // Makes room for so many rows.
  void reserve(std::size_t rows);
  // `vector` has `dimension` components, or none: then it adds nothing.
  void add_row(std::span<const FeatureCount> counts, std::span<const float> vector);
  // Call it behind the last row: features that many rows have become columns, whose sums cost a
  // fraction of those of entries, and the sums of all rows are made, which several ask for. No sum
  // changes. O(entries + rows * dimension).
  void make_columns();
  // A copy of a row of `other`, whose features, dimension and steps are the same.
  void add_row_of(const FeatureTable& other, std::size_t row);

  std::size_t rows() const { return starts_.size() - 1; }
  std::size_t features() const { return features_; }
  std::size_t dimension() const { return dimension_; }

  std::span<const FeatureCount> counts(std::size_t row) const {
    return std::span(counts_).subspan(starts_[row], starts_[row + 1] - starts_[row]);
  }
  // Those that no column has.
  std::span<const FeatureCount> sparse_counts(std::size_t row) const {
    if (column_features_.empty()) return counts(row);
    return std::span(sparse_).subspan(sparse_starts_[row],
                                      sparse_starts_[row + 1] - sparse_starts_[row]);
  }
  // Whether any row has such a count.
  bool has_sparse_counts() const {
    return column_features_.empty() ? !counts_.empty() : !sparse_.empty();
  }
  // The feature of each column, and the counts as vector_pairs() has components:
  // [p][columns][2].
  std::span<const std::uint32_t> column_features() const { return column_features_; }
  std::span<const std::int16_t> column_pairs() const { return column_pairs_; }
  // Whether a sum over rows whose weights add up to rows() fits 32 bits.
  bool fits_32_bits() const;

  // Rows 2p and 2p + 1, component by component side by side: [p][dimension][2].
  // Behind an odd last row is a row of zeros.
  std::span<const std::int16_t> vector_pairs() const { return pairs_; }
  // Components before it are 0 in the rows 2p and 2p + 1 (all are where it is the dimension): the
  // sums of a triangle cost half of a square's.
  std::size_t first_component(std::size_t pair) const { return first_components_[pair]; }

  // Adds every row once to counts[feature] and vector[component].
  void add_all_rows(std::span<std::uint64_t> counts, std::span<std::int64_t> vector) const;

 private:
  void add_counts(std::span<const FeatureCount> counts);
  void sum_all_rows(std::span<std::uint64_t> counts, std::span<std::int64_t> vector) const;
  std::size_t place_of_new_vector();
  std::vector<std::uint32_t> frequent_features() const;

  std::size_t features_;
  std::size_t dimension_;
  float steps_;  // of one unit
  std::uint64_t largest_row_ = 0;
  std::vector<std::size_t> starts_ = {0};
  std::vector<FeatureCount> counts_;
  std::vector<std::uint32_t> column_features_;
  std::vector<std::int16_t> column_pairs_;
  std::vector<std::size_t> sparse_starts_;  // where there are columns
  std::vector<FeatureCount> sparse_;
  HugePageVector<std::int16_t> pairs_;
  std::vector<std::size_t> first_components_;
  std::size_t summed_rows_ = 0;  // those that the two below are the sums of
  std::vector<std::uint64_t> all_counts_;
  std::vector<std::int64_t> all_vectors_;
};

}  // namespace plumb
