// The order in which an int8 encoder keeps its hidden channels.
//
// A few channels of BERT's residual stream are large in nearly every layer. In
// one group with them, all others are rounded coarsely; so they go first, into
// a group of their own. The layer norms give them away: their scale and shift
// are the spread and the mean of what comes out. bench/int8_study.py compares
// this with the other ways to treat outliers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plumb {

struct LayerNormWeights {
  std::span<const float> scale, shift;
};

class HiddenOrder {
 public:
  // A whole group: a multiple of every instruction set's vectors.
  static constexpr std::size_t kOutliers = 16;

  // Channels as they are.
  HiddenOrder() = default;
  // The kOutliers channels with the largest (|scale| + |shift|) / median |scale|
  // of any norm, then the rest; each part ascending. `norms` are of one size.
  static HiddenOrder outliers_first(std::span<const LayerNormWeights> norms);

  bool is_identity() const { return source_.empty(); }
  std::size_t leading() const { return is_identity() ? 0 : kOutliers; }

  // Where channel i comes from. Not for the identity.
  std::size_t operator[](std::size_t i) const { return source_[i]; }

  // Reorders the columns, or the rows, of a [rows][columns] matrix; the side
  // that is reordered has the size of a norm. Not for the identity.
  std::vector<float> reorder_columns(std::span<const float> matrix) const;
  std::vector<float> reorder_rows(std::span<const float> matrix) const;

 private:
  std::vector<std::size_t> source_;
};

}  // namespace plumb
