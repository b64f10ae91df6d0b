#include "encode/hidden_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace plumb {
namespace {

float median_magnitude(std::span<const float> values) {
  std::vector<float> magnitudes;
  for (const float value : values) magnitudes.push_back(std::abs(value));
  const auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
  std::ranges::nth_element(magnitudes, middle);
  return *middle;
}

std::vector<float> outlier_scores(std::span<const LayerNormWeights> norms) {
  std::vector<float> scores(norms.front().scale.size(), 0.0F);
  for (const LayerNormWeights& norm : norms) {
    const float median = std::max(median_magnitude(norm.scale), 1e-12F);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = std::max(scores[i], (std::abs(norm.scale[i]) + std::abs(norm.shift[i])) / median);
    }
  }
  return scores;
}

}  // namespace

HiddenOrder HiddenOrder::outliers_first(std::span<const LayerNormWeights> norms) {
  const std::vector<float> scores = outlier_scores(norms);
  HiddenOrder order;
  order.source_.resize(scores.size());
  std::iota(order.source_.begin(), order.source_.end(), std::size_t{0});
  std::ranges::sort(order.source_, [&](std::size_t a, std::size_t b) {
    return std::pair(scores[b], a) < std::pair(scores[a], b);
  });
  const auto rest = order.source_.begin() + kOutliers;
  std::ranges::sort(order.source_.begin(), rest);
  std::ranges::sort(rest, order.source_.end());
  return order;
}

std::vector<float> HiddenOrder::reorder_columns(std::span<const float> matrix) const {
  const std::size_t columns = source_.size();
  std::vector<float> result(matrix.size());
  for (std::size_t row = 0; row < matrix.size(); row += columns) {
    for (std::size_t i = 0; i < columns; ++i) result[row + i] = matrix[row + source_[i]];
  }
  return result;
}

std::vector<float> HiddenOrder::reorder_rows(std::span<const float> matrix) const {
  const std::size_t columns = matrix.size() / source_.size();
  std::vector<float> result;
  result.reserve(matrix.size());
  for (const std::size_t row : source_) {
    const auto values = matrix.subspan(row * columns, columns);
    result.insert(result.end(), values.begin(), values.end());
  }
  return result;
}

}  // namespace plumb
