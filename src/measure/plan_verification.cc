#include "measure/plan_verification.h"

#include <algorithm>
#include <array>
#include <utility>

#include "measure/plan_rules.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> kGoal = {
    "Someone wants something to change.",
    "The aim is to get better at something or to feel better.",
    "Someone has a problem and needs help with it.",
};
constexpr std::array<std::string_view, 3> kIntervention = {
    "A treatment or a medication is used or suggested.",
    "An exercise, a skill or a way of coping is used or suggested.",
    "Someone should get support from a professional or a group.",
};
constexpr std::array<std::string_view, 3> kRisk = {
    "Someone could come to harm.",
    "It is said whether someone thinks of suicide or self-harm.",
    "Someone's safety has to be looked after.",
};
constexpr std::array<std::string_view, 2> kFollowUp = {
    "Something will be done or looked at again later.",
    "Someone is to keep track of something over time.",
};

bool confirmed(const PlanItem& item) {
  return std::ranges::any_of(item.checks, [](const PlanCheck& check) {
    return check.inference.label == InferenceLabel::entailment;
  });
}

std::vector<PlanItem> proposed(const Case& from, const TermList& list) {
  std::vector<PlanItem> items =
      cue_items(from.reasoning.empty() ? told_texts(from) : reasoning_texts(from), list);
  for (PlanItem& item : items) {
    for (const std::string_view hypothesis : plan_hypotheses(item.component)) {
      item.checks.push_back({std::string(hypothesis), {}});
    }
  }
  return items;
}

}  // namespace

std::span<const std::string_view> plan_hypotheses(PlanComponent component) {
  switch (component) {
    case PlanComponent::goal:
      return kGoal;
    case PlanComponent::intervention:
      return kIntervention;
    case PlanComponent::risk:
      return kRisk;
    case PlanComponent::follow_up:
      return kFollowUp;
  }
  std::unreachable();
}

Result<std::vector<RulePlan>> verified_plans(std::span<const Case> cases, const TermList& list,
                                             const InferPairs& infer) {
  std::vector<std::vector<PlanItem>> items;
  for (const Case& each : cases) items.push_back(proposed(each, list));
  std::vector<TextPair> pairs;
  std::vector<Inference*> places;
  for (auto& of_case : items) {
    for (PlanItem& item : of_case) {
      for (PlanCheck& check : item.checks) {
        pairs.push_back({item.sentence, check.hypothesis});
        places.push_back(&check.inference);
      }
    }
  }
  if (!pairs.empty()) {
    PLUMB_TRY(std::vector<Inference> inferences, infer(pairs));
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = std::move(inferences[i]);
  }
  std::vector<RulePlan> plans;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::vector<PlanItem> kept;
    std::vector<PlanItem> rejected;
    for (PlanItem& item : items[i]) {
      (confirmed(item) ? kept : rejected).push_back(std::move(item));
    }
    plans.push_back(plan_of(cases[i], entity_items(cases[i]), std::move(kept)));
    plans.back().rejected = std::move(rejected);
  }
  return plans;
}

}  // namespace plumb
