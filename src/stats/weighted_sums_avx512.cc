#include <immintrin.h>

#include <cstring>

#include "stats/weighted_sums_impl.h"

namespace plumb {
namespace {

// The weights of some rows that are 0 or 1, in both ways that add_subsets wants them. With the
// rows' vectors they fit the first cache.
struct SideBlock {
  static constexpr std::size_t kRows = 64;
  alignas(64) std::int32_t indices[kRows / 4 * kBatchDraws];  // of subsets: [group][draw]
  alignas(64) std::int16_t interleaved[kRows * kBatchDraws];  // as interleave_weights leaves them
};

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

  // Four rows of weights 0 or 1 are an index of 4 bits, and a component's sums over the 16 subsets
  // of four rows fill a register: the index chooses among them (the method of Arlazarov, Dinic,
  // Kronrod and Faradzhev). For 4 rows by 64 draws 2 products, 4 permutations and 4 additions in
  // place of 8 products. Permutations and products keep different units busy, so one half of the
  // components takes this way and the other the products of add().
  // `second` is how far the vectors of a group's second pair of rows lie behind those of the first.
  template <std::size_t components>
  static void add_subsets(const std::int16_t* vectors, std::size_t dimension, std::size_t second,
                          const SideBlock& sides, std::size_t group, std::size_t groups,
                          std::int32_t* sums) {
    constexpr std::size_t kPermuted = (components + 1) / 2;
    // Of each subset, whether it has the rows of the first pair, and of the second.
    const __m512i first_pair = _mm512_set4_epi32(0x10001, 0x10000, 0x1, 0);
    const __m512i second_pair =
        _mm512_maskz_set1_epi32(0xF0F0, 0x1) | _mm512_maskz_set1_epi32(0xFF00, 0x10000);
    __m512i total[components][kParts];
    load_sums<components>(sums, total);
    const std::int32_t* index = sides.indices + group * kBatchDraws;
    const std::int16_t* weight = sides.interleaved + group * 4 * kBatchDraws;
    for (const std::size_t end = group + groups; group < end; ++group) {
      __m512i drawn[kParts];
      load_parts(index, drawn);
#pragma GCC unroll 8
      for (std::size_t c = 0; c < kPermuted; ++c) {
        const __m512i subsets =
            _mm512_dpwssd_epi32(_mm512_madd_epi16(pair_at(vectors + 2 * c), first_pair),
                                pair_at(vectors + second + 2 * c), second_pair);
#pragma GCC unroll 4
        for (std::size_t part = 0; part < kParts; ++part) {
          total[c][part] =
              _mm512_add_epi32(total[c][part], _mm512_permutexvar_epi32(drawn[part], subsets));
        }
      }
#pragma GCC unroll 2
      for (std::size_t pair = 0; pair < 2; ++pair) {
        load_parts(weight + pair * 2 * kBatchDraws, drawn);
        keep_in_registers(drawn);
#pragma GCC unroll 8
        for (std::size_t c = kPermuted; c < components; ++c) {
          const __m512i value = pair_at(vectors + pair * second + 2 * c);
#pragma GCC unroll 4
          for (std::size_t part = 0; part < kParts; ++part) {
            total[c][part] = _mm512_dpwssd_epi32(total[c][part], value, drawn[part]);
          }
        }
      }
      _mm_prefetch(vectors + SideBlock::kRows * dimension, _MM_HINT_T1);  // the next block's
      _mm_prefetch(vectors + SideBlock::kRows * dimension + second, _MM_HINT_T1);
      vectors += 4 * dimension;
      index += kBatchDraws;
      weight += 4 * kBatchDraws;
    }
    store_sums<components>(total, sums);
  }

  static __m512i pair_at(const std::int16_t* from) {
    std::int32_t both;
    std::memcpy(&both, from, sizeof both);
    return _mm512_set1_epi32(both);
  }

  static void load_parts(const void* from, __m512i (&parts)[kParts]) {
#pragma GCC unroll 4
    for (std::size_t part = 0; part < kParts; ++part) {
      parts[part] = _mm512_loadu_si512(static_cast<const __m512i*>(from) + part);
    }
  }

  // Else the compiler has every product load its weights anew, and loads are the limit.
  static void keep_in_registers(__m512i (&parts)[kParts]) {
#pragma GCC unroll 4
    for (std::size_t part = 0; part < kParts; ++part) asm("" : "+v"(parts[part]));
  }

  template <std::size_t components>
  static void load_sums(const std::int32_t* sums, __m512i (&total)[components][kParts]) {
#pragma GCC unroll 8
    for (std::size_t c = 0; c < components; ++c) load_parts(sums + c * kBatchDraws, total[c]);
  }

  template <std::size_t components>
  static void store_sums(const __m512i (&total)[components][kParts], std::int32_t* sums) {
#pragma GCC unroll 8
    for (std::size_t c = 0; c < components; ++c) {
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) {
        _mm512_storeu_si512(sums + c * kBatchDraws + part * kLanes, total[c][part]);
      }
    }
  }
};

// indices[group][draw]: which of the rows 4g to 4g + 3 a draw has, a bit each.
void index_subsets(const std::uint8_t* weights, std::size_t rows, std::int32_t* indices) {
  for (std::size_t row = 0; row < rows; row += 4) {
    __m512i bits = _mm512_setzero_si512();
    for (std::size_t behind = row + 4 < rows ? 4 : rows - row; behind > 0; --behind) {
      bits = _mm512_or_si512(_mm512_add_epi8(bits, bits),
                             _mm512_loadu_si512(weights + (row + behind - 1) * kBatchDraws));
    }
    alignas(64) std::uint8_t narrow[kBatchDraws];
    _mm512_store_si512(narrow, bits);
    for (std::size_t draw = 0; draw < kBatchDraws; draw += 16, indices += 16) {
      const auto* const from = reinterpret_cast<const __m128i*>(narrow + draw);
      _mm512_storeu_si512(indices, _mm512_cvtepu8_epi32(_mm_load_si128(from)));
    }
  }
}

// The rows of one block, from the first component that one of them has. Where the last group has
// one pair only, its second pair stands for no row: any numbers do.
void sum_subsets(const std::int16_t* vectors, std::size_t dimension, std::size_t component,
                 const SideBlock& sides, std::size_t pairs, std::int32_t* sums) {
  constexpr std::size_t kComponents = Avx512Tile::kComponents;
  const auto add = [&]<std::size_t components>() {
    const std::int16_t* const from = vectors + 2 * component;
    std::int32_t* const to = sums + component * kBatchDraws;
    const std::size_t groups = pairs / 2;
    Avx512Tile::add_subsets<components>(from, dimension, 2 * dimension, sides, 0, groups, to);
    if (pairs % 2 == 0) return;
    Avx512Tile::add_subsets<components>(from + groups * 4 * dimension, dimension, 0, sides, groups,
                                        1, to);
  };
  for (; component + kComponents <= dimension; component += kComponents) {
    add.operator()<kComponents>();
  }
  for (; component < dimension; ++component) add.operator()<1>();
}

// As sum_dense, for weights that are 0 or 1.
void sum_dense_of_sides(const FeatureTable& table, std::size_t first, std::size_t last,
                        const std::uint8_t* weights, std::int32_t* vectors, std::int32_t* columns) {
  SideBlock sides;
  const std::size_t dimension = table.dimension();
  const std::size_t width = table.column_features().size();
  for (std::size_t row = first; row < last; row += SideBlock::kRows) {
    const std::size_t rows = row + SideBlock::kRows < last ? SideBlock::kRows : last - row;
    const std::size_t pairs = (rows + 1) / 2;
    index_subsets(weights + row * kBatchDraws, rows, sides.indices);
    // Whole groups: what stands for no row has weight 0.
    interleave_weights(weights + row * kBatchDraws, rows, (rows + 3) / 4 * 2, sides.interleaved);
    sum_subsets(table.vector_pairs().data() + row * dimension, dimension,
                first_component_of(table, row / 2, pairs), sides, pairs, vectors);
    sum_subsets(table.column_pairs().data() + row * width, width, 0, sides, pairs, columns);
  }
}

}  // namespace

const SumLoops kAvx512SumLoops = {sum_narrow_counts<Avx512Tile>,
                                  sum_counts<std::uint64_t>,
                                  sum_dense<Avx512Tile>,
                                  sum_dense_of_sides,
                                  weigh,
                                  order_by_row};

}  // namespace plumb
