// Matrix product of floats on AMX, the unit of tiles in Intel's servers.
//
// The unit multiplies bfloat16, which has 8 bits of a float's 24, and adds in f32. A float is
// exactly the sum of three of them, x = x0 + x1 + x2, each 2^8 below the one before (the unit takes
// a part below 2^-126 for 0, which a float below 2^-110 may have), so that
//
//   x w = x0 w2 + x0 w1 + x1 w1 + x1 w0 + x2 w0 + x0 w0   and what is below 2^-21 of it
//
// costs six products at 16 times the speed of FMA, and rounds no more coarsely than FMA does. Of an
// infinity nothing is left but NaN. Every output adds them in this order, 32 values of the depth at
// a time, so its bits depend on its own row alone.
//
// Traffic: a block of rows is split for kSplitDepth of the depth and stays in the second cache
// while all panels pass. Weights are split ahead of their use, a little in each step, while the
// unit works: for many rows a panel ahead, each group of tiles splitting its share; for few, which
// would wait for that many writes, two steps ahead, in the first cache. What moves through memory
// are the floats.
#pragma once

#ifndef PLUMB_EMULATE_AVX512
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "encode/kernels.h"
#include "encode/product_impl.h"
#include "encode/simd_avx512.h"

namespace plumb {
namespace {

// A tile of rows is 16 rows by 32 values of the depth; one of weights 16 pairs of depths by 16
// columns.
constexpr std::size_t kTileRows = 16;
constexpr std::size_t kTileDepth = 32;
constexpr std::size_t kTileValues = kTileRows * kTileDepth;
constexpr std::size_t kParts = 3;
constexpr std::size_t kSplitTile =
    kParts * kTileValues;  // the parts of a tile, one after the other
constexpr std::size_t kPairs = kTileDepth / 2;
constexpr std::size_t kPanelWidth = 32;  // two tiles of columns, as the panels of simd::Avx512
constexpr std::size_t kSplitStep = 2 * kSplitTile;  // a panel's weights of one step
constexpr std::size_t kSplitDepth = 384;            // of a block of rows and of a panel at a time
constexpr std::size_t kSplitSteps = kSplitDepth / kTileDepth;
constexpr std::size_t kSplitRows = 256;
constexpr std::size_t kBytesOfTileRow = 64;

using Bfloat = std::uint16_t;

// The shape of each of the eight tiles, as the CPU wants it.
struct alignas(64) TileShapes {
  std::uint8_t palette = 1;
  std::uint8_t start_row = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {};
  std::uint8_t rows[16] = {};

  void set(std::size_t tile, std::size_t tile_rows, std::size_t bytes) {
    rows[tile] = static_cast<std::uint8_t>(tile_rows);
    row_bytes[tile] = static_cast<std::uint16_t>(bytes);
  }
};

// GCC's tile loads do not say that they read memory.
inline void finish_stores() {
  asm volatile("" ::: "memory");
}

inline void load_shapes(const TileShapes& shapes) {
  asm volatile("" ::"r"(&shapes) : "memory");  // of the 64 bytes, GCC knows of 8 that they are read
  _tile_loadconfig(&shapes);
}

// 0 to 3 are outputs, 4 and 5 rows, 6 and 7 weights. Outputs and rows have `height` rows, so that
// few rows take less time.
inline void shape_tiles(std::size_t height) {
  TileShapes shapes;
  for (std::size_t i = 0; i < 6; ++i) shapes.set(i, height, kBytesOfTileRow);
  for (std::size_t i = 6; i < 8; ++i) shapes.set(i, kPairs, kBytesOfTileRow);
  load_shapes(shapes);
}

// The three parts of 16 values of two depths, in pairs as the unit wants them. The last part is
// what is left, which has no more than 8 bits.
inline void split_pairs(__m512 first, __m512 second, Bfloat* to) {
  const __m512i kHighHalf = _mm512_set1_epi32(static_cast<int>(0xFFFF0000U));
#pragma GCC unroll 3
  for (std::size_t part = 0; part < kParts; ++part) {
    const __m512i a = _mm512_castps_si512(first);
    const __m512i b = _mm512_castps_si512(second);
    // (b & kHighHalf) | a >> 16
    const __m512i pairs = _mm512_ternarylogic_epi32(kHighHalf, b, _mm512_srli_epi32(a, 16), 0xEA);
    _mm512_store_si512(to + part * kTileValues, pairs);
    first = _mm512_sub_ps(first, _mm512_castsi512_ps(_mm512_and_epi32(a, kHighHalf)));
    second = _mm512_sub_ps(second, _mm512_castsi512_ps(_mm512_and_epi32(b, kHighHalf)));
  }
}

inline __mmask16 first_values(std::size_t count) {
  return static_cast<__mmask16>(count < 16 ? (1U << count) - 1U : 0xFFFFU);
}

// Rows into tiles of `height`: [tile][step][part][row][32]. Value i of a step's first half stands
// beside value i of its second. Beyond the rows there are zeros.
inline void split_rows(const float* input, std::size_t stride, std::size_t rows, std::size_t depth,
                       std::size_t height, Bfloat* to) {
  const std::size_t steps = (depth + kTileDepth - 1) / kTileDepth;
  for (std::size_t first = 0; first < rows; first += height, to += steps * kSplitTile) {
    for (std::size_t r = 0; r < height; ++r) {
      const float* row = input + (first + r) * stride;
      for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t k = step * kTileDepth;
        const std::size_t left = first + r < rows ? depth - k : 0;
        const __m512 a = _mm512_maskz_loadu_ps(first_values(left), row + k);
        const __m512 b =
            _mm512_maskz_loadu_ps(first_values(left < 16 ? 0 : left - 16), row + k + 16);
        split_pairs(a, b, to + step * kSplitTile + r * kTileDepth);
      }
    }
  }
}

// Pairs of depths [begin, end) of a step of a panel's weights, into [column
// tile][part][pair][16][2]. `depth` is what the panel has from this step on.
inline void split_weights(const float* weights, std::size_t depth, std::size_t begin,
                          std::size_t end, Bfloat* to) {
  constexpr std::size_t kAhead = 2 * kTileDepth * kPanelWidth;
  for (std::size_t pair = begin; pair < end; ++pair) {
    const float* first = weights + pair * kPanelWidth;
    const float* second = first + kPairs * kPanelWidth;
    for (std::size_t v = 0; v < 2; ++v) {
      __builtin_prefetch(first + kAhead + v * 16);
      __builtin_prefetch(second + kAhead + v * 16);
      const __m512 a = pair < depth ? _mm512_loadu_ps(first + v * 16) : _mm512_setzero_ps();
      const __m512 b =
          pair + kPairs < depth ? _mm512_loadu_ps(second + v * 16) : _mm512_setzero_ps();
      split_pairs(a, b, to + v * kSplitTile + pair * kTileDepth);
    }
  }
}

// One or two tiles of rows by the two column tiles of a panel.
template <bool two>
inline void load_rows(const Bfloat* rows, std::size_t to_second) {
  _tile_loadd(4, rows, kBytesOfTileRow);
  if constexpr (two) _tile_loadd(5, rows + to_second, kBytesOfTileRow);
}
inline void load_weights(const Bfloat* weights) {
  _tile_loadd(6, weights, kBytesOfTileRow);
  _tile_loadd(7, weights + kSplitTile, kBytesOfTileRow);
}
template <bool two>
inline void add_products() {
  _tile_dpbf16ps(0, 4, 6);
  _tile_dpbf16ps(1, 4, 7);
  if constexpr (two) {
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
}

template <bool two>
inline void add_step(const Bfloat* rows, std::size_t to_second, const Bfloat* weights) {
  const auto part = [](std::size_t i) { return i * kTileValues; };
  load_weights(weights + part(2));
  load_rows<two>(rows, to_second);
  add_products<two>();
  load_weights(weights + part(1));
  add_products<two>();
  load_rows<two>(rows + part(1), to_second);
  add_products<two>();
  load_weights(weights);
  add_products<two>();
  load_rows<two>(rows + part(2), to_second);
  add_products<two>();
  load_rows<two>(rows, to_second);
  add_products<two>();
}

// A block of rows against the panels, over kSplitDepth of the depth or less.
class SplitBlock {
 public:
  SplitBlock(const ProductArgs& args, std::size_t row, std::size_t rows, std::size_t k)
      : args_(args),
        row_(row),
        rows_(rows),
        k_(k),
        depth_(std::min(kSplitDepth, args.depth - k)),
        steps_((depth_ + kTileDepth - 1) / kTileDepth),
        tiles_((rows + kTileRows - 1) / kTileRows),
        height_((rows + tiles_ - 1) / tiles_),
        groups_((tiles_ + 1) / 2),
        ahead_(groups_ > 1 ? steps_ : std::min(steps_, kShortAhead)) {}

  void run() {
    shape_tiles(height_);
    split_rows(args_.input + row_ * args_.input_stride + k_, args_.input_stride, rows_, depth_,
               height_, rows_split_);
    for (std::size_t step = 0; step < ahead_; ++step) {
      split(args_.panel_begin, step, 0, kPairs);
    }
    for (std::size_t panel = args_.panel_begin; panel < args_.panel_end; ++panel) {
      for (std::size_t group = 0; group < groups_; ++group) {
        2 * group + 1 < tiles_ ? multiply<true>(panel, group) : multiply<false>(panel, group);
      }
    }
  }

 private:
  static constexpr std::size_t kShortAhead = 2;
  static constexpr std::size_t kShortRing = 4;

  Bfloat* weights_of(std::size_t panel, std::size_t step) {
    const std::size_t count = panel - args_.panel_begin;
    return groups_ > 1 ? weights_split_[count % 2 * steps_ + step]
                       : weights_split_[(count * steps_ + step) % kShortRing];
  }

  // Of the step that is `ahead_` later, through the panels.
  void split_ahead(std::size_t panel, std::size_t step, std::size_t begin, std::size_t end) {
    step += ahead_;
    if (step >= steps_) {
      step -= steps_;
      if (++panel == args_.panel_end) return;
    }
    split(panel, step, begin, end);
  }
  void split(std::size_t panel, std::size_t step, std::size_t begin, std::size_t end) {
    const std::size_t k = step * kTileDepth;
    split_weights(args_.weights + (panel * args_.depth + k_ + k) * kPanelWidth, depth_ - k, begin,
                  end, weights_of(panel, step));
  }

  // Where a tile's outputs go: in their place, or, of the last rows, into a tile of their own.
  struct Place {
    float* output;
    std::size_t stride;  // floats
    std::size_t rows;
    float* at;
    std::size_t at_bytes;
  };
  Place place(std::size_t panel, std::size_t tile, float* own) const {
    const std::size_t first = tile * height_;
    const std::size_t rows = std::min(height_, rows_ - first);
    float* output = args_.output + (row_ + first) * args_.output_stride + panel * kPanelWidth;
    if (rows == height_) {
      return {output, args_.output_stride, rows, output, args_.output_stride * sizeof(float)};
    }
    return {output, args_.output_stride, rows, own, kPanelWidth * sizeof(float)};
  }

  template <bool two>
  void multiply(std::size_t panel, std::size_t group) {
    const std::size_t tile = 2 * group;
    alignas(64) float own[2][kTileRows * kPanelWidth];
    const Place first = place(panel, tile, own[0]);
    const Place second = two ? place(panel, tile + 1, own[1]) : first;
    if (k_ == 0) {
      const float* bias = args_.bias + panel * kPanelWidth;
      _tile_loadd(0, bias, 0);
      _tile_loadd(1, bias + 16, 0);
      if constexpr (two) {
        _tile_loadd(2, bias, 0);
        _tile_loadd(3, bias + 16, 0);
      }
    } else {
      fetch(first);
      if constexpr (two) fetch(second);
      finish_stores();
      _tile_loadd(0, first.at, first.at_bytes);
      _tile_loadd(1, first.at + 16, first.at_bytes);
      if constexpr (two) {
        _tile_loadd(2, second.at, second.at_bytes);
        _tile_loadd(3, second.at + 16, second.at_bytes);
      }
    }
    const std::size_t to_second = steps_ * kSplitTile;
    const Bfloat* rows = rows_split_ + tile * to_second;
    const std::size_t begin = kPairs * group / groups_;
    const std::size_t end = kPairs * (group + 1) / groups_;
    for (std::size_t step = 0; step < steps_; ++step) {
      split_ahead(panel, step, begin, end);
      finish_stores();
      add_step<two>(rows + step * kSplitTile, to_second, weights_of(panel, step));
      // Without a store now and then, the first one after some 100 products waits for 600 cycles.
      _tile_stored(7, unread_, kBytesOfTileRow);
    }
    _tile_stored(0, first.at, first.at_bytes);
    _tile_stored(1, first.at + 16, first.at_bytes);
    if constexpr (two) {
      _tile_stored(2, second.at, second.at_bytes);
      _tile_stored(3, second.at + 16, second.at_bytes);
    }
    finish(first);
    if constexpr (two) finish(second);
  }

  static void copy(const float* from, std::size_t from_stride, float* to, std::size_t to_stride,
                   std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r) {
      std::memcpy(to + r * to_stride, from + r * from_stride, kPanelWidth * sizeof(float));
    }
  }
  static void fetch(const Place& place) {
    if (place.at == place.output) return;
    copy(place.output, place.stride, place.at, kPanelWidth, place.rows);
  }
  void finish(const Place& place) const {
    if (place.at != place.output) {
      copy(place.at, kPanelWidth, place.output, place.stride, place.rows);
    }
    if (k_ + depth_ < args_.depth) return;
    activate_tile<simd::Avx512>(args_.activation, place.output, place.stride, place.rows);
  }

  const ProductArgs& args_;
  const std::size_t row_, rows_, k_, depth_, steps_, tiles_, height_, groups_, ahead_;
  alignas(64) Bfloat rows_split_[kSplitRows / kTileRows * kSplitSteps * kSplitTile];
  alignas(64) Bfloat weights_split_[2 * kSplitSteps][kSplitStep];
  alignas(64) float unread_[kTileRows * kTileRows];
};

[[gnu::noinline]] inline void tile_product(const ProductArgs& args) {
  for (std::size_t row = 0; row < args.rows; row += kSplitRows) {
    const std::size_t rows = std::min(kSplitRows, args.rows - row);
    for (std::size_t k = 0; k < args.depth; k += kSplitDepth) SplitBlock(args, row, rows, k).run();
  }
  _tile_release();
}

}  // namespace
}  // namespace plumb
