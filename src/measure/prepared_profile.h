// What a comparison needs of one side alone: its sampled results drawn again with replacement,
// which intervals rest on, and the distances between its own vectors.
//
// Made by every comparison, unless whoever compares a side often has kept it.
#pragma once

#include <cstddef>

#include "base/thread_pool.h"
#include "measure/execution_drift.h"
#include "measure/execution_profile.h"
#include "measure/feature_space.h"
#include "stats/resamples.h"
#include "stats/upper_half.h"

namespace plumb {

class PreparedProfile {
 public:
  // The two sides draw numbers of their own: rows that stand at one place are not drawn together.
  PreparedProfile(const ExecutionProfile& profile, ComparedRole role, const DriftOptions& options,
                  ThreadPool& pool);

  // Whether a comparison with these options, of a side in this role, would make the same.
  bool serves(ComparedRole role, const DriftOptions& options) const;

  const FeatureSpace& space() const { return space_; }
  const ResampledRows& resampled() const { return resampled_; }
  // Of no vectors where the comparison is without what is told in addition.
  const UpperHalf& distances() const { return distances_; }
  std::size_t bytes() const;

 private:
  std::uint64_t seed_;
  std::uint64_t pairwise_rows_;
  FeatureSpace space_;  // of this side alone
  ResampledRows resampled_;
  UpperHalf distances_;
};

}  // namespace plumb
