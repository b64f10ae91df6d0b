#include <immintrin.h>

#include "stats/rng_lanes.h"

namespace plumb {
namespace {

template <int bits>
__m256i rotated(__m256i x) {
  return _mm256_or_si256(_mm256_slli_epi64(x, bits), _mm256_srli_epi64(x, 64 - bits));
}

// The four states in registers: Rng::operator(), base/rng.h, for each lane.
struct Lanes {
  __m256i words[4];

  __m256i next() {
    const __m256i five = _mm256_add_epi64(words[1], _mm256_slli_epi64(words[1], 2));
    const __m256i turned = rotated<7>(five);
    const __m256i result = _mm256_add_epi64(turned, _mm256_slli_epi64(turned, 3));
    const __m256i shifted = _mm256_slli_epi64(words[1], 17);
    words[2] = _mm256_xor_si256(words[2], words[0]);
    words[3] = _mm256_xor_si256(words[3], words[1]);
    words[1] = _mm256_xor_si256(words[1], words[2]);
    words[0] = _mm256_xor_si256(words[0], words[3]);
    words[2] = _mm256_xor_si256(words[2], shifted);
    words[3] = rotated<45>(words[3]);
    return result;
  }
};

}  // namespace

// A number x is taken as the upper 64 bits of x * bound, and drawn again where the lower 64 are
// below a number that is below the bound (Lemire 2019). With a bound of 32 bits that needs the
// upper half of the lower bits to be 0.
bool draw_below_avx2(std::uint64_t (*words)[kRngLanes], std::span<const std::uint32_t> bounds,
                     std::uint32_t* numbers) {
  Lanes lanes;
  for (int word = 0; word < 4; ++word) {
    lanes.words[word] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words[word]));
  }
  const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
  __m256i doubtful = _mm256_setzero_si256();
  const std::uint32_t* const all = bounds.data();
  const std::size_t count = bounds.size();
  for (std::size_t i = 0; i < count; ++i) {
    const __m256i x = lanes.next();
    const __m256i bound = _mm256_set1_epi32(static_cast<int>(all[i]));
    const __m256i low = _mm256_mul_epu32(x, bound);
    const __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(x, 32), bound);
    const __m256i sum = _mm256_add_epi64(high, _mm256_srli_epi64(low, 32));
    // Its lower halves are the upper halves of the products' lower 64 bits.
    doubtful = _mm256_or_si256(doubtful, _mm256_cmpeq_epi32(sum, _mm256_setzero_si256()));
    const __m256i taken = _mm256_permutevar8x32_epi32(_mm256_srli_epi64(sum, 32), even);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(numbers + i * kRngLanes),
                     _mm256_castsi256_si128(taken));
  }
  for (int word = 0; word < 4; ++word) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words[word]), lanes.words[word]);
  }
  const __m256i lower = _mm256_set1_epi64x(0xFFFF'FFFF);
  return _mm256_testz_si256(doubtful, lower) != 0;
}

}  // namespace plumb
