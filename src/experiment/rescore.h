// The scores of a log computed again from its texts.
#pragma once

#include <span>

#include "base/result.h"
#include "measure/text_vectors.h"
#include "record/interpretation.h"

namespace plumb {

// Replaces ids, ids_inferred_goal and goal_shift by what the texts give, and says how far the
// logged ones were off. A step that failed, or whose task has no output at step 0, has no ids;
// one without an inferred goal has no score against it. What cannot be computed is none, since
// a logged score without its text cannot be checked.
//
// One call of the embedder for all distinct texts; fails as it does.
Result<RescoreResult> rescore(std::span<ExperimentStep> steps, const EmbedTexts& embed);

}  // namespace plumb
