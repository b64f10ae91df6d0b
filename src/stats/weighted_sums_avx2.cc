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
  static constexpr std::size_t kBlockPairs = 32;
  static constexpr std::size_t kLanes = 8;

  // Of one row, as numbers of 32 bits whose upper halves are 0.
  struct RowWeights {
    static constexpr std::size_t kParts = kBatchDraws / kLanes;
    __m256i parts[kParts];

    explicit RowWeights(const std::uint8_t* weights) {
#pragma GCC unroll 8
      for (std::size_t part = 0; part < kParts; ++part) {
        const auto* const from = reinterpret_cast<const __m128i*>(weights + part * kLanes);
        parts[part] = _mm256_cvtepu8_epi32(_mm_loadl_epi64(from));
      }
    }

    void add_to(std::uint32_t* sums, std::uint32_t count) const {
      const __m256i factor = _mm256_set1_epi32(static_cast<int>(count));
      // The product of halves is several times quicker than that of whole numbers.
      const bool is_half = count <= 0x7FFF;
#pragma GCC unroll 8
      for (std::size_t part = 0; part < kParts; ++part) {
        const __m256i product = is_half ? _mm256_madd_epi16(parts[part], factor)
                                        : _mm256_mullo_epi32(parts[part], factor);
        std::uint32_t* const to = sums + part * kLanes;
        store(to, _mm256_add_epi32(load(to), product));
      }
    }
  };

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

const SumLoops kAvx2SumLoops = {sum_narrow_counts<Avx2Tile>, sum_counts<std::uint64_t>,
                                sum_dense<Avx2Tile>, order_by_row};

}  // namespace plumb
