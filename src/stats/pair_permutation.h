// Permutation of statistics of a symmetrical matrix over pairs of rows: distances, kernels.
//
// Such a statistic depends on who is on which side only through the matrix's sums over the pairs
// within and between the sides. The matrix is held in 16-bit steps of its largest value, so the
// sums are exact and the same for any number of threads and instruction set. Draws are those of
// permuted_values (stats/two_sample.h) with the same seed and strata.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "stats/drawn_weights.h"
#include "stats/feature_table.h"
#include "stats/upper_half.h"

namespace plumb {

// Over ordered pairs: (i, j) and (j, i) both count, and (i, i) once.
struct PairSums {
  double baseline = 0;  // both rows in the baseline
  double current = 0;   // both in the current side
  double between = 0;   // the first in the baseline, the second in the current side
};

using PairStatistic = std::function<double(const PairSums&)>;

class PairSamples {
 public:
  // `matrix` is not negative, the baseline's rows come first. `largest` is its largest number.
  PairSamples(const UpperHalf& matrix, double largest, std::size_t baseline_rows);

  // Of the sides as they are, in the steps of the draws.
  double observed(const PairStatistic& statistic) const { return statistic(sums_of(observed_)); }

 private:
  friend std::vector<std::vector<double>> permuted_pairs(std::span<const PairSamples>,
                                                         std::span<const PairStatistic>,
                                                         const Strata&, std::uint64_t,
                                                         std::uint64_t, ThreadPool&);
  struct Totals {
    std::int64_t within = 0;  // over the pairs of the current side
    std::int64_t rows = 0;    // over the whole rows of the current side
  };
  struct Scratch;
  PairSums sums_of(const Totals& current) const;
  std::vector<Totals> totals_of(DrawnWeights& weights, Scratch& scratch) const;

  double unit_;         // of a step
  FeatureTable upper_;  // a row's numbers from the diagonal on
  FeatureTable whole_;  // of each row the diagonal, and the sum of the whole matrix' row
  std::int64_t total_ = 0;
  Totals observed_;
};

// values[matrix][draw], each matrix' own statistic of `draws` random assignments of the rows to
// sides, within strata: the draws are made once for all. Where the process is asked to stop
// (base/interrupt.h) what is returned means nothing. Cost: matrices * draws * n^2 / 2.
std::vector<std::vector<double>> permuted_pairs(std::span<const PairSamples> matrices,
                                                std::span<const PairStatistic> statistics,
                                                const Strata& strata, std::uint64_t draws,
                                                std::uint64_t seed, ThreadPool& pool);

}  // namespace plumb
