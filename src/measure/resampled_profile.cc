#include "measure/resampled_profile.h"

#include <vector>

#include "base/hash.h"

namespace plumb {
namespace {

// Numbers that neither the permutations nor the other side draw.
std::uint64_t seed_of(ComparedRole role, const DriftOptions& options) {
  return hash64(role == ComparedRole::baseline ? "resampled baseline" : "resampled current",
                options.seed);
}

FeatureTable table_of(const ExecutionProfile& profile, const FeatureSpace& space) {
  std::vector<const ProfileRow*> rows;
  for (const ProfileRow& row : profile.sample()) rows.push_back(&row);
  return space.table_of(rows);
}

}  // namespace

ResampledProfile::ResampledProfile(const ExecutionProfile& profile, ComparedRole role,
                                   const DriftOptions& options, ThreadPool& pool)
    : seed_(seed_of(role, options)),
      space_(profile, profile, pool),
      resamples_(table_of(profile, space_), options.bootstrap_draws, seed_, pool) {}

bool ResampledProfile::serves(ComparedRole role, const DriftOptions& options) const {
  return seed_ == seed_of(role, options) && resamples_.draws() == options.bootstrap_draws;
}

}  // namespace plumb
