#include "stats/feature_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace plumb {

FeatureTable::FeatureTable(std::size_t features, std::size_t dimension, float largest)
    : features_(features),
      dimension_(dimension),
      steps_(largest > 0 ? std::numeric_limits<std::int16_t>::max() / largest : 0) {}

void FeatureTable::add_row(std::span<const FeatureCount> counts, std::span<const float> vector) {
  assert(vector.empty() || vector.size() == dimension_);
  const std::size_t row = rows();
  std::uint64_t added = 0;  // to any one feature, at most: a row may name one twice
  for (const FeatureCount& entry : counts) {
    assert(entry.feature < features_);
    added += entry.count;
  }
  largest_row_ = std::max(largest_row_, added);
  counts_.insert(counts_.end(), counts.begin(), counts.end());
  starts_.push_back(counts_.size());
  if (row % 2 == 0) pairs_.resize(pairs_.size() + 2 * dimension_);
  const std::size_t first = (row / 2) * 2 * dimension_ + row % 2;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const float scaled = std::clamp(vector[i] * steps_, -32767.0F, 32767.0F);
    pairs_[first + 2 * i] = static_cast<std::int16_t>(std::lrint(scaled));
  }
}

bool FeatureTable::fits_32_bits() const {
  return static_cast<double>(largest_row_) * static_cast<double>(rows()) < 0x1.0p31;
}

}  // namespace plumb
