// Products of 8-bit integers. V is one of simd_*.h.
//
// The sums are exact integers, the same on every instruction set; at the end of
// each group along the depth they become floats and join those of the groups before,
// in the order of the groups.
//
// Traffic: a tile goes through all groups before the next begins, so what passes from group
// to group is a tile in the first cache. The rows of the output itself lie a power of two apart
// often enough that a few of them crowd each other out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "encode/kernels.h"
#include "encode/math_impl.h"
#include "encode/product_impl.h"

namespace plumb {
namespace {

// A range too narrow to divide by is one value; it is exact in `low`.
constexpr float kNarrowestRange = 1e-30F;

template <class V>
void quantize_group(const float* x, std::size_t size, float& scale, float& low,
                    typename V::Narrow* to) {
  auto top = V::load(x);
  auto bottom = top;
  for (std::size_t i = V::kLanes; i < size; i += V::kLanes) {
    const auto here = V::load(x + i);
    top = V::max(top, here);
    bottom = V::min(bottom, here);
  }
  low = V::smallest(bottom);
  const float range = V::largest(top) - low;
  const bool wide = range > kNarrowestRange;
  scale = wide ? range / 255.0F : 0.0F;
  const auto inverse = V::set(wide ? 255.0F / range : 0.0F);
  const auto start = V::set(low);
  for (std::size_t i = 0; i < size; i += V::kLanes) {
    const auto q = V::round(V::mul(V::sub(V::load(x + i), start), inverse));
    V::store_narrow(to + i, V::min(V::max(q, V::set(0.0F)), V::set(255.0F)));
  }
}

template <class V>
void quantize(const QuantizeArgs& args) {
  auto* to = static_cast<typename V::Narrow*>(args.output);
  for (std::size_t r = 0; r < args.rows; ++r) {
    std::size_t begin = 0;
    for (std::size_t g = 0; g < args.groups.count; ++g) {
      const std::size_t end = args.groups.ends[g];
      const std::size_t at = r * args.groups.count + g;
      quantize_group<V>(args.input + r * args.depth + begin, end - begin, args.scales[at],
                        args.lows[at], to + r * args.depth + begin);
      begin = end;
    }
  }
}

struct QuantizedTileArgs {
  const void* input;
  std::size_t input_stride;  // values from row to row
  const void* weights;
  std::size_t depth;
  const float* input_scales;  // a row every `groups`
  const float* input_lows;
  std::size_t groups;
  const float* weight_scales;
  const float* weight_sums;
  const float* before;  // what the tile starts with: the groups before it, or the bias
  std::size_t before_stride;
  float* output;
  std::size_t output_stride;
};

// Adds sum_k (low + scale q) (weight_scale w) = low * weight_sum + scale * weight_scale * sum
// to what the tile starts with.
template <class V, std::size_t Rows>
void quantized_tile(const QuantizedTileArgs& args) {
  constexpr std::size_t kVectors = V::kTileVectors;
  constexpr std::size_t kStep = V::kDotValues;
  constexpr std::size_t kWidth = kVectors * V::kLanes;
  typename V::Ints sums[Rows][kVectors];
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = V::zero_ints();
  }
  const auto* input = static_cast<const typename V::Narrow*>(args.input);
  const auto* weights = static_cast<const typename V::NarrowWeight*>(args.weights);
  const std::size_t stride = args.input_stride;
  for (std::size_t k = 0; k < args.depth; k += kStep) {
    typename V::Ints column[kVectors];
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      column[v] = V::load_ints(weights + (k * kWidth) + v * V::kLanes * kStep);
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      const auto x = V::broadcast_narrow(input + r * stride + k);
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = V::dot(sums[r][v], x, column[v]);
    }
  }
#pragma GCC unroll 4
  for (std::size_t v = 0; v < kVectors; ++v) {
    const std::size_t column = v * V::kLanes;
    const auto weight_sums = V::load(args.weight_sums + column);
    const auto weight_scales = V::load(args.weight_scales + column);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      const auto before = V::load(args.before + r * args.before_stride + column);
      const auto low = V::broadcast(args.input_lows + r * args.groups);
      const auto scale = V::broadcast(args.input_scales + r * args.groups);
      const auto shifted = V::fma(low, weight_sums, before);
      V::store(args.output + r * args.output_stride + column,
               V::fma(V::to_floats(sums[r][v]), V::mul(scale, weight_scales), shifted));
    }
  }
}

using QuantizedTile = void (*)(const QuantizedTileArgs&);

template <class V>
struct QuantizedTiles {
  QuantizedTile for_height[V::kTileRows + 1];
};

template <class V>
constexpr QuantizedTiles<V> quantized_tiles() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return QuantizedTiles<V>{{nullptr, &quantized_tile<V, i + 1>...}};
  }(std::make_index_sequence<V::kTileRows>{});
}

template <class V>
constexpr QuantizedTiles<V> kQuantizedTiles = quantized_tiles<V>();

// The rows [row, row + height) against one panel.
template <class V>
void quantized_rows(const QuantizedProductArgs& args, std::size_t panel, std::size_t row,
                    std::size_t height) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const QuantizedTile tile = kQuantizedTiles<V>.for_height[height];
  const std::size_t groups = args.groups.count;
  const std::size_t column = panel * kWidth;
  const auto* input = static_cast<const typename V::Narrow*>(args.input) + row * args.depth;
  const auto* weights =
      static_cast<const typename V::NarrowWeight*>(args.weights) + column * args.depth;
  float* output = args.output + row * args.output_stride + column;
  alignas(64) float between[V::kTileRows * kWidth];
  std::size_t begin = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t end = args.groups.ends[g];
    const bool last = g + 1 == groups;
    tile({.input = input + begin,
          .input_stride = args.depth,
          .weights = weights + begin * kWidth,
          .depth = end - begin,
          .input_scales = args.input_scales + row * groups + g,
          .input_lows = args.input_lows + row * groups + g,
          .groups = groups,
          .weight_scales = args.weight_scales + g * args.columns + column,
          .weight_sums = args.weight_sums + g * args.columns + column,
          .before = g == 0 ? args.bias + column : between,
          .before_stride = g == 0 ? 0 : kWidth,
          .output = last ? output : between,
          .output_stride = last ? args.output_stride : kWidth});
    begin = end;
  }
  activate_tile<V>(args.activation, output, args.output_stride, height);
}

template <class V>
void quantized_product(const QuantizedProductArgs& args) {
  for (std::size_t panel = args.panel_begin; panel < args.panel_end; ++panel) {
    for_each_tile<V>(args.rows, [&](std::size_t row, std::size_t height) {
      quantized_rows<V>(args, panel, row, height);
    });
  }
}

// [columns][depth] into [panel][depth / kDotValues][panel width][kDotValues].
template <class V>
void pack_quantized(const std::int8_t* matrix, std::size_t depth, std::size_t panel, void* packed) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  constexpr std::size_t kStep = V::kDotValues;
  const std::int8_t* rows = matrix + panel * kWidth * depth;
  auto* out = static_cast<typename V::NarrowWeight*>(packed) + panel * kWidth * depth;
  for (std::size_t column = 0; column < kWidth; ++column) {
    for (std::size_t k = 0; k < depth; ++k) {
      out[k / kStep * kStep * kWidth + column * kStep + k % kStep] = rows[column * depth + k];
    }
  }
}

}  // namespace
}  // namespace plumb
