// Products of 8-bit integers. V is one of simd_*.h.
//
// The sums are exact integers, so that they are the same on every instruction
// set; they become floats once a group of kDepthBlock values along the depth,
// and each group of an input row has a scale and a zero of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "encode/kernels.h"
#include "encode/math_impl.h"
#include "encode/product_impl.h"

namespace plumb {
namespace {

constexpr std::size_t group_count(std::size_t depth) {
  return (depth + kDepthBlock - 1) / kDepthBlock;
}

// x ~ scale * (q - zero) with q in 0..255; the range always holds 0, so that a
// row of zeros is exact.
template <class V>
void quantize_group(const float* x, const float* factors, std::size_t size, float& scale,
                    std::int32_t& zero, typename V::Narrow* to) {
  const auto value = [&](std::size_t i) {
    return factors == nullptr ? V::load(x + i) : V::mul(V::load(x + i), V::load(factors + i));
  };
  auto top = V::set(0.0F);
  auto bottom = V::set(0.0F);
  for (std::size_t i = 0; i < size; i += V::kLanes) {
    const auto here = value(i);
    top = V::max(top, here);
    bottom = V::min(bottom, here);
  }
  const float low = V::smallest(bottom);
  const float range = V::largest(top) - low;
  scale = range > 0.0F ? range / 255.0F : 1.0F;
  const float inverse = 1.0F / scale;
  zero = static_cast<std::int32_t>(-low * inverse + 0.5F);
  const auto factor = V::set(inverse);
  const auto shift = V::set(static_cast<float>(zero));
  for (std::size_t i = 0; i < size; i += V::kLanes) {
    const auto q = V::add(V::round(V::mul(value(i), factor)), shift);
    V::store_narrow(to + i, V::min(V::max(q, V::set(0.0F)), V::set(255.0F)));
  }
}

template <class V>
void quantize(const QuantizeArgs& args) {
  const std::size_t groups = group_count(args.depth);
  auto* to = static_cast<typename V::Narrow*>(args.output);
  for (std::size_t r = 0; r < args.rows; ++r) {
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t k = g * kDepthBlock;
      const std::size_t size = g + 1 < groups ? kDepthBlock : args.depth - k;
      quantize_group<V>(
          args.input + r * args.depth + k, args.factors == nullptr ? nullptr : args.factors + k,
          size, args.scales[r * groups + g], args.zeros[r * groups + g], to + r * args.depth + k);
    }
  }
}

struct QuantizedTileArgs {
  const void* input;
  std::size_t input_stride;  // values from row to row
  const void* weights;
  std::size_t depth;
  const float* input_scales;  // a row every `groups`
  const std::int32_t* input_zeros;
  std::size_t groups;
  const float* weight_scales;
  const std::int32_t* column_sums;
  const float* bias;
  float* output;
  std::size_t output_stride;
};

// From integer sums to floats: scale * (sum - zero * column sum) on top of what
// the tile starts with.
template <class V, std::size_t Rows, Start start>
void finish_quantized_tile(const QuantizedTileArgs& args,
                           const typename V::Ints (&sums)[Rows][V::kTileVectors]) {
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    const auto zero = V::set_ints(args.input_zeros[r * args.groups]);
    const auto scale = V::set(args.input_scales[r * args.groups]);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < V::kTileVectors; ++v) {
      const std::size_t column = v * V::kLanes;
      float* at = args.output + r * args.output_stride + column;
      const auto sum = V::minus_product(sums[r][v], zero, V::load_ints(args.column_sums + column));
      const auto factor = V::mul(scale, V::load(args.weight_scales + column));
      const auto before = V::load(start == Start::bias ? args.bias + column : at);
      V::store(at, V::fma(V::to_floats(sum), factor, before));
    }
  }
}

template <class V, std::size_t Rows, Start start>
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
#pragma GCC unroll 4
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
  finish_quantized_tile<V, Rows, start>(args, sums);
}

using QuantizedTile = void (*)(const QuantizedTileArgs&);

template <class V>
struct QuantizedTiles {
  QuantizedTile for_height[V::kTileRows + 1];
};

template <class V, Start start>
constexpr QuantizedTiles<V> quantized_tiles() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return QuantizedTiles<V>{{nullptr, &quantized_tile<V, i + 1, start>...}};
  }(std::make_index_sequence<V::kTileRows>{});
}

template <class V, Start start>
constexpr QuantizedTiles<V> kQuantizedTiles = quantized_tiles<V, start>();

template <class V>
void quantized_product(const QuantizedProductArgs& args) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const std::size_t groups = group_count(args.depth);
  const auto* input = static_cast<const typename V::Narrow*>(args.input);
  const auto* weights = static_cast<const typename V::NarrowWeight*>(args.weights);
  for (std::size_t panel = args.panel_begin; panel < args.panel_end; ++panel) {
    const std::size_t column = panel * kWidth;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t k = g * kDepthBlock;
      const bool last = g + 1 == groups;
      const auto& tiles =
          g == 0 ? kQuantizedTiles<V, Start::bias> : kQuantizedTiles<V, Start::output>;
      for_each_tile<V>(args.rows, [&](std::size_t row, std::size_t height) {
        float* output = args.output + row * args.output_stride + column;
        tiles.for_height[height]({.input = input + row * args.depth + k,
                                  .input_stride = args.depth,
                                  .weights = weights + column * args.depth + k * kWidth,
                                  .depth = last ? args.depth - k : kDepthBlock,
                                  .input_scales = args.input_scales + row * groups + g,
                                  .input_zeros = args.input_zeros + row * groups + g,
                                  .groups = groups,
                                  .weight_scales = args.weight_scales + g * args.columns + column,
                                  .column_sums = args.column_sums + g * args.columns + column,
                                  .bias = args.bias + column,
                                  .output = output,
                                  .output_stride = args.output_stride});
        if (last && args.activation == Activation::gelu) {
          gelu_tile<V>(output, args.output_stride, height);
        }
      });
    }
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
