// Matrix product that gives additions half of the multiplications' work, for CPUs whose adders
// stand beside the multipliers (AMD since Zen 4: two of each, each takes an operation a cycle). V
// is one of simd_*.h, with tiles of two vectors.
//
// Winograd's inner product (A new algorithm for inner product, IEEE Trans. Computers C-17, 1968)
// takes two steps of the depth with one multiplication:
//
//   x0 w0 + x1 w1 = (x0 + w1) (x1 + w0) - x0 x1 - w0 w1
//
// The sum of x0 x1 belongs to a row and that of w0 w1 to a column; both are made once. In the first
// vector of every panel the products are of this kind, in the second they are plain. Then each pair
// of steps is three multiply-adds and two additions in place of four multiply-adds, which is 4/3 of
// the speed where an addition costs nothing. Pairs in two vectors of three would fill the adders
// too; the registers do not reach for that.
//
// Input and weights are added, so they must be of a size: a row is scaled by a power of two to the
// mean magnitude of the weights, which changes none of its digits. Then the error is bounded by the
// norms of the row and of the matrix (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
// ed., section 23.2.2): 1.05 to 1.1 times that of the plain product for normal values on the shapes
// of all-MiniLM-L6-v2. A column of weights that are small beside the others' is rounded as they
// are.
//
// A row's scale and sums are its own, and an output is one chain of operations in tiles of any
// height: its bits do not depend on the rows beside it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "encode/kernels.h"
#include "encode/product_impl.h"

namespace plumb {
namespace {

// A depth is taken in blocks of this many, the pairs of a block half of it apart.
constexpr std::size_t kPairDepth = 768;
// A line more, so that the rows of a tile do not share one set of the first cache.
constexpr std::size_t kPairStride = kPairDepth + kLineFloats;

// A block of rows at one block of the depth, as tiles read it.
struct PairRows {
  alignas(64) float values[kRowBlock * kPairStride];
  float sums[kRowBlock];      // of x0 x1
  float unscaled[kRowBlock];  // what a sum of products is multiplied with at the end
};

template <class V>
float sum_of_magnitudes(const float* values, std::size_t count) {
  auto total = V::set(0.0F);
  for (std::size_t i = 0; i < count; i += V::kLanes) {
    const auto x = V::load(values + i);
    total = V::add(total, V::max(x, V::sub(V::set(0.0F), x)));
  }
  return V::sum(total);
}

// Whether the squares of such weights are far from both ends of what a float can say; those of rows
// are of their size then.
inline bool may_be_paired(const ProductArgs& args) {
  return args.pair_sums != nullptr && args.weight_magnitude > 0x1p-20F &&
         args.weight_magnitude < 0x1p20F;
}

// The largest power of two that is no larger than `ratio`, within what has an inverse.
inline float power_of_two_below(float ratio) {
  const float bounded = ratio > 0x1p-120F ? (ratio < 0x1p120F ? ratio : 0x1p120F) : 0x1p-120F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(bounded) & 0x7f80'0000U);
}

template <class V>
void prepare_row(const float* input, std::size_t depth, float weight_magnitude, std::size_t r,
                 PairRows& rows) {
  const float magnitude = sum_of_magnitudes<V>(input, depth) / static_cast<float>(depth);
  const float scale = power_of_two_below(weight_magnitude / magnitude);
  const auto factor = V::set(scale);
  float* values = rows.values + r * kPairStride;
  const std::size_t half = depth / 2;
  auto total = V::set(0.0F);
  for (std::size_t i = 0; i < half; i += V::kLanes) {
    const auto x0 = V::mul(V::load(input + i), factor);
    const auto x1 = V::mul(V::load(input + half + i), factor);
    V::store(values + i, x0);
    V::store(values + half + i, x1);
    total = V::fma(x0, x1, total);
  }
  rows.sums[r] = V::sum(total);
  rows.unscaled[r] = magnitude == 0 ? 0.0F : 1.0F / scale;  // zeros give exactly zero
}

struct PairTileArgs {
  const float* values;  // [rows][kPairStride]
  const float* sums;
  const float* unscaled;
  const float* weights;      // [2 * half][panel width]
  const float* weight_sums;  // a vector of them
  std::size_t half;
  const float* before;  // added to the outputs: their bias, or themselves
  std::size_t before_stride;
  float* output;
  std::size_t output_stride;
  const float* ahead;  // as in TileArgs, for each kFetchBlock steps of two
  std::size_t ahead_lines;
};

template <class V, std::size_t Rows, std::size_t steps_ahead>
void pair_tile(const PairTileArgs& args) {
  static_assert(V::kTileVectors == 2);
  constexpr std::size_t kWidth = 2 * V::kLanes;
  typename V::Floats paired[Rows];
  typename V::Floats plain[Rows];
  const auto weight_sums = V::load(args.weight_sums);
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    paired[r] = V::sub(V::set(-args.sums[r]), weight_sums);
    plain[r] = V::set(0.0F);
  }
  const std::size_t half = args.half;
  const float* values = args.values;
  const float* others = values + half;
  const float* weights = args.weights;
  const float* other_weights = weights + half * kWidth;
  const float* ahead = args.ahead;
  for (std::size_t block = 0; block < half; block += kFetchBlock) {
    for (std::size_t line = 0; line < args.ahead_lines; ++line, ahead += kLineFloats) {
      __builtin_prefetch(ahead, 0, 2);
    }
    const std::size_t end = block + kFetchBlock < half ? block + kFetchBlock : half;
    for (std::size_t k = block; k < end; ++k) {
      const auto w0_paired = V::load(weights + k * kWidth);
      const auto w0_plain = V::load(weights + k * kWidth + V::kLanes);
      const auto w1_paired = V::load(other_weights + k * kWidth);
      const auto w1_plain = V::load(other_weights + k * kWidth + V::kLanes);
      constexpr std::size_t kAhead = steps_ahead * kWidth;
#pragma GCC unroll 4
      for (std::size_t line = 0; line < kWidth; line += kLineFloats) {
        __builtin_prefetch(weights + k * kWidth + kAhead + line);
        __builtin_prefetch(other_weights + k * kWidth + kAhead + line);
      }
#pragma GCC unroll 16
      for (std::size_t r = 0; r < Rows; ++r) {
        const auto x0 = V::broadcast(values + r * kPairStride + k);
        const auto x1 = V::broadcast(others + r * kPairStride + k);
        paired[r] = V::fma(V::add(x0, w1_paired), V::add(x1, w0_paired), paired[r]);
        plain[r] = V::fma(x0, w0_plain, plain[r]);
        plain[r] = V::fma(x1, w1_plain, plain[r]);
      }
    }
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    const auto unscaled = V::set(args.unscaled[r]);
    const float* before = args.before + r * args.before_stride;
    float* output = args.output + r * args.output_stride;
    const auto first = V::fma(paired[r], unscaled, V::load(before));
    const auto second = V::fma(plain[r], unscaled, V::load(before + V::kLanes));
    V::store(output, first);
    V::store(output + V::kLanes, second);
  }
}

using PairTile = void (*)(const PairTileArgs&);

template <class V>
struct PairTiles {
  PairTile for_height[V::kTileRows + 1];
};

template <class V, std::size_t steps_ahead>
constexpr PairTiles<V> kPairTiles = []<std::size_t... i>(std::index_sequence<i...>) {
  return PairTiles<V>{{nullptr, &pair_tile<V, i + 1, steps_ahead>...}};
}(std::make_index_sequence<V::kTileRows>{});

// As product_block, of prepared rows.
template <class V>
void pair_block(const ProductArgs& args, const ProductBlock& block, const PairRows& rows) {
  constexpr std::size_t kWidth = 2 * V::kLanes;
  const std::size_t blocks = (args.depth + kPairDepth - 1) / kPairDepth;
  const bool first = block.k == 0;
  const bool last = block.k + block.depth == args.depth;
  float* output = args.output + block.row * args.output_stride + block.panel * kWidth;
  PairTileArgs tile{};
  tile.weights = args.weights + (block.panel * args.depth + block.k) * kWidth;
  tile.weight_sums = args.pair_sums + (block.panel * blocks + block.k / kPairDepth) * V::kLanes;
  tile.half = block.depth / 2;
  tile.before_stride = first ? 0 : args.output_stride;
  tile.output_stride = args.output_stride;
  const std::size_t count = tile_count<V>(block.rows);
  const std::size_t fetches = (tile.half + kFetchBlock - 1) / kFetchBlock;
  const std::size_t lines = block.depth * kWidth / kLineFloats;
  tile.ahead = tile.weights + args.depth * kWidth;
  tile.ahead_lines = count > 1 ? (lines + count * fetches - 1) / (count * fetches) : 0;
  // A panel that serves one tile comes from the third cache or from memory, others from the second.
  const auto& tiles = count > 1 ? kPairTiles<V, 8> : kPairTiles<V, 32>;
  for_each_tile<V>(block.rows, [&](std::size_t row, std::size_t height) {
    tile.values = rows.values + row * kPairStride;
    tile.sums = rows.sums + row;
    tile.unscaled = rows.unscaled + row;
    tile.output = output + row * args.output_stride;
    tile.before = first ? args.bias + block.panel * kWidth : tile.output;
    tiles.for_height[height](tile);
    tile.ahead += tile.ahead_lines * kLineFloats * fetches;
    if (last) activate_tile<V>(args.activation, tile.output, args.output_stride, height);
  });
}

template <class V>
[[gnu::noinline]] void pair_product(const ProductArgs& args) {
  PairRows prepared;
  for_each_row_block<V>(args.rows, [&](std::size_t row, std::size_t rows) {
    for (std::size_t k = 0; k < args.depth; k += kPairDepth) {
      const std::size_t left = args.depth - k;
      const std::size_t depth = left < kPairDepth ? left : kPairDepth;
      const float* input = args.input + row * args.input_stride + k;
      for (std::size_t r = 0; r < rows; ++r) {
        prepare_row<V>(input + r * args.input_stride, depth, args.weight_magnitude, r, prepared);
      }
      ProductBlock block{0, row, rows, k, depth, input, args.input_stride};
      for (block.panel = args.panel_begin; block.panel < args.panel_end; ++block.panel) {
        pair_block<V>(args, block, prepared);
      }
    }
  });
}

template <class V>
std::size_t pair_sum_count(std::size_t depth) {
  return (depth + kPairDepth - 1) / kPairDepth * V::kLanes;
}

// The sums of w0 w1 of a packed panel, a vector for each block of the depth; returns the sum of the
// panel's magnitudes.
template <class V>
float sum_pairs(const float* packed, std::size_t depth, float* sums) {
  constexpr std::size_t kWidth = 2 * V::kLanes;
  for (std::size_t k = 0; k < depth; k += kPairDepth, sums += V::kLanes) {
    const std::size_t half = (depth - k < kPairDepth ? depth - k : kPairDepth) / 2;
    auto total = V::set(0.0F);
    for (std::size_t i = k; i < k + half; ++i) {
      total = V::fma(V::load(packed + i * kWidth), V::load(packed + (i + half) * kWidth), total);
    }
    V::store(sums, total);
  }
  return sum_of_magnitudes<V>(packed, depth * kWidth);
}

}  // namespace
}  // namespace plumb
