// A plan of care with the sentences that it was made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/inference.h"

namespace plumb {

enum class PlanComponent { goal, intervention, risk, follow_up };
std::string_view name_of(PlanComponent component);  // "goal", ..., "follow-up"

// A hypothesis that was held against a sentence.
struct PlanCheck {
  std::string hypothesis;
  Inference inference;

  friend bool operator==(const PlanCheck&, const PlanCheck&) = default;
};

// One line of a plan and where it comes from.
struct PlanItem {
  PlanComponent component = PlanComponent::goal;
  std::string text;                    // as the plan says it
  std::string source;                  // "patient_summary", "turn 3", "reasoning 2"
  std::string sentence;                // of the source
  std::string term;                    // what was found in it: an entity, or a term of the list
  std::vector<PlanCheck> checks = {};  // of a sentence that was verified; else empty

  friend bool operator==(const PlanItem&, const PlanItem&) = default;
};

struct RulePlan {
  std::string case_id;
  std::string plan;  // the items' texts by component; empty where no rule found anything
  std::vector<PlanItem> items;
  std::vector<PlanItem> rejected = {};  // proposed by a rule, and not confirmed

  friend bool operator==(const RulePlan&, const RulePlan&) = default;
};

struct PlanReport {
  std::string list;  // of terms
  std::string list_sha256;
  std::vector<RulePlan> plans;        // in the order of the cases
  std::optional<NliOrigin> nli = {};  // who confirmed the items; none: they are by rules alone
};

// Checks of which nothing could be said.
struct UnjudgedChecks {
  std::uint64_t count = 0;
  std::uint64_t of = 0;
  std::string first_problem;
};
UnjudgedChecks unjudged_checks(const PlanReport& report);

}  // namespace plumb
