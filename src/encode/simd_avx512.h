// Vectors of sixteen floats by AVX-512 (F, BW, DQ, VL), without and with VNNI.
// Include only where they are enabled, or where something stands in for the
// intrinsics.
#pragma once

#ifndef PLUMB_EMULATE_AVX512
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace plumb::simd {
namespace {  // see kernels_impl.h

struct Avx512 {
  using Floats = __m512;
  static constexpr std::size_t kLanes = 16;
  // 28 accumulators, 2 weights and 1 input of the 32 registers.
  static constexpr std::size_t kTileRows = 14;
  static constexpr std::size_t kTileVectors = 2;
  static constexpr std::size_t kDepthBlock = 768;  // see product_impl.h

  static Floats load(const float* from) { return _mm512_loadu_ps(from); }
  static void store(float* to, Floats value) { _mm512_storeu_ps(to, value); }
  static Floats set(float value) { return _mm512_set1_ps(value); }
  static Floats broadcast(const float* from) { return _mm512_set1_ps(*from); }
  static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
  static Floats sub(Floats a, Floats b) { return _mm512_sub_ps(a, b); }
  static Floats mul(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
  static Floats div(Floats a, Floats b) { return _mm512_div_ps(a, b); }
  static Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
  static Floats max(Floats a, Floats b) { return _mm512_max_ps(a, b); }
  static Floats min(Floats a, Floats b) { return _mm512_min_ps(a, b); }

  // Rounds to nearest, ties to even; |value| < 2^22. By addition, as in Portable.
  static Floats round(Floats value) {
    const Floats magic = set(12582912.0F);
    return sub(add(value, magic), magic);
  }
  static Floats add_exponent(Floats value, Floats bits) {
    const __m512i exponent = _mm512_slli_epi32(_mm512_castps_si512(bits), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(value), exponent));
  }

  static Floats interleave_low(Floats a, Floats b) {
    return _mm512_permutex2var_ps(
        a, _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0), b);
  }
  static Floats interleave_high(Floats a, Floats b) {
    return _mm512_permutex2var_ps(
        a, _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8), b);
  }

  static float sum(Floats v) {
    const __m256 eight = _mm256_add_ps(low(v), high(v));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
  }
  static float largest(Floats v) {
    const __m256 eight = _mm256_max_ps(low(v), high(v));
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
  }
  static float smallest(Floats v) { return -largest(_mm512_sub_ps(_mm512_setzero_ps(), v)); }

  // Integer products, as in Avx2.
#ifdef PLUMB_EMULATE_AVX512
  using Ints = __m512i;
  static __m512i bits(Ints value) { return value; }
  static Ints ints(__m512i value) { return value; }
#else
  typedef std::int32_t Ints __attribute__((vector_size(64)));
  static __m512i bits(Ints value) { return reinterpret_cast<__m512i>(value); }
  static Ints ints(__m512i value) { return reinterpret_cast<Ints>(value); }
#endif
  using Narrow = std::int16_t;
  using NarrowWeight = std::int16_t;
  static constexpr std::size_t kDotValues = 2;

  static Ints zero_ints() { return ints(_mm512_setzero_si512()); }
  static Ints load_ints(const void* from) { return ints(_mm512_loadu_si512(from)); }
  static Ints broadcast_narrow(const void* from) {
    std::int32_t both;
    std::memcpy(&both, from, sizeof both);
    return ints(_mm512_set1_epi32(both));
  }
  static Ints dot(Ints sum, Ints inputs, Ints weights) {
    return ints(_mm512_add_epi32(bits(sum), _mm512_madd_epi16(bits(inputs), bits(weights))));
  }
  static Floats to_floats(Ints value) { return _mm512_cvtepi32_ps(bits(value)); }
  static void store_narrow(Narrow* to, Floats value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm512_cvtepi32_epi16(_mm512_cvtps_epi32(value)));
  }

 private:
  static __m256 low(Floats v) { return _mm512_castps512_ps256(v); }
  static __m256 high(Floats v) {
    return _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(v), 1));
  }
};

// The same, with products of four bytes at once by VNNI.
struct Avx512Vnni : Avx512 {
  using Narrow = std::uint8_t;
  using NarrowWeight = std::int8_t;
  static constexpr std::size_t kDotValues = 4;

  static Ints dot(Ints sum, Ints inputs, Ints weights) {
    return ints(_mm512_dpbusd_epi32(bits(sum), bits(inputs), bits(weights)));
  }
  static void store_narrow(Narrow* to, Floats value) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(value)));
  }
};

}  // namespace
}  // namespace plumb::simd
