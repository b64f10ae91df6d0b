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
  }
  std::unreachable();
}

// to[draw][i] += from[i][draw]
template <class From, class To>
void add_transposed(const std::vector<From>& from, std::size_t columns, std::vector<To>& to) {
  for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
    To* const row = to.data() + draw * columns;
    for (std::size_t i = 0; i < columns; ++i) row[i] += from[i * kBatchDraws + draw];
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

void add_vectors(const FeatureTable& table, const std::uint8_t* weights, BatchSums& sums,
                 BatchScratch& scratch, const SumLoops& loops) {
  for (std::size_t row = 0; row < table.rows(); row += kRowsTo32Bits) {
    scratch.vectors.assign(table.dimension() * kBatchDraws, 0);
    const std::size_t last = std::min(table.rows(), row + kRowsTo32Bits);
    loops.vectors(table, row, last, weights, scratch.vectors.data());
    add_transposed(scratch.vectors, table.dimension(), sums.vectors);
  }
}

}  // namespace

SumPath fastest_sum_path() {
  return cpu_features().avx2_fma ? SumPath::avx2 : SumPath::portable;
}

void add_weighted_sums(const FeatureTable& table, std::span<const std::uint8_t> weights,
                       BatchSums& sums, BatchScratch& scratch, SumPath path) {
  sums.counts.resize(table.features() * kBatchDraws);
  sums.vectors.resize(table.dimension() * kBatchDraws);
  const SumLoops& loops = loops_of(path);
  add_counts(table, weights.data(), sums, scratch, loops);
  if (table.dimension() > 0) add_vectors(table, weights.data(), sums, scratch, loops);
}

}  // namespace plumb
