// Products of 8-bit integers on AMX. The integer sums are exact and are scaled as those of
// quantized_impl.h are, so the outputs have the bits that VNNI gives.
//
// Weights lie as Avx512Vnni packs them, [panel][depth / 4][32][4]: a tile of them is the half of
// each of 16 rows. What a group of the depth has beyond whole tiles goes 16 values at a time.
//
// While the unit computes one group, the vectors scale the one before.
#pragma once

#ifndef PLUMB_EMULATE_AVX512
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "encode/kernels.h"
#include "encode/quantized_impl.h"
#include "encode/simd_avx512.h"
#include "encode/tile_product_impl.h"

namespace plumb {
namespace {

constexpr std::size_t kNarrowDepth = 64;  // of a whole tile
constexpr std::size_t kRestDepth = 16;    // of one for what is left
constexpr std::size_t kNarrowRowBytes = 4 * kPanelWidth;

// 0 to 3 are sums, 4 rows and 5 weights of whole tiles, 6 rows and 7 weights of what is left.
inline void shape_narrow_tiles(std::size_t height) {
  TileShapes shapes;
  for (std::size_t i = 0; i < 4; ++i) shapes.set(i, height, 64);
  shapes.set(4, height, kNarrowDepth);
  shapes.set(5, kNarrowDepth / 4, 64);
  shapes.set(6, height, kRestDepth);
  shapes.set(7, kRestDepth / 4, 64);
  load_shapes(shapes);
}

// One or two tiles of rows by the two column tiles of a panel.
struct NarrowRows {
  const std::uint8_t* values;
  std::size_t stride;
  std::size_t to_second;
};

template <bool two>
inline void add_narrow(const NarrowRows& rows, std::size_t k, const std::int8_t* weights) {
  const std::uint8_t* values = rows.values + k;
  weights += k * kPanelWidth;
  _tile_loadd(4, values, rows.stride);
  _tile_loadd(5, weights, kNarrowRowBytes);
  _tile_dpbusd(0, 4, 5);
  _tile_loadd(5, weights + kNarrowRowBytes / 2, kNarrowRowBytes);
  _tile_dpbusd(1, 4, 5);
  if constexpr (two) {
    _tile_loadd(4, values + rows.to_second, rows.stride);
    _tile_dpbusd(3, 4, 5);
    _tile_loadd(5, weights, kNarrowRowBytes);
    _tile_dpbusd(2, 4, 5);
  }
}

template <bool two>
inline void add_rest(const NarrowRows& rows, std::size_t k, const std::int8_t* weights) {
  const std::uint8_t* values = rows.values + k;
  weights += k * kPanelWidth;
  _tile_loadd(6, values, rows.stride);
  _tile_loadd(7, weights, kNarrowRowBytes);
  _tile_dpbusd(0, 6, 7);
  _tile_loadd(7, weights + kNarrowRowBytes / 2, kNarrowRowBytes);
  _tile_dpbusd(1, 6, 7);
  if constexpr (two) {
    _tile_loadd(6, values + rows.to_second, rows.stride);
    _tile_dpbusd(3, 6, 7);
    _tile_loadd(7, weights, kNarrowRowBytes);
    _tile_dpbusd(2, 6, 7);
  }
}

// The integer sums of one group: [row tile][row][column], the column tiles side by side.
using NarrowSums = std::int32_t[2 * kTileRows * kPanelWidth];

template <bool two>
inline void sum_group(const NarrowRows& rows, const std::int8_t* weights, std::size_t begin,
                      std::size_t end) {
  _tile_zero(0);
  _tile_zero(1);
  if constexpr (two) {
    _tile_zero(2);
    _tile_zero(3);
  }
  std::size_t k = begin;
  for (; k + kNarrowDepth <= end; k += kNarrowDepth) add_narrow<two>(rows, k, weights);
  for (; k < end; k += kRestDepth) add_rest<two>(rows, k, weights);
}

template <bool two>
inline void store_sums(NarrowSums& sums) {
  constexpr std::size_t kStride = kPanelWidth * sizeof(std::int32_t);
  _tile_stored(0, sums, kStride);
  _tile_stored(1, sums + 16, kStride);
  if constexpr (two) {
    _tile_stored(2, sums + kTileRows * kPanelWidth, kStride);
    _tile_stored(3, sums + kTileRows * kPanelWidth + 16, kStride);
  }
}

// Rows from `row`, one or two tiles of `height`, against one panel.
class NarrowTiles {
 public:
  NarrowTiles(const QuantizedProductArgs& args, std::size_t panel, std::size_t height)
      : args_(args), column_(panel * kPanelWidth), height_(height) {}

  template <bool two>
  void run(std::size_t row, std::size_t second) {
    first_[0] = row;
    first_[1] = second;
    const NarrowRows rows{static_cast<const std::uint8_t*>(args_.input) + row * args_.depth,
                          args_.depth, (second - row) * args_.depth};
    const auto* weights = static_cast<const std::int8_t*>(args_.weights) + column_ * args_.depth;
    std::size_t begin = 0;
    for (std::size_t g = 0; g < args_.groups.count; ++g) {
      const std::size_t end = args_.groups.ends[g];
      sum_group<two>(rows, weights, begin, end);
      if (g > 0) scale_group<two>(g - 1);
      store_sums<two>(sums_[g % 2]);
      begin = end;
    }
    scale_group<two>(args_.groups.count - 1);
  }

 private:
  float* output(std::size_t tile) const {
    return args_.output + first_[tile] * args_.output_stride + column_;
  }

  // The tiles may share rows: those of the second are written anew before they are activated.
  template <bool two>
  void scale_group(std::size_t g) {
    for (std::size_t tile = 0; tile < (two ? 2 : 1); ++tile) {
      scale_tile(g, tile, sums_[g % 2] + tile * kTileRows * kPanelWidth,
                 between_ + tile * kTileRows * kPanelWidth);
      if (g + 1 < args_.groups.count) continue;
      activate_tile<simd::Avx512>(args_.activation, output(tile), args_.output_stride, height_);
    }
  }

  // As the end of quantized_tile().
  void scale_tile(std::size_t g, std::size_t tile, const std::int32_t* sums, float* between) const {
    using V = simd::Avx512;
    const bool last = g + 1 == args_.groups.count;
    float* to = last ? output(tile) : between;
    const std::size_t to_stride = last ? args_.output_stride : kPanelWidth;
    const float* before = g == 0 ? args_.bias + column_ : between;
    const std::size_t before_stride = g == 0 ? 0 : kPanelWidth;
    const std::size_t at = first_[tile] * args_.groups.count + g;
    for (std::size_t v = 0; v < kPanelWidth; v += V::kLanes) {
      const auto weight_sums = V::load(args_.weight_sums + g * args_.columns + column_ + v);
      const auto weight_scales = V::load(args_.weight_scales + g * args_.columns + column_ + v);
      for (std::size_t r = 0; r < height_; ++r) {
        const auto low = V::broadcast(args_.input_lows + at + r * args_.groups.count);
        const auto scale = V::broadcast(args_.input_scales + at + r * args_.groups.count);
        const auto shifted = V::fma(low, weight_sums, V::load(before + r * before_stride + v));
        const auto sum = V::to_floats(V::load_ints(sums + r * kPanelWidth + v));
        V::store(to + r * to_stride + v, V::fma(sum, V::mul(scale, weight_scales), shifted));
      }
    }
  }

  const QuantizedProductArgs& args_;
  const std::size_t column_, height_;
  std::size_t first_[2] = {0, 0};
  alignas(64) NarrowSums sums_[2];
  alignas(64) float between_[2 * kTileRows * kPanelWidth];
};

// The last tile begins where it ends with the last row: rows that it shares with the one before are
// computed twice, to the same bits.
[[gnu::noinline]] inline void tile_quantized_product(const QuantizedProductArgs& args) {
  const std::size_t count = (args.rows + kTileRows - 1) / kTileRows;
  const std::size_t height = (args.rows + count - 1) / count;
  const auto first_row = [&](std::size_t tile) {
    return std::min(tile * height, args.rows - height);
  };
  shape_narrow_tiles(height);
  for (std::size_t panel = args.panel_begin; panel < args.panel_end; ++panel) {
    NarrowTiles tiles(args, panel, height);
    for (std::size_t tile = 0; tile < count; tile += 2) {
      if (tile + 1 < count) {
        tiles.run<true>(first_row(tile), first_row(tile + 1));
      } else {
        tiles.run<false>(first_row(tile), first_row(tile));
      }
    }
  }
  _tile_release();
}

}  // namespace
}  // namespace plumb
