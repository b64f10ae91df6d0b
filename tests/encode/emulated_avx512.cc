// The AVX-512 kernels with SIMDe in place of the intrinsics, and those of AMX with
// emulated tiles, so that their logic is tested on CPUs that lack the instructions.
//
// clang declares vectors of bfloat16 whatever the target, and other ones than SIMDe does: they
// step aside.
#include <emmintrin.h>
#define __m128bh simde_alias_m128bh
#define __m256bh simde_alias_m256bh
#define __m512bh simde_alias_m512bh
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#include <simde/x86/fma.h>

#include <cmath>
#include <cstdint>
#include <cstring>

// The few intrinsics that SIMDe of Debian 12 lacks, lane by lane.
namespace emulated {

template <class To, class From, class Lane>
To each_lane(From from, const Lane& lane) {
  using In = std::remove_cvref_t<decltype(lane.in)>;
  using Out = std::remove_cvref_t<decltype(lane.out)>;
  In in[16];
  Out out[16];
  std::memcpy(in, &from, sizeof in);
  for (int i = 0; i < 16; ++i) out[i] = lane(in[i]);
  To to;
  std::memcpy(&to, out, sizeof out);
  return to;
}

template <class In, class Out>
struct Convert {
  In in{};
  Out out{};
  Out operator()(In value) const { return static_cast<Out>(value); }
};

struct RoundToInt {
  float in{};
  std::int32_t out{};
  std::int32_t operator()(float value) const {
    return static_cast<std::int32_t>(std::nearbyint(value));
  }
};

inline __m512i cvtps_epi32(__m512 a) {
  return each_lane<__m512i>(a, RoundToInt{});
}
inline __m512 cvtepi32_ps(__m512i a) {
  return each_lane<__m512>(a, Convert<std::int32_t, float>{});
}
inline __m256i cvtepi32_epi16(__m512i a) {
  return each_lane<__m256i>(a, Convert<std::int32_t, std::int16_t>{});
}
inline __m128i cvtepi32_epi8(__m512i a) {
  return each_lane<__m128i>(a, Convert<std::int32_t, std::int8_t>{});
}

// Lanes that are not wanted are not read.
inline __m512 maskz_loadu_ps(std::uint16_t wanted, const float* from) {
  float lanes[16] = {};
  for (int i = 0; i < 16; ++i) {
    if (wanted >> i & 1) lanes[i] = from[i];
  }
  __m512 to;
  std::memcpy(&to, lanes, sizeof to);
  return to;
}

}  // namespace emulated

#define __mmask16 std::uint16_t
#define _mm512_maskz_loadu_ps emulated::maskz_loadu_ps
#define _mm512_cvtps_epi32 emulated::cvtps_epi32
#define _mm512_cvtepi32_ps emulated::cvtepi32_ps
#define _mm512_cvtepi32_epi16 emulated::cvtepi32_epi16
#define _mm512_cvtepi32_epi8 emulated::cvtepi32_epi8
// SIMDe's alias of this one names the masked form.
#undef _mm512_madd_epi16
#define _mm512_madd_epi16 simde_mm512_madd_epi16

#include "support/emulated_tiles.h"

#define PLUMB_EMULATE_AVX512
#include "encode/pair_kernels_impl.h"
#include "encode/tile_kernels_impl.h"

namespace plumb {

extern const Kernels kEmulatedAvx512Kernels;
const Kernels kEmulatedAvx512Kernels = make_kernels<simd::Avx512>(InstructionSet::avx512);

extern const Kernels kEmulatedVnniKernels;
const Kernels kEmulatedVnniKernels = make_kernels<simd::Avx512Vnni>(InstructionSet::avx512_vnni);

extern const Kernels kEmulatedPairsKernels;
const Kernels kEmulatedPairsKernels = make_pair_kernels();

extern const Kernels kEmulatedAmxKernels;
const Kernels kEmulatedAmxKernels = make_tile_kernels();

}  // namespace plumb
