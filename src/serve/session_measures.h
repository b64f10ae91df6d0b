// What is measured of a stored session, on demand: the same documents as `plumb intent --json` and
// `plumb session --json`, of one session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "measure/intent_drift.h"
#include "measure/session_alignment.h"
#include "record/session.h"
#include "record/stored_documents.h"
#include "serve/embedding_service.h"
#include "store/store.h"

namespace plumb {

// More are not measured in one request.
inline constexpr std::int64_t kMostMeasuredSteps = 10'000;

// The steps of lines of the format "session/1", which may come in any order: by session and agent,
// ascending; of a step that comes twice the first. Fails with invalid_input,
// `name:line:column: reason`.
Result<std::vector<SessionStep>> read_session_lines(std::string_view lines, std::string_view name);

// Adds the steps to their sessions, by name, in one transaction. Two agents may have sessions of
// one name, whose steps are apart.
Result<std::vector<StepsOutcome>> add_steps(Store& store, ProjectId project,
                                            std::span<const SessionStep> steps);

// All steps of a session, ascending. Those that were numbered by their time (ingest/trace_turns.h)
// get the numbers 0, 1, 2 of their order: what came late moves those behind it. Fails with
// unsupported past kMostMeasuredSteps.
Result<std::vector<SessionStep>> measured_steps(Store& store, ProjectId project,
                                                const StoredSession& session);

// Kind intent/1. Fails as measure_intent and the embeddings do.
Result<std::string> intent_document(std::span<const SessionStep> steps,
                                    const IntentOptions& options, EmbeddingService& embeddings);

struct AlignmentRequest {
  std::string plan;
  std::string list;  // the name of a term list that travels with Plumb
  AlignmentOptions options{};
  std::vector<std::string> critical_entities{};
};
// Kind session-report/1, the steps being turns of one case.
Result<std::string> alignment_document(std::span<const SessionStep> steps,
                                       const AlignmentRequest& request,
                                       EmbeddingService& embeddings);

}  // namespace plumb
