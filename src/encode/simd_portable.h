// Vectors of four floats in the compiler's own notation: runs on any CPU.
// Multiplies and adds are rounded one by one; the other sets fuse them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace plumb::simd {
namespace {  // see kernels_impl.h

struct Portable {
  typedef float Floats __attribute__((vector_size(16)));
  typedef std::int32_t Ints __attribute__((vector_size(16)));
  static constexpr std::size_t kLanes = 4;
  // Registers of a product tile: rows x vectors accumulators, 16 in all.
  static constexpr std::size_t kTileRows = 4;
  static constexpr std::size_t kTileVectors = 2;
  static constexpr std::size_t kDepthBlock = 384;  // see product_impl.h

  static Floats load(const float* from) {
    Floats value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(float* to, Floats value) { std::memcpy(to, &value, sizeof value); }
  static Floats set(float value) { return Floats{value, value, value, value}; }
  static Floats broadcast(const float* from) { return set(*from); }
  static Floats add(Floats a, Floats b) { return a + b; }
  static Floats sub(Floats a, Floats b) { return a - b; }
  static Floats mul(Floats a, Floats b) { return a * b; }
  static Floats div(Floats a, Floats b) { return a / b; }
  static Floats fma(Floats a, Floats b, Floats c) { return a * b + c; }
  // Of two values the second where one is NaN, as the instructions of the other sets give it.
  static Floats max(Floats a, Floats b) { return a > b ? a : b; }
  static Floats min(Floats a, Floats b) { return a < b ? a : b; }

  // Rounds to nearest, ties to even; |value| < 2^22.
  static Floats round(Floats value) {
    const Floats magic = set(12582912.0F);  // 1.5 * 2^23: the sum has no fraction bits
    return (value + magic) - magic;
  }
  // value * 2^n for the n, from -126 to 127, that stands in the lowest nine bits of `bits`. Value
  // and product are normal numbers.
  static Floats add_exponent(Floats value, Floats bits) {
    typedef std::uint32_t Bits __attribute__((vector_size(16)));
    const auto sum = reinterpret_cast<Bits>(value) + (reinterpret_cast<Bits>(bits) << 23);
    return reinterpret_cast<Floats>(sum);
  }

  // a[0], b[0], a[1], b[1], ... and the same of the upper halves.
  static Floats interleave_low(Floats a, Floats b) { return Floats{a[0], b[0], a[1], b[1]}; }
  static Floats interleave_high(Floats a, Floats b) { return Floats{a[2], b[2], a[3], b[3]}; }

  static float sum(Floats v) { return (v[0] + v[2]) + (v[1] + v[3]); }
  static float smallest(Floats v) { return -largest(-v); }
  static float largest(Floats v) {
    const float a = v[0] > v[2] ? v[0] : v[2];
    const float b = v[1] > v[3] ? v[1] : v[3];
    return a > b ? a : b;
  }

  // Integer products: an input value is 0..255, a weight -127..127, both stored
  // as Narrow; kDotValues neighbours along the depth are multiplied at once.
  using Narrow = std::int16_t;
  using NarrowWeight = std::int16_t;
  static constexpr std::size_t kDotValues = 2;

  static Ints zero_ints() { return Ints{}; }
  static Ints set_ints(std::int32_t value) { return Ints{value, value, value, value}; }
  static Ints load_ints(const void* from) {
    Ints value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  static Ints broadcast_narrow(const Narrow* from) {
    std::int32_t both;
    std::memcpy(&both, from, sizeof both);
    return set_ints(both);
  }
  static Ints dot(Ints sum, Ints inputs, Ints weights) {
    const Ints low = (inputs << 16 >> 16) * (weights << 16 >> 16);
    return sum + low + (inputs >> 16) * (weights >> 16);
  }
  static Floats to_floats(Ints value) { return __builtin_convertvector(value, Floats); }
  // Values are integral, in 0..255.
  static void store_narrow(Narrow* to, Floats value) {
    for (std::size_t i = 0; i < kLanes; ++i) to[i] = static_cast<Narrow>(value[i]);
  }
};

}  // namespace
}  // namespace plumb::simd
