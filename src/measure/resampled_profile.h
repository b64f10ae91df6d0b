// What the intervals of a comparison rest on, of one side alone: a profile's sampled results, drawn
// again with replacement.
//
// Made by every comparison, unless whoever compares a side often has kept it.
#pragma once

#include <cstddef>

#include "base/thread_pool.h"
#include "measure/execution_drift.h"
#include "measure/execution_profile.h"
#include "measure/feature_space.h"
#include "stats/resamples.h"

namespace plumb {

class ResampledProfile {
 public:
  // The two sides draw numbers of their own: rows that stand at one place are not drawn together.
  ResampledProfile(const ExecutionProfile& profile, ComparedRole role, const DriftOptions& options,
                   ThreadPool& pool);

  // Whether a comparison with these options, of a side in this role, would make the same.
  bool serves(ComparedRole role, const DriftOptions& options) const;

  const FeatureSpace& space() const { return space_; }
  const Resamples& resamples() const { return resamples_; }
  std::size_t bytes() const { return resamples_.bytes(); }

 private:
  std::uint64_t seed_;
  FeatureSpace space_;  // of this side alone
  Resamples resamples_;
};

}  // namespace plumb
