// The position terms of DeBERTa's attention, made ready for the kernels.
//
// The reference projects the table of distances through every layer's weights in
// every forward pass. The result depends on the weights alone: here it is computed
// once, at load.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "encode/buffer.h"
#include "encode/encoder_config.h"
#include "encode/kernels.h"

namespace plumb {

// bucket_of[distance + max_tokens - 1], ascending, for distances (query minus key)
// of less than max_tokens either way. Logarithmic from span / 2 on, in f32 like the
// reference: what it rounds up, this does.
std::vector<std::uint16_t> distance_buckets(const RelativePositions& positions,
                                            std::size_t max_tokens);

// Of one layer. Immutable once made; threads may share it.
class RelativeAttention {
 public:
  struct Projections {
    std::span<const float> keys;     // [2 * span][hidden]; empty without content_to_position
    std::span<const float> queries;  // [2 * span][hidden]; empty without position_to_content
  };

  // `buckets` as distance_buckets gives them, shared by all layers.
  RelativeAttention(const EncoderConfig& config, const Kernels& kernels,
                    const Projections& projections,
                    std::shared_ptr<const std::vector<std::uint16_t>> buckets);

  RelativeAttentionArgs of_head(std::size_t head) const;

  // 1 / sqrt(head_size * (1 + number of position terms))
  float scale(std::size_t head_size) const;

 private:
  std::size_t hidden_;
  std::size_t head_size_;
  std::size_t packed_head_;  // floats of a head in keys_
  Buffer<float> keys_;       // for each head panels of [head_size][panel width]
  Buffer<float> queries_;    // [2 * span][hidden]
  std::shared_ptr<const std::vector<std::uint16_t>> buckets_;
};

}  // namespace plumb
