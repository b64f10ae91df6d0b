// Plans of care made from a case by rules, each line with the sentence it rests on.
//
// Nothing is invented: a case whose words hold no cue has no plan.
#pragma once

#include "base/result.h"
#include "record/case.h"
#include "record/plan.h"
#include "text/term_list.h"

namespace plumb {

// The list of cues that `plumb plans` takes by default.
inline constexpr std::string_view kDefaultPlanList = "planning";

// Fails with invalid_input where the list lacks one of the groups goal, intervention,
// risk and follow-up; the sentence names it.
Result<void> check_plan_list(const TermList& list);

// The rules, over the sentences of the summary and then of the turns, in order:
//   goal          every critical entity, with the first sentence that mentions it and
//                 does not negate it; then sentences with a goal cue
//   intervention  sentences with an intervention cue
//   risk          sentences with a risk cue; a negated one ("no suicidal thoughts") is
//                 kept as a denial to look at again
//   follow-up     sentences with a follow-up cue
// A sentence is taken once a component, at most 6 sentences a component beside the
// entities, those of the summary first.
RulePlan plan_by_rules(const Case& from, const TermList& list);

}  // namespace plumb
