#include "stats/pair_permutation.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/interrupt.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// The half above the diagonal with it; zeros below, which no sum looks at.
FeatureTable upper_half(std::span<const double> matrix, std::size_t n, float largest) {
  FeatureTable table(0, n, largest);
  table.reserve(n);
  std::vector<float> row(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::ranges::copy(matrix.subspan(i * n + i, n - i),
                      row.begin() + static_cast<std::ptrdiff_t>(i));
    table.add_row({}, row);
    row[i] = 0;
  }
  return table;
}

std::int64_t step_at(const FeatureTable& table, std::size_t row, std::size_t column) {
  return table.vector_pairs()[((row / 2) * table.dimension() + column) * 2 + row % 2];
}

// What one thread works with, from batch to batch.
struct Worker {
  DrawnWeights weights;
  BatchScratch scratch;
};

}  // namespace

PairSamples::PairSamples(std::span<const double> matrix, double largest,
                         std::span<const std::uint32_t> baseline_strata,
                         std::span<const std::uint32_t> current_strata)
    : baseline_(baseline_strata.size()),
      strata_(baseline_strata.size(), baseline_strata, current_strata.size(), current_strata),
      unit_(largest / std::numeric_limits<std::int16_t>::max()),
      upper_(upper_half(matrix, strata_.rows(), static_cast<float>(largest))),
      diagonal_(strata_.rows()),
      row_sums_(strata_.rows()) {
  for (std::size_t i = 0; i < strata_.rows(); ++i) {
    diagonal_[i] = step_at(upper_, i, i);
    row_sums_[i] += diagonal_[i];
    for (std::size_t j = i + 1; j < strata_.rows(); ++j) {
      const std::int64_t step = step_at(upper_, i, j);
      row_sums_[i] += step;
      row_sums_[j] += step;
    }
  }
  for (const std::int64_t sum : row_sums_) total_ += sum;
}

// Exact: integers below 2^53 for any matrix that fits a machine.
PairSums PairSamples::sums_of(const Totals& current) const {
  return {static_cast<double>(total_ - 2 * current.rows + current.within) * unit_,
          static_cast<double>(current.within) * unit_,
          static_cast<double>(current.rows - current.within) * unit_};
}

double PairSamples::observed(const PairStatistic& statistic) const {
  Totals current;
  for (std::size_t i = baseline_; i < strata_.rows(); ++i) {
    current.rows += row_sums_[i];
    current.within += diagonal_[i];
    for (std::size_t j = i + 1; j < strata_.rows(); ++j) {
      current.within += 2 * step_at(upper_, i, j);
    }
  }
  return statistic(sums_of(current));
}

std::vector<double> PairSamples::permuted(std::uint64_t draws, std::uint64_t seed,
                                          const PairStatistic& statistic, ThreadPool& pool) const {
  std::vector<double> values(draws);
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const std::size_t batches = (draws + kBatchDraws - 1) / kBatchDraws;
  pool.run(static_cast<int>(batches), [&](int batch, int id) {
    if (interrupted()) return;
    Worker& worker = workers[static_cast<std::size_t>(id)];
    const std::size_t first = static_cast<std::size_t>(batch) * kBatchDraws;
    const std::size_t size = std::min<std::size_t>(kBatchDraws, draws - first);
    Rng rng(seed, static_cast<std::uint64_t>(batch));
    worker.weights.permute(strata_, size, rng);
    const std::span<const std::uint8_t> weights = worker.weights.by_row();
    std::array<std::int64_t, kBatchDraws> triangles = {};
    std::array<std::int64_t, kBatchDraws> diagonals = {};
    std::array<std::int64_t, kBatchDraws> rows = {};
    add_weighted_pairs(upper_, weights, triangles, worker.scratch);
    add_weighted(diagonal_, weights, diagonals);
    add_weighted(row_sums_, weights, rows);
    for (std::size_t draw = 0; draw < size; ++draw) {
      values[first + draw] =
          statistic(sums_of({2 * triangles[draw] - diagonals[draw], rows[draw]}));
    }
  });
  return values;
}

}  // namespace plumb
