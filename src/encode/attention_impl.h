// Attention of one head over one text. V is one of simd_*.h.
//
// For each tile of query rows: scores against all keys, softmax, then the sum
// of the values, while the tile's scores stay in the first cache.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "encode/kernels.h"
#include "encode/math_impl.h"
#include "encode/product_impl.h"

namespace plumb {
namespace {

// The scratch of a call: keys as panels [panel][head_size][width], values as
// panels [panel][length][width], scores [kTileRows][padded length].
template <class V>
struct AttentionLayout {
  static constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  std::size_t padded, keys, values, scores, total;

  AttentionLayout(std::size_t length, std::size_t head_size)
      : padded((length + kWidth - 1) / kWidth * kWidth),
        keys(0),
        values(padded * head_size),
        scores(values + padded * head_size),
        total(scores + V::kTileRows * padded) {}
};

template <class V>
void pack_keys(const AttentionArgs& args, std::size_t padded, float* keys) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  for (std::size_t first = 0; first < padded; first += kWidth) {
    float* panel = keys + first * args.head_size;
    for (std::size_t i = 0; i < kWidth; ++i) {
      if (first + i < args.length) {
        const float* key = args.key + (first + i) * args.stride;
        for (std::size_t d = 0; d < args.head_size; ++d) panel[d * kWidth + i] = key[d];
      } else {
        for (std::size_t d = 0; d < args.head_size; ++d) panel[d * kWidth + i] = 0.0F;
      }
    }
  }
}

template <class V>
void pack_values(const AttentionArgs& args, float* values) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  for (std::size_t column = 0; column < args.head_size; column += kWidth) {
    for (std::size_t row = 0; row < args.length; ++row) {
      const float* from = args.value + row * args.stride + column;
      for (std::size_t v = 0; v < kWidth; v += V::kLanes) V::store(values + v, V::load(from + v));
      values += kWidth;
    }
  }
}

// scores = exp((scores - max) * scale) over the whole padded row; returns the sum.
template <class V>
float soften(float* scores, std::size_t length, std::size_t padded, float scale) {
  for (std::size_t i = length; i < padded; ++i) scores[i] = -std::numeric_limits<float>::infinity();
  auto top = V::load(scores);
  for (std::size_t i = V::kLanes; i < padded; i += V::kLanes)
    top = V::max(top, V::load(scores + i));
  const auto shift = V::set(-V::largest(top) * scale);
  const auto factor = V::set(scale);
  auto total = V::set(0.0F);
  for (std::size_t i = 0; i < padded; i += V::kLanes) {
    const auto weight = exp_negative<V>(V::fma(V::load(scores + i), factor, shift));
    V::store(scores + i, weight);
    total = V::add(total, weight);
  }
  return V::sum(total);
}

template <class V>
void attention(const AttentionArgs& args) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const AttentionLayout<V> layout(args.length, args.head_size);
  float* keys = args.scratch + layout.keys;
  float* values = args.scratch + layout.values;
  float* scores = args.scratch + layout.scores;
  pack_keys<V>(args, layout.padded, keys);
  pack_values<V>(args, values);
  const float scale = 1.0F / std::sqrt(static_cast<float>(args.head_size));

  for_each_tile<V>(args.length, [&](std::size_t row, std::size_t height) {
    const Tile tile = kProductTiles<V, Start::zero>.for_height[height];
    for (std::size_t key = 0; key < layout.padded; key += kWidth) {
      tile({args.query + row * args.stride, args.stride, keys + key * args.head_size,
            args.head_size, nullptr, scores + key, layout.padded});
    }
    float totals[V::kTileRows];
    for (std::size_t r = 0; r < height; ++r) {
      totals[r] = soften<V>(scores + r * layout.padded, args.length, layout.padded, scale);
    }
    float* output = args.output + row * args.output_stride;
    for (std::size_t column = 0; column < args.head_size; column += kWidth) {
      tile({scores, layout.padded, values + column * args.length, args.length, nullptr,
            output + column, args.output_stride});
    }
    for (std::size_t r = 0; r < height; ++r) {
      const auto factor = V::set(1.0F / totals[r]);
      for (std::size_t d = 0; d < args.head_size; d += V::kLanes) {
        float* at = output + r * args.output_stride + d;
        V::store(at, V::mul(V::load(at), factor));
      }
    }
  });
}

}  // namespace
}  // namespace plumb
