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
  // `matrix` is symmetrical and not negative: n rows of n numbers, the baseline's rows first.
  // `largest` is its largest number. A stratum a row, as TwoSample has them.
  PairSamples(std::span<const double> matrix, double largest,
              std::span<const std::uint32_t> baseline_strata,
              std::span<const std::uint32_t> current_strata);

  // Of the sides as they are, in the steps of the draws.
  double observed(const PairStatistic& statistic) const;
  // Of `draws` random assignments of the rows to sides, within strata. Where the process is asked
  // to stop (base/interrupt.h) what is returned means nothing. Cost: draws * n^2 / 2.
  std::vector<double> permuted(std::uint64_t draws, std::uint64_t seed,
                               const PairStatistic& statistic, ThreadPool& pool) const;

 private:
  struct Totals {
    std::int64_t within = 0;  // over the pairs of the current side
    std::int64_t rows = 0;    // over the whole rows of the current side
  };
  PairSums sums_of(const Totals& current) const;

  std::size_t baseline_;
  Strata strata_;
  double unit_;         // of a step
  FeatureTable upper_;  // the half above the diagonal, and the diagonal
  std::vector<std::int64_t> diagonal_;
  std::vector<std::int64_t> row_sums_;  // of the whole matrix
  std::int64_t total_ = 0;
};

}  // namespace plumb
