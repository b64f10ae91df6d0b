#include "record/plan.h"

#include <utility>

namespace plumb {

std::string_view name_of(PlanComponent component) {
  switch (component) {
    case PlanComponent::goal:
      return "goal";
    case PlanComponent::intervention:
      return "intervention";
    case PlanComponent::risk:
      return "risk";
    case PlanComponent::follow_up:
      return "follow-up";
  }
  std::unreachable();
}

UnjudgedChecks unjudged_checks(const PlanReport& report) {
  UnjudgedChecks unjudged;
  const auto count = [&unjudged](const std::vector<PlanItem>& items) {
    for (const PlanItem& item : items) {
      for (const PlanCheck& check : item.checks) {
        ++unjudged.of;
        if (check.inference.label) continue;
        if (unjudged.count++ == 0) unjudged.first_problem = check.inference.problem;
      }
    }
  };
  for (const RulePlan& plan : report.plans) {
    count(plan.items);
    count(plan.rejected);
  }
  return unjudged;
}

}  // namespace plumb
