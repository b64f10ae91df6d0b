#include "stats/weighted_sums.h"

#include <algorithm>
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
void add_transposed(const std::vector<From>& from, std::size_t columns, std::span<To> to) {
  constexpr std::size_t kSquare = 16;
  for (std::size_t first = 0; first < columns; first += kSquare) {
    const std::size_t last = std::min(columns, first + kSquare);
    for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
      To* const row = to.data() + draw * columns;
      for (std::size_t i = first; i < last; ++i) row[i] += from[i * kBatchDraws + draw];
    }
  }
}

// 16-bit components times weights that add up to hardly more than these rows
// stay below half of 2^31.
constexpr std::size_t kRowsTo32Bits = 32'768;

// Hands on the sums of the vectors, [component][draw], and of the counts that are columns, of as
// many rows as 32 bits hold.
template <class Take>
void sum_dense(const FeatureTable& table, const std::uint8_t* weights, BatchScratch& scratch,
               const SumLoops& loops, const Take& take) {
  for (std::size_t row = 0; row < table.rows(); row += kRowsTo32Bits) {
    scratch.vectors.assign(table.dimension() * kBatchDraws, 0);
    scratch.columns.assign(table.column_features().size() * kBatchDraws, 0);
    const std::size_t last = std::min(table.rows(), row + kRowsTo32Bits);
    loops.dense(table, row, last, weights, scratch.vectors.data(), scratch.columns.data());
    take(scratch);
  }
}

void add_columns(const FeatureTable& table, const std::vector<std::int32_t>& columns,
                 std::vector<std::uint64_t>& counts) {
  for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
    std::uint64_t* const of_draw = counts.data() + draw * table.features();
    for (std::size_t i = 0; i < table.column_features().size(); ++i) {
      of_draw[table.column_features()[i]] +=
          static_cast<std::uint64_t>(columns[i * kBatchDraws + draw]);
    }
  }
}

}  // namespace

void order_weights_by_row(std::span<const std::uint8_t> by_draw, std::span<std::uint8_t> by_row,
                          SumPath path) {
  loops_of(path).order_by_row(by_draw.data(), by_draw.size() / kBatchDraws, by_row.data());
}

SumPath fastest_sum_path() {
  if (cpu_features().avx512_vnni) return SumPath::avx512_vnni;
  return cpu_features().avx2_fma ? SumPath::avx2 : SumPath::portable;
}

void add_sparse_counts(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       std::span<std::uint64_t> counts, BatchScratch& scratch, SumPath path) {
  const SumLoops& loops = loops_of(path);
  const std::size_t size = table.features() * kBatchDraws;
  if (table.fits_32_bits()) {
    scratch.narrow_counts.assign(size, 0);
    loops.counts_32(table, weights.data(), scratch.narrow_counts.data());
    add_transposed(scratch.narrow_counts, table.features(), counts);
  } else {
    scratch.wide_counts.assign(size, 0);
    loops.counts_64(table, weights.data(), scratch.wide_counts.data());
    add_transposed(scratch.wide_counts, table.features(), counts);
  }
}

void add_weighted_sums(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       BatchSums& sums, BatchScratch& scratch, SumPath path) {
  sums.counts.resize(table.features() * kBatchDraws);
  sums.vectors.resize(table.dimension() * kBatchDraws);
  add_sparse_counts(table, weights, sums.counts, scratch, path);
  sum_dense(table, weights.data(), scratch, loops_of(path), [&](const BatchScratch& found) {
    add_transposed(found.vectors, table.dimension(), std::span(sums.vectors));
    add_columns(table, found.columns, sums.counts);
  });
}

}  // namespace plumb
