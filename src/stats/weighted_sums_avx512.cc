#include <immintrin.h>

#include <cstring>

#include "stats/weighted_sums_impl.h"

namespace plumb {
namespace {

struct Avx512Tile {
  // 6 components by 64 draws: 24 accumulators, 4 weights and 1 vector of the 32
  // registers. 768 products for 24 instructions. Unrolled, or the accumulators
  // would live in memory.
  static constexpr std::size_t kComponents = 6;
  // More would not fit the first cache: rows of 384 components lie in few of its sets.
  static constexpr std::size_t kBlockPairs = 64;
  static constexpr std::size_t kLanes = 16;
  static constexpr std::size_t kParts = kBatchDraws / kLanes;

  // Of one row, as numbers of 32 bits whose upper halves are 0.
  struct RowWeights {
    __m512i parts[kParts];

    explicit RowWeights(const std::uint8_t* weights) {
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) {
        const auto* const from = reinterpret_cast<const __m128i*>(weights + part * kLanes);
        parts[part] = _mm512_cvtepu8_epi32(_mm_loadu_si128(from));
      }
    }

    void add_to(std::uint32_t* sums, std::uint32_t count) const {
      const __m512i factor = _mm512_set1_epi32(static_cast<int>(count));
      // The product of halves is several times quicker than that of whole numbers.
      const bool is_half = count <= 0x7FFF;
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) {
        std::uint32_t* const to = sums + part * kLanes;
        const __m512i before = _mm512_loadu_si512(to);
        const __m512i after =
            is_half ? _mm512_dpwssd_epi32(before, parts[part], factor)
                    : _mm512_add_epi32(before, _mm512_mullo_epi32(parts[part], factor));
        _mm512_storeu_si512(to, after);
      }
    }
  };

  template <std::size_t components>
  static void add(const std::int16_t* vectors, std::size_t dimension, const std::int16_t* weights,
                  std::size_t pairs, std::int32_t* sums) {
    __m512i total[components][kParts];
#pragma GCC unroll 8
    for (std::size_t c = 0; c < components; ++c) {
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) {
        total[c][part] = _mm512_loadu_si512(sums + c * kBatchDraws + part * kLanes);
      }
    }
    const std::int16_t* vector = vectors;
    const std::int16_t* weight = weights;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      __m512i drawn[kParts];
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) {
        drawn[part] = _mm512_loadu_si512(weight + part * 2 * kLanes);
      }
#pragma GCC unroll 8
      for (std::size_t c = 0; c < components; ++c) {
        std::int32_t both;
        std::memcpy(&both, vector + 2 * c, sizeof both);
        const __m512i value = _mm512_set1_epi32(both);
#pragma GCC unroll 4
        for (std::size_t part = 0; part < kParts; ++part) {
          total[c][part] = _mm512_dpwssd_epi32(total[c][part], value, drawn[part]);
        }
      }
      _mm_prefetch(vector + kBlockPairs * 2 * dimension, _MM_HINT_T1);  // the next block's
      vector += 2 * dimension;
      weight += 2 * kBatchDraws;
    }
#pragma GCC unroll 8
    for (std::size_t c = 0; c < components; ++c) {
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) {
        _mm512_storeu_si512(sums + c * kBatchDraws + part * kLanes, total[c][part]);
      }
    }
  }
};

}  // namespace

const SumLoops kAvx512SumLoops = {sum_narrow_counts<Avx512Tile>, sum_counts<std::uint64_t>,
                                  sum_dense<Avx512Tile>, order_by_row};

}  // namespace plumb
