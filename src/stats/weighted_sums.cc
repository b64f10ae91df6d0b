#include "stats/weighted_sums.h"

#include <emmintrin.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/cpu.h"
#include "stats/weighted_sums_paths.h"

namespace plumb {
namespace {

const SumLoops& loops_of(SumPath path) {
  switch (path) {
    case SumPath::portable:
      return kPortableSumLoops;
    case SumPath::avx2:
      return kAvx2SumLoops;
    case SumPath::avx512_vnni:
      return kAvx512SumLoops;
  }
  std::unreachable();
}

// to[draw][i] += from[i][draw], in squares that stay in the first cache.
template <class From, class To>
void add_transposed(const std::vector<From>& from, std::size_t columns, std::vector<To>& to) {
  constexpr std::size_t kSquare = 16;
  for (std::size_t first = 0; first < columns; first += kSquare) {
    const std::size_t last = std::min(columns, first + kSquare);
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      To* const row = to.data() + draw * columns;
      for (std::size_t i = first; i < last; ++i) row[i] += from[i * kBatchDraws + draw];
    }
  }
}

void add_counts(const FeatureTable& table, const std::uint8_t* weights, BatchSums& sums,
                BatchScratch& scratch, const SumLoops& loops) {
  const std::size_t size = table.features() * kBatchDraws;
  if (table.fits_32_bits()) {
    scratch.narrow_counts.assign(size, 0);
    loops.counts_32(table, weights, scratch.narrow_counts.data());
    add_transposed(scratch.narrow_counts, table.features(), sums.counts);
  } else {
    scratch.wide_counts.assign(size, 0);
    loops.counts_64(table, weights, scratch.wide_counts.data());
    add_transposed(scratch.wide_counts, table.features(), sums.counts);
  }
}

// 16-bit components times weights that add up to hardly more than these rows
// stay below half of 2^31.
constexpr std::size_t kRowsTo32Bits = 32'768;

// Hands on the sums of the vectors, [component][draw], of as many rows as 32 bits hold.
template <class Take>
void sum_vectors(const FeatureTable& table, const std::uint8_t* weights, BatchScratch& scratch,
                 const SumLoops& loops, const Take& take) {
  for (std::size_t row = 0; row < table.rows(); row += kRowsTo32Bits) {
    scratch.vectors.assign(table.dimension() * kBatchDraws, 0);
    const std::size_t last = std::min(table.rows(), row + kRowsTo32Bits);
    loops.vectors(table, row, last, weights, scratch.vectors.data());
    take(scratch.vectors);
  }
}

// Sixteen rows of sixteen bytes, `from_stride` apart, become columns. Four rounds that each weave
// the first half of the rows with the second.
void transpose_square(const std::uint8_t* from, std::size_t from_stride, std::uint8_t* to,
                      std::size_t to_stride) {
  constexpr std::size_t kSide = 16;
  __m128i rows[kSide];
  __m128i woven[kSide];
  for (std::size_t i = 0; i < kSide; ++i) {
    rows[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * from_stride));
  }
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < kSide / 2; ++i) {
      woven[2 * i] = _mm_unpacklo_epi8(rows[i], rows[i + kSide / 2]);
      woven[2 * i + 1] = _mm_unpackhi_epi8(rows[i], rows[i + kSide / 2]);
    }
    std::ranges::copy(woven, rows);
  }
  for (std::size_t i = 0; i < kSide; ++i) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i * to_stride), rows[i]);
  }
}

}  // namespace

void order_weights_by_row(std::span<const std::uint8_t> by_draw, std::span<std::uint8_t> by_row) {
  constexpr std::size_t kSide = 16;
  static_assert(kBatchDraws % kSide == 0);
  const std::size_t rows = by_draw.size() / kBatchDraws;
  std::size_t row = 0;
  for (; row + kSide <= rows; row += kSide) {
    for (std::size_t draw = 0; draw < kBatchDraws; draw += kSide) {
      transpose_square(by_draw.data() + draw * rows + row, rows,
                       by_row.data() + row * kBatchDraws + draw, kBatchDraws);
    }
  }
  for (; row < rows; ++row) {
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      by_row[row * kBatchDraws + draw] = by_draw[draw * rows + row];
    }
  }
}

SumPath fastest_sum_path() {
  if (cpu_features().avx512_vnni) return SumPath::avx512_vnni;
  return cpu_features().avx2_fma ? SumPath::avx2 : SumPath::portable;
}

void add_weighted_sums(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       BatchSums& sums, BatchScratch& scratch, SumPath path) {
  sums.counts.resize(table.features() * kBatchDraws);
  sums.vectors.resize(table.dimension() * kBatchDraws);
  const SumLoops& loops = loops_of(path);
  add_counts(table, weights.data(), sums, scratch, loops);
  if (table.dimension() == 0) return;
  sum_vectors(table, weights.data(), scratch, loops, [&](const std::vector<std::int32_t>& vectors) {
    add_transposed(vectors, table.dimension(), sums.vectors);
  });
}

void add_weighted_pairs(const FeatureTable& table, std::span<const std::uint8_t> weights,
                        std::span<std::int64_t, kBatchDraws> totals, BatchScratch& scratch,
                        SumPath path) {
  assert(table.rows() == table.dimension());
  const auto take = [&](const std::vector<std::int32_t>& vectors) {
    for (std::size_t i = 0; i < vectors.size(); i += kBatchDraws) {
      for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
        totals[draw] += std::int64_t{vectors[i + draw]} * weights[i + draw];
      }
    }
  };
  sum_vectors(table, weights.data(), scratch, loops_of(path), take);
}

void add_weighted(std::span<const std::int64_t> numbers, std::span<const std::uint8_t> weights,
                  std::span<std::int64_t, kBatchDraws> totals) {
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      totals[draw] += numbers[row] * weights[row * kBatchDraws + draw];
    }
  }
}

}  // namespace plumb
