#include "encode/relative_attention.h"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

// make_log_bucket_position of the reference, for a distance >= 0.
std::size_t bucket_distance(const RelativePositions& positions, std::size_t distance) {
  const std::size_t middle = positions.span / 2;
  if (!positions.logarithmic || distance <= middle) return distance;
  const auto mid = static_cast<float>(middle);
  const float ratio = std::log(static_cast<float>(distance) / mid) /
                      std::log(static_cast<float>(static_cast<double>(positions.farthest - 1) /
                                                  static_cast<double>(mid)));
  return static_cast<std::size_t>(std::ceil(ratio * (mid - 1.0F))) + middle;
}

}  // namespace

std::vector<std::uint16_t> distance_buckets(const RelativePositions& positions,
                                            std::size_t max_tokens) {
  const std::size_t span = positions.span;
  std::vector<std::uint16_t> buckets(2 * max_tokens - 1);
  for (std::size_t distance = 0; distance < max_tokens; ++distance) {
    const std::size_t bucket = bucket_distance(positions, distance);
    const std::size_t centre = max_tokens - 1;
    buckets[centre + distance] = static_cast<std::uint16_t>(std::min(span + bucket, 2 * span - 1));
    buckets[centre - distance] = static_cast<std::uint16_t>(span - std::min(span, bucket));
  }
  return buckets;
}

RelativeAttention::RelativeAttention(const EncoderConfig& config, const Kernels& kernels,
                                     const Projections& projections,
                                     std::shared_ptr<const std::vector<std::uint16_t>> buckets)
    : hidden_(config.hidden),
      head_size_(config.head_size()),
      packed_head_(0),
      buckets_(std::move(buckets)) {
  queries_ = Buffer<float>(projections.queries.size());
  std::ranges::copy(projections.queries, queries_.data());
  if (projections.keys.empty()) return;
  const std::size_t rows = projections.keys.size() / hidden_;
  const std::size_t panels = (rows + kernels.panel_width - 1) / kernels.panel_width;
  packed_head_ = panels * kernels.panel_width * head_size_;
  keys_ = Buffer<float>(config.heads * packed_head_);
  std::vector<float> head_rows(packed_head_, 0.0F);  // padded to whole panels
  for (std::size_t head = 0; head < config.heads; ++head) {
    for (std::size_t row = 0; row < rows; ++row) {
      std::ranges::copy(projections.keys.subspan(row * hidden_ + head * head_size_, head_size_),
                        head_rows.data() + row * head_size_);
    }
    for (std::size_t panel = 0; panel < panels; ++panel) {
      kernels.pack(head_rows.data(), head_size_, panel, keys_.data() + head * packed_head_);
    }
  }
}

RelativeAttentionArgs RelativeAttention::of_head(std::size_t head) const {
  RelativeAttentionArgs args;
  if (keys_.size() > 0) args.keys = keys_.data() + head * packed_head_;
  if (queries_.size() > 0) args.queries = queries_.data() + head * head_size_;
  args.query_stride = hidden_;
  args.bucket_of = buckets_->data() + buckets_->size() / 2;
  return args;
}

float RelativeAttention::scale(std::size_t head_size) const {
  const int terms = 1 + (keys_.size() > 0 ? 1 : 0) + (queries_.size() > 0 ? 1 : 0);
  return 1.0F / std::sqrt(static_cast<float>(head_size) * static_cast<float>(terms));
}

}  // namespace plumb
