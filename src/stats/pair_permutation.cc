#include "stats/pair_permutation.h"

#include <algorithm>
#include <limits>

#include "base/interrupt.h"
#include "stats/subset_sums.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// The half above the diagonal with it; zeros below, which no sum looks at.
FeatureTable upper_table(const UpperHalf& matrix, float largest) {
  const std::size_t n = matrix.n();
  FeatureTable table(0, n, largest);
  table.reserve(n);
  std::vector<float> row(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::ranges::transform(matrix.row(i), row.begin() + static_cast<std::ptrdiff_t>(i),
                           [](double value) { return static_cast<float>(value); });
    table.add_row({}, row);
    row[i] = 0;
  }
  return table;
}

// Of each row the sum of its components.
std::vector<std::int64_t> row_sums_of(const FeatureTable& table) {
  std::vector<std::int64_t> sums(table.rows() + 1);  // a place for the row of zeros
  const std::int16_t* pair = table.vector_pairs().data();
  for (std::size_t row = 0; row < table.rows(); row += 2) {
    std::int64_t first = 0;
    std::int64_t second = 0;
    for (std::size_t i = 0; i < table.dimension(); ++i, pair += 2) {
      first += pair[0];
      second += pair[1];
    }
    sums[row] = first;
    sums[row + 1] = second;
  }
  return sums;
}

// The features of whole_. A row's sum in two parts that fit 16 bits, for columns.
constexpr std::uint32_t kDiagonal = 0;
constexpr std::uint32_t kLowSum = 1;
constexpr std::uint32_t kHighSum = 2;
constexpr std::size_t kFeatures = 3;
constexpr int kLowBits = 15;

}  // namespace

// What one thread works with, from batch to batch.
struct PairSamples::Scratch {
  SideSubsets sides;
  BatchSums whole;
  BatchScratch sums;
};

PairSamples::PairSamples(const UpperHalf& matrix, double largest, std::size_t baseline_rows)
    : unit_(largest / std::numeric_limits<std::int16_t>::max()),
      upper_(upper_table(matrix, static_cast<float>(largest))),
      whole_(kFeatures, 0, 0) {
  const std::size_t n = matrix.n();
  const std::vector<std::int64_t> behind = row_sums_of(upper_);
  std::vector<std::int64_t> above(n);
  upper_.add_all_rows({}, above);
  whole_.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t diagonal = upper_.vector_pairs()[((i / 2) * n + i) * 2 + i % 2];
    const std::int64_t row_sum = behind[i] + above[i] - diagonal;
    const FeatureCount counts[] = {
        {kDiagonal, static_cast<std::uint32_t>(diagonal)},
        {kLowSum, static_cast<std::uint32_t>(row_sum & ((1 << kLowBits) - 1))},
        {kHighSum, static_cast<std::uint32_t>(row_sum >> kLowBits)}};
    whole_.add_row(counts, {});
    total_ += row_sum;
    if (i < baseline_rows) continue;
    observed_.rows += row_sum;
    observed_.within += 2 * behind[i] - diagonal;  // behind a current row are current ones only
  }
  whole_.make_columns();
}

// Exact: integers below 2^53 for any matrix that fits a machine.
PairSums PairSamples::sums_of(const Totals& current) const {
  return {static_cast<double>(total_ - 2 * current.rows + current.within) * unit_,
          static_cast<double>(current.within) * unit_,
          static_cast<double>(current.rows - current.within) * unit_};
}

std::vector<PairSamples::Totals> PairSamples::totals_of(DrawnWeights& weights,
                                                        Scratch& scratch) const {
  const SideSubsets& sides = scratch.sides;
  std::vector<std::int64_t> triangles(sides.draws());
  add_side_pairs(upper_, sides, weights.by_draw(), triangles, scratch.sums);
  std::ranges::fill(scratch.whole.counts, 0);
  add_side_sums(whole_, sides, scratch.whole, scratch.sums);
  if (whole_.has_sparse_counts()) {  // sums of more rows than columns hold
    constexpr std::size_t kBatchCounts = kBatchDraws * kFeatures;
    for (std::size_t i = 0; i < sides.draws() / kBatchDraws; ++i) {
      add_sparse_counts(whole_, weights.by_row(i),
                        std::span(scratch.whole.counts).subspan(i * kBatchCounts, kBatchCounts),
                        scratch.sums);
    }
  }
  std::vector<Totals> totals(sides.draws());
  for (std::size_t draw = 0; draw < sides.draws(); ++draw) {
    const auto sum = [&](std::size_t feature) {
      return static_cast<std::int64_t>(scratch.whole.counts[draw * kFeatures + feature]);
    };
    totals[draw] = {2 * triangles[draw] - sum(kDiagonal),
                    sum(kLowSum) + (sum(kHighSum) << kLowBits)};
  }
  return totals;
}

std::vector<std::vector<double>> permuted_pairs(std::span<const PairSamples> matrices,
                                                std::span<const PairStatistic> statistics,
                                                const Strata& strata, std::uint64_t draws,
                                                std::uint64_t seed, ThreadPool& pool) {
  std::vector<std::vector<double>> values(matrices.size(), std::vector<double>(draws));
  struct Worker {
    DrawnWeights weights;
    PairSamples::Scratch scratch;
  };
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const auto parts = DrawnBatches::parts_of({0, draws}, seed, pool.threads());
  pool.run(static_cast<int>(parts.size()), [&](int part, int id) {
    if (interrupted()) return;
    Worker& worker = workers[static_cast<std::size_t>(id)];
    const DrawnBatches& batches = parts[static_cast<std::size_t>(part)];
    worker.weights.permute(strata, batches);
    worker.scratch.sides.assign(worker.weights.by_draw(), strata.rows(), 0, strata.rows());
    const std::size_t first = batches.first * kBatchDraws;
    for (std::size_t m = 0; m < matrices.size(); ++m) {
      const auto totals = matrices[m].totals_of(worker.weights, worker.scratch);
      for (std::size_t draw = 0; draw < totals.size() && first + draw < draws; ++draw) {
        values[m][first + draw] = statistics[m](matrices[m].sums_of(totals[draw]));
      }
    }
  });
  return values;
}

}  // namespace plumb
