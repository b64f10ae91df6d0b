#include "measure/prepared_profile.h"

#include <vector>

#include "base/hash.h"
#include "measure/pairwise_drift.h"

namespace plumb {
namespace {

// Numbers that neither the permutations nor the other side draw.
std::uint64_t seed_of(ComparedRole role, const DriftOptions& options) {
  return hash64(role == ComparedRole::baseline ? "resampled baseline" : "resampled current",
                options.seed);
}

std::uint64_t pairwise_rows_of(const DriftOptions& options) {
  return options.additional ? options.pairwise_rows : 0;
}

std::vector<const ProfileRow*> sampled_rows(const ExecutionProfile& profile) {
  std::vector<const ProfileRow*> rows;
  for (const ProfileRow& row : profile.sample()) rows.push_back(&row);
  return rows;
}

}  // namespace

PreparedProfile::PreparedProfile(const ExecutionProfile& profile, ComparedRole role,
                                 const DriftOptions& options, ThreadPool& pool)
    : seed_(seed_of(role, options)),
      pairwise_rows_(pairwise_rows_of(options)),
      space_(profile, profile, pool),
      resampled_(space_.table_of(sampled_rows(profile)), options.bootstrap_draws, seed_, pool),
      distances_(squared_distances_within(sampled_rows(profile), pairwise_rows_, pool)) {}

bool PreparedProfile::serves(ComparedRole role, const DriftOptions& options) const {
  return seed_ == seed_of(role, options) && resampled_.draws() == options.bootstrap_draws &&
         pairwise_rows_ == pairwise_rows_of(options);
}

std::size_t PreparedProfile::bytes() const {
  return resampled_.bytes() + distances_.n() * (distances_.n() + 1) / 2 * sizeof(double);
}

}  // namespace plumb
