// Two stored executions compared: the document of `plumb compare --json`, by the same functions.
#pragma once

#include <string_view>

#include "base/result.h"
#include "measure/execution_profile.h"
#include "record/comparison.h"
#include "record/stored_documents.h"
#include "record/stored_execution.h"
#include "serve/services.h"

namespace plumb {

// Measured and judged, and not stored. Sides are called by their names, else "executions/17".
// Fails with conflict (not completed, or not embedded yet) or invalid_input (no results, vectors
// of two makers).
Result<Comparison> compare_stored(Services& services, const StoredExecution& current,
                                  const StoredExecution& baseline, bool with_vectors);

// The same of profiles that are at hand: parts of the two.
Result<Comparison> compare_profiles(Services& services, const StoredExecution& current,
                                    const ExecutionProfile& current_profile,
                                    const StoredExecution& baseline,
                                    const ExecutionProfile& baseline_profile);

// Fails with invalid_input where the two have vectors of different makers.
Result<void> check_same_vectors(const ExecutionProfile& current, const ExecutionProfile& baseline);

// The same for a window of a stream, whose results are a profile already.
Result<Comparison> compare_window(Services& services, const ExecutionProfile& window,
                                  std::string_view stream, const StoredExecution& baseline);

// For Comparisons::add.
StoredComparison to_stored(const Comparison& comparison, ExecutionId execution,
                           ExecutionId baseline_execution);

// To /metrics: the newest score of the comparison's project.
Result<void> tell_score(Services& services, const StoredComparison& comparison);

// Fails with conflict where results may still come in.
Result<void> check_completed(const StoredExecution& execution);

}  // namespace plumb
