// A plan of care with the sentences that it was made from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

enum class PlanComponent { goal, intervention, risk, follow_up };
std::string_view name_of(PlanComponent component);  // "goal", ..., "follow-up"

// One line of a plan and where it comes from.
struct PlanItem {
  PlanComponent component = PlanComponent::goal;
  std::string text;      // as the plan says it
  std::string source;    // "patient_summary", "turn 3"
  std::string sentence;  // of the source
  std::string term;      // what was found in it: an entity, or a term of the list

  friend bool operator==(const PlanItem&, const PlanItem&) = default;
};

struct RulePlan {
  std::string case_id;
  std::string plan;  // the items' texts by component; empty where no rule found anything
  std::vector<PlanItem> items;

  friend bool operator==(const RulePlan&, const RulePlan&) = default;
};

struct PlanReport {
  std::string list;  // of terms
  std::string list_sha256;
  std::vector<RulePlan> plans;  // in the order of the cases
};

}  // namespace plumb
