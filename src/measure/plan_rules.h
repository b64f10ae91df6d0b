// Plans of care made from a case by rules, each line with the sentence it rests on.
//
// Nothing is invented: a case whose words hold no cue has no plan.
#pragma once

#include <span>
#include <string>
#include <vector>

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

// The steps of plan_by_rules, for who does something in between.

// A text of a case, and how evidence calls it: "patient_summary", "turn 3", "reasoning 2".
struct PlanText {
  std::string source;
  std::string text;
};
std::vector<PlanText> told_texts(const Case& from);  // the summary and the turns
std::vector<PlanText> reasoning_texts(const Case& from);

// The critical entities, each with where the case tells of it.
std::vector<PlanItem> entity_items(const Case& from);
// Every sentence of the texts that a cue proposes, by component, each once a component.
std::vector<PlanItem> cue_items(std::span<const PlanText> texts, const TermList& list);
// A plan of the entities and of the first 6 cue items a component.
RulePlan plan_of(const Case& from, std::vector<PlanItem> entities, std::vector<PlanItem> cues);

}  // namespace plumb
