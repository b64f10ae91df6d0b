#include <immintrin.h>

#include <cstring>

#include "stats/weighted_sums_impl.h"

namespace plumb {
namespace {

struct Avx2Tile {
  // 6 components by 16 draws: 12 accumulators, 2 weights and 1 vector of the 16
  // registers. 192 products for 12 multiplications and 12 additions. Unrolled,
  // or the accumulators would live in memory.
  static constexpr std::size_t kComponents = 6;
  static constexpr std::size_t kLanes = 8;

  template <std::size_t components>
  static void add(const std::int16_t* vectors, std::size_t dimension, const std::int16_t* weights,
                  std::size_t pairs, std::int32_t* sums) {
    for (std::size_t draw = 0; draw < kBatchDraws; draw += 2 * kLanes) {
      __m256i total[components][2];
#pragma GCC unroll 8
      for (std::size_t c = 0; c < components; ++c) {
        total[c][0] = load(sums + c * kBatchDraws + draw);
        total[c][1] = load(sums + c * kBatchDraws + draw + kLanes);
      }
      const std::int16_t* vector = vectors;
      const std::int16_t* weight = weights + 2 * draw;
      for (std::size_t pair = 0; pair < pairs; ++pair) {
        const __m256i low = load(weight);
        const __m256i high = load(weight + 2 * kLanes);
#pragma GCC unroll 8
        for (std::size_t c = 0; c < components; ++c) {
          std::int32_t both;
          std::memcpy(&both, vector + 2 * c, sizeof both);
          const __m256i value = _mm256_set1_epi32(both);
          total[c][0] = _mm256_add_epi32(total[c][0], _mm256_madd_epi16(value, low));
          total[c][1] = _mm256_add_epi32(total[c][1], _mm256_madd_epi16(value, high));
        }
        vector += 2 * dimension;
        weight += 2 * kBatchDraws;
      }
#pragma GCC unroll 8
      for (std::size_t c = 0; c < components; ++c) {
        store(sums + c * kBatchDraws + draw, total[c][0]);
        store(sums + c * kBatchDraws + draw + kLanes, total[c][1]);
      }
    }
  }

  static __m256i load(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
  }
  static void store(void* to, __m256i value) {
    _mm256_storeu_si256(static_cast<__m256i*>(to), value);
  }
};

}  // namespace

const SumLoops kAvx2SumLoops = {sum_counts<std::uint32_t>, sum_counts<std::uint64_t>,
                                sum_vectors<Avx2Tile>};

}  // namespace plumb
