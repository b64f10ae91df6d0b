// Why a metric moved: the results that move it most, and the labels where it
// happens.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "measure/execution_metrics.h"
#include "measure/feature_space.h"
#include "record/measurement.h"

namespace plumb {

// The sampled results of both sides, and how they may change places.
struct ComparedRows {
  std::vector<const ProfileRow*> baseline;
  std::vector<const ProfileRow*> current;
  std::vector<std::uint32_t> baseline_strata;  // 0: shares no prompt with the other side
  std::vector<std::uint32_t> current_strata;
  bool paired = false;  // some prompt was answered by both

  TwoSample table(const FeatureSpace& space, ThreadPool& pool) const;
};

// Results whose prompt both sides answered may change places with those of the
// same prompt only; all others among themselves.
ComparedRows rows_of(const ExecutionProfile& baseline, const ExecutionProfile& current);

// Of each metric the `most` results with the largest positive influence: the
// value minus the value without that one. Order: metrics, then influence. Where
// no single result has any, current ones that are least like the baseline.
// `samples` is the rows' table. O(rows * what a metric costs).
std::vector<std::vector<Contribution>> contributions_of(const FeatureSpace& space,
                                                        const ComparedRows& rows,
                                                        const TwoSample& samples,
                                                        std::uint64_t most, ThreadPool& pool);

// Of each metric its value within every value of every label that has at least
// 8 results on both sides, by rising p-value (199 permutations), then falling
// value. At most 50 segments, the largest, are looked at.
std::vector<std::vector<Segment>> segments_of(const FeatureSpace& space, const ComparedRows& rows,
                                              const TwoSample& samples, std::uint64_t seed,
                                              ThreadPool& pool);

}  // namespace plumb
