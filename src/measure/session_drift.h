// All that is measured of sessions: alignment with the plan, recall of what matters,
// contradictions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "measure/conflict_rate.h"
#include "measure/session_alignment.h"
#include "measure/text_vectors.h"
#include "record/case.h"
#include "record/session_report.h"
#include "text/term_list.h"

namespace plumb {

struct SessionOptions {
  AlignmentOptions alignment;
  std::vector<std::string> vocabulary;  // of entities, for F1; empty: none
  std::string vocabulary_name;
  InferPairs infer;  // empty: no conflict rate
};

// One result for each case and variant that has a generation, in the order of the
// generations. A turn is one that the case lists or a generation answers; a turn
// without an ok response stays in every curve.
//
// Fails with invalid_input where a generation is of an unknown case, where two ok
// generations answer one turn of one variant, and as `infer` and `embed` do. Plans of unknown
// cases are told in a warning. `plans` may have none.
//
// Cost: one embedding a distinct text and one inference a pair of consecutive turns, all of them
// in one call for each 1,024 sessions.
Result<SessionReport> measure_sessions(std::span<const Case> cases,
                                       std::span<const Generation> generations,
                                       const TargetPlans& plans, const TermList& list,
                                       const SessionOptions& options, const EmbedTexts& embed);

}  // namespace plumb
