// Matrix product on packed weights. V is one of simd_*.h.
//
// A tile of kTileRows x (kTileVectors * kLanes) outputs stays in registers while
// it walks the depth. Each output is one chain of multiply-adds over k = 0, 1, 2...
// in tiles of any height, so its bits do not depend on the rows beside it.
//
// Traffic: V::kDepthBlock rows of a panel (16 x 384 floats, 24 KB on AVX2) stay in
// the first cache while kRowBlock rows of the input pass; their share of the
// depth (128 x 384 floats, 192 KB) stays in the second while all panels pass.
// AVX-512's panels are too wide for the first cache at any depth that pays; they
// come from the second, and a deeper block reads and writes the outputs less often.
// Input rows whose places in the first cache are the same are copied side by side
// first (see rows_collide).
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "encode/kernels.h"
#include "encode/math_impl.h"

namespace plumb {
namespace {

enum class Start { zero, bias, output };

constexpr std::size_t kRowBlock = 128;
constexpr std::size_t kFetchBlock = 32;
constexpr std::size_t kLineFloats = 16;

// How many rows of a panel before they are multiplied their lines are fetched into the first cache.
// Tall tiles come several to a block and find the panel in the second; a low tile is most of a
// short text, and its weights come from the third or from memory.
constexpr std::size_t fetch_ahead(std::size_t tile_rows) {
  return tile_rows < 12 ? 32 : 8;
}

struct TileArgs {
  const float* input;
  std::size_t input_stride;
  const float* weights;  // [depth][panel width]
  std::size_t depth;
  const float* bias;
  float* output;
  std::size_t output_stride;
  const float* ahead = nullptr;  // the next panel, to be fetched into the second cache meanwhile
  std::size_t ahead_lines = 0;   // cache lines of it to fetch for each kFetchBlock steps
};

template <class V, std::size_t Rows, Start start>
void product_tile(const TileArgs& args) {
  constexpr std::size_t kVectors = V::kTileVectors;
  constexpr std::size_t kWidth = kVectors * V::kLanes;
  typename V::Floats sums[Rows][kVectors];
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      if constexpr (start == Start::zero) {
        sums[r][v] = V::set(0.0F);
      } else if constexpr (start == Start::bias) {
        sums[r][v] = V::load(args.bias + v * V::kLanes);
      } else {
        sums[r][v] = V::load(args.output + r * args.output_stride + v * V::kLanes);
      }
    }
  }
  const float* input = args.input;
  const float* weights = args.weights;
  const std::size_t stride = args.input_stride;
  const std::size_t depth = args.depth;
  const float* ahead = args.ahead;
  for (std::size_t block = 0; block < depth; block += kFetchBlock) {
    for (std::size_t line = 0; line < args.ahead_lines; ++line, ahead += kLineFloats) {
      __builtin_prefetch(ahead, 0, 2);
    }
    const std::size_t end = block + kFetchBlock < depth ? block + kFetchBlock : depth;
#pragma GCC unroll 2
    for (std::size_t k = block; k < end; ++k) {
      typename V::Floats column[kVectors];
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        column[v] = V::load(weights + k * kWidth + v * V::kLanes);
      }
#pragma GCC unroll 4
      for (std::size_t line = 0; line < kWidth; line += kLineFloats) {
        __builtin_prefetch(weights + (k + fetch_ahead(Rows)) * kWidth + line);
      }
#pragma GCC unroll 16
      for (std::size_t r = 0; r < Rows; ++r) {
        const auto x = V::broadcast(input + r * stride + k);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = V::fma(x, column[v], sums[r][v]);
      }
    }
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      V::store(args.output + r * args.output_stride + v * V::kLanes, sums[r][v]);
    }
  }
}

using Tile = void (*)(const TileArgs&);

// product_tile for each height. A plain array: a std::array's members would be
// functions with linkage (see kernels_impl.h).
template <class V>
struct Tiles {
  Tile for_height[V::kTileRows + 1];
};

template <class V, Start start>
constexpr Tiles<V> product_tiles() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return Tiles<V>{{nullptr, &product_tile<V, i + 1, start>...}};
  }(std::make_index_sequence<V::kTileRows>{});
}

template <class V, Start start>
constexpr Tiles<V> kProductTiles = product_tiles<V, start>();

template <class V>
constexpr std::size_t tile_count(std::size_t rows) {
  return (rows + V::kTileRows - 1) / V::kTileRows;
}

// Calls body(first_row, rows) for tiles of nearly equal height: 10 rows are
// 5 + 5, not 6 + 4.
template <class V, class Body>
void for_each_tile(std::size_t rows, const Body& body) {
  const std::size_t tiles = tile_count<V>(rows);
  std::size_t first = 0;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    const std::size_t height = rows / tiles + (tile < rows % tiles ? 1 : 0);
    body(first, height);
    first += height;
  }
}

template <class V, class Function>
void for_each_vector(float* output, std::size_t stride, std::size_t rows,
                     const Function& function) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t v = 0; v < V::kTileVectors; ++v) {
      float* at = output + r * stride + v * V::kLanes;
      V::store(at, function(V::load(at)));
    }
  }
}

template <class V>
void activate_tile(Activation activation, float* output, std::size_t stride, std::size_t rows) {
  using Floats = typename V::Floats;
  switch (activation) {
    case Activation::none:
      return;
    case Activation::gelu:
      return for_each_vector<V>(output, stride, rows, [](Floats x) { return gelu<V>(x); });
    case Activation::gelu_tanh:
      return for_each_vector<V>(output, stride, rows, [](Floats x) { return gelu_tanh<V>(x); });
  }
}

// A block of rows against one panel, over the depth [k, k + depth). `input` is row
// `row` at depth k.
struct ProductBlock {
  std::size_t panel, row, rows, k, depth;
  const float* input;
  std::size_t input_stride;
};

template <class V>
void product_block(const ProductArgs& args, const ProductBlock& block) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const auto& tiles =
      block.k == 0 ? kProductTiles<V, Start::bias> : kProductTiles<V, Start::output>;
  const bool last = block.k + block.depth == args.depth;
  float* output = args.output + block.row * args.output_stride + block.panel * kWidth;
  TileArgs tile{};
  tile.input_stride = block.input_stride;
  tile.depth = block.depth;
  tile.weights = args.weights + (block.panel * args.depth + block.k) * kWidth;
  tile.bias = args.bias + block.panel * kWidth;
  tile.output_stride = args.output_stride;
  // The tiles of this block fetch the next panel among them; one alone would only delay its own. A
  // prefetch may name what lies beyond the last panel: nobody reads it.
  const std::size_t count = tile_count<V>(block.rows);
  const std::size_t fetches = (block.depth + kFetchBlock - 1) / kFetchBlock;
  const std::size_t lines = block.depth * kWidth / kLineFloats;
  const std::size_t steps = count * fetches;
  tile.ahead = tile.weights + args.depth * kWidth;
  tile.ahead_lines = count > 1 ? (lines + steps - 1) / steps : 0;
  for_each_tile<V>(block.rows, [&](std::size_t row, std::size_t height) {
    tile.input = block.input + row * block.input_stride;
    tile.output = output + row * args.output_stride;
    tiles.for_height[height](tile);
    tile.ahead += tile.ahead_lines * kLineFloats * fetches;
    if (last) activate_tile<V>(args.activation, tile.output, args.output_stride, height);
  });
}

// Calls body(row, rows) for blocks of nearly equal height: 130 rows are 66 + 64, not
// 126 + 4. The weights are read once a block, and four rows would not pay for that.
template <class V, class Body>
void for_each_row_block(std::size_t rows, const Body& body) {
  const std::size_t tiles = tile_count<V>(rows);
  constexpr std::size_t kTiles = kRowBlock / V::kTileRows;
  const std::size_t blocks = (tiles + kTiles - 1) / kTiles;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t row = tiles * block / blocks * V::kTileRows;
    const std::size_t end = tiles * (block + 1) / blocks * V::kTileRows;
    body(row, (end < rows ? end : rows) - row);
  }
}

template <class V>
void product_panels(const ProductArgs& args, ProductBlock block) {
  for (block.panel = args.panel_begin; block.panel < args.panel_end; ++block.panel) {
    product_block<V>(args, block);
  }
}

// As product_panels, of rows that are copied side by side. A copied value serves every
// panel, so the copy costs less than the half of a percent.
template <class V>
[[gnu::noinline]] void product_panels_of_copy(const ProductArgs& args, ProductBlock block) {
  constexpr std::size_t kStride = V::kDepthBlock;
  alignas(64) float copy[kRowBlock * kStride];
  for (std::size_t r = 0; r < block.rows; ++r) {
    std::memcpy(copy + r * kStride, block.input + r * block.input_stride,
                block.depth * sizeof(float));
  }
  block.input = copy;
  block.input_stride = kStride;
  product_panels<V>(args, block);
}

template <class V>
void product(const ProductArgs& args) {
  const bool copied = args.rows > 1 && rows_collide(args.input_stride);
  for_each_row_block<V>(args.rows, [&](std::size_t row, std::size_t rows) {
    for (std::size_t k = 0; k < args.depth; k += V::kDepthBlock) {
      const std::size_t left = args.depth - k;
      const std::size_t depth = left < V::kDepthBlock ? left : V::kDepthBlock;
      const float* input = args.input + row * args.input_stride + k;
      const ProductBlock block{0, row, rows, k, depth, input, args.input_stride};
      copied ? product_panels_of_copy<V>(args, block) : product_panels<V>(args, block);
    }
  });
}

template <class V>
void pack(const float* matrix, std::size_t depth, std::size_t panel, float* packed) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const float* rows = matrix + panel * kWidth * depth;
  float* out = packed + panel * kWidth * depth;
  // A cache line of each row at a time; the block written stays in the first
  // cache.
  for (std::size_t k = 0; k < depth; k += 16) {
    const std::size_t end = k + 16 < depth ? k + 16 : depth;
    for (std::size_t column = 0; column < kWidth; ++column) {
      for (std::size_t i = k; i < end; ++i) out[i * kWidth + column] = rows[column * depth + i];
    }
  }
}

}  // namespace
}  // namespace plumb
