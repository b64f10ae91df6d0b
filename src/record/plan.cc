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

}  // namespace plumb
