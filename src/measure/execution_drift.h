// Execution drift: the seven metrics of five types, their p-values, intervals
// and explanations.
//
// Values come from all results. p-values, intervals and explanations come from
// the profiles' samples, which hold all results up to ProfileOptions::sample_rows.
// The same bits for any number of threads. What a value means is judge's.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "measure/execution_profile.h"
#include "record/comparison.h"

namespace plumb {

struct DriftOptions {
  std::uint64_t permutations = 1'999;
  std::uint64_t bootstrap_draws = 999;
  std::uint64_t seed = 42;
  int threads = 0;                      // 0: every CPU this process may use
  bool additional = true;               // MMD, energy distance, domain-classifier AUC, ...
  std::uint64_t pairwise_rows = 1'000;  // of a side, for the metrics whose cost is quadratic
  std::uint64_t contributions = 5;      // a metric, at most
};

enum class ComparedRole { baseline, current };

class PreparedProfile;

// What was kept of the sides since they were compared before, each in its role; null, or of other
// options: made anew. The result is the same bits.
struct KeptProfiles {
  const PreparedProfile* current = nullptr;
  const PreparedProfile* baseline = nullptr;
};

// A Comparison as the judge gets it: no threshold, severity, verdict or score.
// Fails with invalid_input where a side has no result, and where the vectors
// are not of one model, weights, precision and dimension.
Result<Comparison> compare_executions(const ExecutionProfile& current,
                                      const ExecutionProfile& baseline,
                                      const DriftOptions& options = {},
                                      const KeptProfiles& kept = {});

}  // namespace plumb
