// Plans of care whose sentences are confirmed by natural language inference (NLI).
//
// The rules of plan_rules.h propose: each sentence with a cue, for the component of the cue. The
// inference disposes: a sentence stays where it entails one of the component's hypotheses, each
// sentence by itself, as consistency is best judged (Laban et al. 2022, SummaC). What does not
// stay is kept apart with what was said of it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "measure/inference.h"
#include "record/case.h"
#include "record/plan.h"
#include "text/term_list.h"

namespace plumb {

// What a sentence of the component says, in other words each.
std::span<const std::string_view> plan_hypotheses(PlanComponent component);

// A plan for each case, in their order. The sentences are those of the case's reasoning; of a
// case without, those of its summary and turns. Critical entities are the case's own and not
// checked. At most 6 confirmed sentences a component, the first ones.
//
// One call of `infer` for all cases: a pair for each proposed sentence and hypothesis of its
// component. Fails as `infer` does.
Result<std::vector<RulePlan>> verified_plans(std::span<const Case> cases, const TermList& list,
                                             const InferPairs& infer);

}  // namespace plumb
