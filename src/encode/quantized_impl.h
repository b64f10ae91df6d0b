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
void find_range(const float* x, std::size_t size, float& scale, float& low) {
  auto top = V::load(x);
  auto bottom = top;
  for (std::size_t i = V::kLanes; i < size; i += V::kLanes) {
    const auto here = V::load(x + i);
    top = V::max(top, here);
    bottom = V::min(bottom, here);
  }
  low = V::smallest(bottom);
  const float range = V::largest(top) - low;
  scale = range > kNarrowestRange ? range / 255.0F : 0.0F;
}

template <class V>
void quantize_group(const float* x, std::size_t size, float scale, float low,
                    typename V::Narrow* to) {
  const auto inverse = V::set(scale > 0 ? 1.0F / scale : 0.0F);
  const auto start = V::set(low);
  for (std::size_t i = 0; i < size; i += V::kLanes) {
    const auto q = V::round(V::mul(V::sub(V::load(x + i), start), inverse));
    V::store_narrow(to + i, V::min(V::max(q, V::set(0.0F)), V::set(255.0F)));
  }
}

// The ranges of a row's groups come first, then what waits for them.
template <class V>
void quantize(const QuantizeArgs& args) {
  const std::size_t groups = args.groups.count;
  const auto begin = [&](std::size_t g) { return g == 0 ? 0 : args.groups.ends[g - 1]; };
  const auto size = [&](std::size_t g) { return args.groups.ends[g] - begin(g); };
  for (std::size_t r = 0; r < args.rows; ++r) {
    const float* input = args.input + r * args.depth;
    auto* to = static_cast<typename V::Narrow*>(args.output) + r * args.depth;
    float* scales = args.scales + r * groups;
    float* lows = args.lows + r * groups;
    for (std::size_t g = 0; g < groups; ++g) {
      find_range<V>(input + begin(g), size(g), scales[g], lows[g]);
    }
    for (std::size_t g = 0; g < groups; ++g) {
      quantize_group<V>(input + begin(g), size(g), scales[g], lows[g], to + begin(g));
    }
  }
}

struct QuantizedTileArgs {
  const void* input;
  std::size_t input_stride;  // values from row to row
  const void* weights;
  GroupEnds groups;
  const float* input_scales;  // a row every `groups.count`, as the lows
  const float* input_lows;
  const float* weight_scales;  // a group every `columns`, as the sums
  const float* weight_sums;
  std::size_t columns;
  const float* bias;
  float* output;
  std::size_t output_stride;
};

// Adds sum_k (low + scale q) (weight_scale w) = low * weight_sum + scale * weight_scale * sum
// to the bias, for each group.
template <class V, std::size_t Rows>
void quantized_tile(const QuantizedTileArgs& args) {
  constexpr std::size_t kVectors = V::kTileVectors;
  constexpr std::size_t kStep = V::kDotValues;
  constexpr std::size_t kWidth = kVectors * V::kLanes;
  // How far ahead weights are fetched: the first tile of a panel finds them in the third cache.
  constexpr std::size_t kAhead = 64 * kStep;
  const auto* input = static_cast<const typename V::Narrow*>(args.input);
  const auto* weights = static_cast<const typename V::NarrowWeight*>(args.weights);
  const std::size_t stride = args.input_stride;
  const std::size_t groups = args.groups.count;
  // What passes from group to group stays in the first cache.
  alignas(64) float between[Rows * kWidth];
  const float* before = args.bias;
  std::size_t before_stride = 0;
  std::size_t k = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    typename V::Ints sums[Rows][kVectors];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = V::zero_ints();
    }
    for (; k < args.groups.ends[g]; k += kStep) {
      typename V::Ints column[kVectors];
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        column[v] = V::load_ints(weights + k * kWidth + v * V::kLanes * kStep);
        __builtin_prefetch(weights + (k + kAhead) * kWidth + v * V::kLanes * kStep);
      }
#pragma GCC unroll 16
      for (std::size_t r = 0; r < Rows; ++r) {
        const auto x = V::broadcast_narrow(input + r * stride + k);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = V::dot(sums[r][v], x, column[v]);
      }
    }
    const bool last = g + 1 == groups;
    float* to = last ? args.output : between;
    const std::size_t to_stride = last ? args.output_stride : kWidth;
    const float* weight_sums = args.weight_sums + g * args.columns;
    const float* weight_scales = args.weight_scales + g * args.columns;
    const float* lows = args.input_lows + g;
    const float* scales = args.input_scales + g;
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      const auto low = V::broadcast(lows + r * groups);
      const auto scale = V::broadcast(scales + r * groups);
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        const std::size_t column = v * V::kLanes;
        const auto shifted = V::fma(low, V::load(weight_sums + column), V::load(before + column));
        const auto factor = V::mul(scale, V::load(weight_scales + column));
        V::store(to + column, V::fma(V::to_floats(sums[r][v]), factor, shifted));
      }
      before += before_stride;
      to += to_stride;
    }
    before = between;
    before_stride = kWidth;
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
  const std::size_t groups = args.groups.count;
  const std::size_t column = panel * V::kTileVectors * V::kLanes;
  float* output = args.output + row * args.output_stride + column;
  kQuantizedTiles<V>.for_height[height](
      {.input = static_cast<const typename V::Narrow*>(args.input) + row * args.depth,
       .input_stride = args.depth,
       .weights = static_cast<const typename V::NarrowWeight*>(args.weights) + column * args.depth,
       .groups = args.groups,
       .input_scales = args.input_scales + row * groups,
       .input_lows = args.input_lows + row * groups,
       .weight_scales = args.weight_scales + column,
       .weight_sums = args.weight_sums + column,
       .columns = args.columns,
       .bias = args.bias + column,
       .output = output,
       .output_stride = args.output_stride});
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
