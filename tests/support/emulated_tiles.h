// AMX's tiles in plain C++, so that the kernels that use them are tested on every CPU. After
// Intel's "Architecture Instruction Set Extensions Programming Reference", chapter 3; what a CPU
// answers with a fault ends the program. Include where <immintrin.h> is not, or after it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace emulated {

struct Tile {
  alignas(64) std::uint8_t bytes[16][64];
  std::size_t rows;
  std::size_t row_bytes;
};

struct Tiles {
  bool configured = false;
  Tile tiles[8] = {};
};

inline thread_local Tiles tiles;

inline void fault_unless(bool fine, const char* what) {
  if (fine) return;
  std::fprintf(stderr, "emulated tiles: %s\n", what);
  std::abort();
}

inline Tile& tile(std::size_t number) {
  fault_unless(tiles.configured, "used before their shapes are set");
  Tile& found = tiles.tiles[number];
  fault_unless(found.rows > 0, "a tile without a shape is used");
  return found;
}

inline void tile_loadconfig(const void* config) {
  std::uint8_t bytes[64];
  std::memcpy(bytes, config, sizeof bytes);
  fault_unless(bytes[0] == 1, "the palette is not 1");
  for (int i = 1; i < 16; ++i) fault_unless(i == 1 || bytes[i] == 0, "a reserved byte is not 0");
  tiles = {};
  tiles.configured = true;
  for (std::size_t i = 0; i < 8; ++i) {
    std::uint16_t row_bytes;
    std::memcpy(&row_bytes, bytes + 16 + 2 * i, sizeof row_bytes);
    tiles.tiles[i].row_bytes = row_bytes;
    tiles.tiles[i].rows = bytes[48 + i];
    fault_unless(row_bytes <= 64 && bytes[48 + i] <= 16, "a shape is too large");
    fault_unless((row_bytes == 0) == (bytes[48 + i] == 0), "a shape is half empty");
  }
  for (int i = 8; i < 16; ++i) fault_unless(bytes[48 + i] == 0, "a ninth tile has a shape");
}

inline void tile_release() {
  tiles = {};
}

inline void tile_zero(std::size_t number) {
  std::memset(tile(number).bytes, 0, sizeof(Tile::bytes));
}

inline void tile_loadd(std::size_t number, const void* from, std::size_t stride) {
  Tile& to = tile(number);
  std::memset(to.bytes, 0, sizeof to.bytes);
  for (std::size_t r = 0; r < to.rows; ++r) {
    std::memcpy(to.bytes[r], static_cast<const std::uint8_t*>(from) + r * stride, to.row_bytes);
  }
}

inline void tile_stored(std::size_t number, void* to, std::size_t stride) {
  const Tile& from = tile(number);
  for (std::size_t r = 0; r < from.rows; ++r) {
    std::memcpy(static_cast<std::uint8_t*>(to) + r * stride, from.bytes[r], from.row_bytes);
  }
}

inline void check_shapes(const Tile& sums, const Tile& a, const Tile& b) {
  fault_unless(&sums != &a && &sums != &b && &a != &b, "a product names a tile twice");
  fault_unless(sums.rows == a.rows, "sums and rows differ in height");
  fault_unless(sums.row_bytes == b.row_bytes, "sums and weights differ in width");
  fault_unless(a.row_bytes == 4 * b.rows, "rows and weights differ in depth");
  fault_unless(sums.row_bytes % 4 == 0, "sums are no whole numbers of four bytes");
}

// What is too small for a normal float is 0, before and after.
inline float flushed(float value) {
  return std::fabs(value) < std::numeric_limits<float>::min() ? 0.0F : value;
}

inline float float_of(const std::uint8_t* bfloat) {
  std::uint16_t high;
  std::memcpy(&high, bfloat, sizeof high);
  const std::uint32_t bits = static_cast<std::uint32_t>(high) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return flushed(value);
}

// A product of two bfloat16 has 16 bits, so that the sum alone is rounded, as in a fused
// multiply-add.
inline void tile_dpbf16ps(std::size_t to, std::size_t of, std::size_t with) {
  Tile& sums = tile(to);
  const Tile& a = tile(of);
  const Tile& b = tile(with);
  check_shapes(sums, a, b);
  float weights[16][2][16];
  for (std::size_t k = 0; k < b.rows; ++k) {
    for (std::size_t i = 0; i < 32; ++i) weights[k][i % 2][i / 2] = float_of(b.bytes[k] + 2 * i);
  }
  for (std::size_t r = 0; r < sums.rows; ++r) {
    float even[16] = {};
    float odd[16] = {};
    for (std::size_t k = 0; k < b.rows; ++k) {
      const float first = float_of(a.bytes[r] + 4 * k);
      const float second = float_of(a.bytes[r] + 4 * k + 2);
      for (std::size_t n = 0; n < 16; ++n) {
        even[n] = flushed(even[n] + first * weights[k][0][n]);
        odd[n] = flushed(odd[n] + second * weights[k][1][n]);
      }
    }
    float row[16];
    std::memcpy(row, sums.bytes[r], sizeof row);
    for (std::size_t n = 0; n < 16; ++n) {
      row[n] = flushed(flushed(row[n]) + flushed(even[n] + odd[n]));
    }
    std::memcpy(sums.bytes[r], row, sums.row_bytes);
  }
}

// Unsigned bytes by signed ones.
inline void tile_dpbusd(std::size_t to, std::size_t of, std::size_t with) {
  Tile& sums = tile(to);
  const Tile& a = tile(of);
  const Tile& b = tile(with);
  check_shapes(sums, a, b);
  for (std::size_t r = 0; r < sums.rows; ++r) {
    std::int32_t row[16];
    std::memcpy(row, sums.bytes[r], sizeof row);
    for (std::size_t k = 0; k < b.rows; ++k) {
      const auto* weights = reinterpret_cast<const std::int8_t*>(b.bytes[k]);
      for (std::size_t n = 0; n < 16; ++n) {
        for (std::size_t i = 0; i < 4; ++i) row[n] += a.bytes[r][4 * k + i] * weights[4 * n + i];
      }
    }
    std::memcpy(sums.bytes[r], row, sums.row_bytes);
  }
}

}  // namespace emulated

#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stored
#undef _tile_dpbf16ps
#undef _tile_dpbusd
#define _tile_loadconfig emulated::tile_loadconfig
#define _tile_release emulated::tile_release
#define _tile_zero emulated::tile_zero
#define _tile_loadd emulated::tile_loadd
#define _tile_stored emulated::tile_stored
#define _tile_dpbf16ps emulated::tile_dpbf16ps
#define _tile_dpbusd emulated::tile_dpbusd
