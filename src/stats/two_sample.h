// Permutation over two samples whose statistics are functions of additive features; the bootstrap
// is stats/resamples.h.
//
// One draw serves all statistics: its sums are computed once, by
// stats/weighted_sums.h, and handed to `evaluate`. Draw i is the same for any
// number of threads and on any machine. Where the process is asked to stop
// (base/interrupt.h), the remaining draws are skipped and what is returned means
// nothing: whoever asked looks at interrupted() before using it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "stats/feature_table.h"
#include "stats/permutation.h"

namespace plumb {

struct TwoSample {
  FeatureTable baseline;
  FeatureTable current;  // of the same features and dimension
  // Rows may change sides only within their stratum; one number a row, any
  // numbers. Both empty: one stratum.
  std::vector<std::uint32_t> baseline_strata;
  std::vector<std::uint32_t> current_strata;
};

// The sums of one side. Components of the vector are in the table's steps:
// their direction means something, their length does not.
struct SideSums {
  std::span<const std::uint64_t> counts;
  std::span<const std::int64_t> vector;
};

// The sums of every row of a table, once.
struct WholeSums {
  std::vector<std::uint64_t> counts;
  std::vector<std::int64_t> vector;

  explicit WholeSums(const FeatureTable& table)
      : counts(table.features()), vector(table.dimension()) {
    add(table);
  }
  void add(const FeatureTable& table) { table.add_all_rows(counts, vector); }
  SideSums side() const { return {counts, vector}; }
};

// Computes every statistic of one draw into `values`. A statistic that is not
// defined on this draw (a side came out empty) is NaN: never shown to anyone,
// see permutation_p_value. Called by several threads at once.
using Evaluate = std::function<void(const SideSums& baseline, const SideSums& current,
                                    std::span<double> values)>;

struct DrawOptions {
  std::uint64_t draws = 1'999;
  std::uint64_t seed = 42;
  std::size_t values = 1;  // that `evaluate` computes
};

// values[v][draw] over random assignments of the pooled rows to sides of the
// observed sizes, within strata. Without a row on either side there is nothing to
// draw: values[v] is empty.
std::vector<std::vector<double>> permuted_values(const TwoSample& samples,
                                                 const DrawOptions& options,
                                                 const Evaluate& evaluate, ThreadPool& pool);

// The statistics of the samples as they are, by the same arithmetic as the draws.
std::vector<double> observed_values(const TwoSample& samples, std::size_t values,
                                    const Evaluate& evaluate);

}  // namespace plumb
