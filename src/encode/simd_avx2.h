// Vectors of eight floats by AVX2 and FMA3. Include only where both are enabled.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace plumb::simd {
namespace {  // see kernels_impl.h

struct Avx2 {
  using Floats = __m256;
  static constexpr std::size_t kLanes = 8;
  // 12 accumulators, 2 weights and 1 input of the 16 registers. Two FMAs a cycle
  // with a latency of 4 need 8 chains; 6 x 2 also loads least for each FMA.
  static constexpr std::size_t kTileRows = 6;
  static constexpr std::size_t kTileVectors = 2;
  static constexpr std::size_t kDepthBlock = 384;  // see product_impl.h

  static Floats load(const float* from) { return _mm256_loadu_ps(from); }
  static void store(float* to, Floats value) { _mm256_storeu_ps(to, value); }
  static Floats set(float value) { return _mm256_set1_ps(value); }
  static Floats broadcast(const float* from) { return _mm256_broadcast_ss(from); }
  static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
  static Floats sub(Floats a, Floats b) { return _mm256_sub_ps(a, b); }
  static Floats mul(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  static Floats div(Floats a, Floats b) { return _mm256_div_ps(a, b); }
  static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
  static Floats max(Floats a, Floats b) { return _mm256_max_ps(a, b); }
  static Floats min(Floats a, Floats b) { return _mm256_min_ps(a, b); }

  static Floats round(Floats value) {
    return _mm256_round_ps(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  static Floats add_exponent(Floats value, Floats bits) {
    const __m256i exponent = _mm256_slli_epi32(_mm256_castps_si256(bits), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(value), exponent));
  }

  static Floats interleave_low(Floats a, Floats b) {
    return _mm256_permute2f128_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b), 0x20);
  }
  static Floats interleave_high(Floats a, Floats b) {
    return _mm256_permute2f128_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b), 0x31);
  }

  static float sum(Floats v) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
  }
  static float largest(Floats v) {
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
  }
  static float smallest(Floats v) { return -largest(_mm256_sub_ps(_mm256_setzero_ps(), v)); }

  // Integer products, as in Portable. Pairs of 16 bits: vpmaddubsw would take
  // bytes but saturates, so its sums would not be those of VNNI.
  //
  // Sums are vectors of 32 bits to the compiler, not of 64 as in __m256i: GCC 12 else copies each
  // one to the stack whenever something is added to it.
  typedef std::int32_t Ints __attribute__((vector_size(32)));
  using Narrow = std::int16_t;
  using NarrowWeight = std::int16_t;
  static constexpr std::size_t kDotValues = 2;

  static Ints zero_ints() { return Ints{}; }
  static Ints load_ints(const void* from) {
    return reinterpret_cast<Ints>(_mm256_loadu_si256(static_cast<const __m256i*>(from)));
  }
  static Ints broadcast_narrow(const Narrow* from) {
    std::int32_t both;
    std::memcpy(&both, from, sizeof both);
    return reinterpret_cast<Ints>(_mm256_set1_epi32(both));
  }
  static Ints dot(Ints sum, Ints inputs, Ints weights) {
    return sum + reinterpret_cast<Ints>(_mm256_madd_epi16(reinterpret_cast<__m256i>(inputs),
                                                          reinterpret_cast<__m256i>(weights)));
  }
  static Floats to_floats(Ints value) {
    return _mm256_cvtepi32_ps(reinterpret_cast<__m256i>(value));
  }
  static void store_narrow(Narrow* to, Floats value) {
    const __m256i wide = _mm256_cvtps_epi32(value);
    const __m128i narrow =
        _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), narrow);
  }
};

}  // namespace
}  // namespace plumb::simd
