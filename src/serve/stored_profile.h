// Profiles of what the store holds: results and their vectors, page by page.
//
// An execution's vectors are those that came with its results, or those that the server's encoder
// made (execution_embedding.h). Which of them, the execution says; they are never mixed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "measure/execution_profile.h"
#include "measure/prepared_profile.h"
#include "record/stored_execution.h"
#include "serve/services.h"

namespace plumb {

struct VectorChoice {
  std::string encoder;  // under which the store keeps them
  VectorOrigin origin;
  bool brought = false;  // came with the results
};

// Whose vectors an execution is compared by. Opens the encoder unless the results bring theirs.
// Fails with invalid_input where the results' own model has a name that is the server's.
Result<VectorChoice> vectors_of(Services& services, const StoredExecution& execution);

// Whether results came with vectors of their own.
Result<bool> brings_vectors(Services& services, const StoredExecution& execution);

// Whether every result that can have a vector has one.
Result<bool> is_embedded(Services& services, const StoredExecution& execution);

// Of all results. A completed execution's is kept for the next time. Fails with conflict where a
// vector is missing that the encoder has to make.
Result<std::shared_ptr<const ExecutionProfile>> stored_profile(Services& services,
                                                               const StoredExecution& execution,
                                                               bool with_vectors);

// What comparisons need of an execution alone, in this role; a completed one's is kept for the next
// time. `profile` is the execution's, with vectors or without.
std::shared_ptr<const PreparedProfile> prepared_side(Services& services,
                                                     const StoredExecution& execution,
                                                     const ExecutionProfile& profile,
                                                     ComparedRole role);

// Of the pieces of a stream; ids are "EXECUTION/ID", since two executions may share one.
Result<ExecutionProfile> window_profile(Services& services, ProjectId project,
                                        const std::vector<WindowPiece>& window);

}  // namespace plumb
