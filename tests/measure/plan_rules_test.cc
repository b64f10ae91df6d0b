#include "measure/plan_rules.h"

#include <gtest/gtest.h>

#include "measure/term_lists.h"
#include "record/session_report_json.h"

namespace plumb {
namespace {

const TermList& planning() {
  static const TermList list = *load_term_list("planning");
  return list;
}

Case example() {
  Case out;
  out.id = "c1";
  out.patient_summary =
      "Mara, 29, has panic attacks at work. She takes sertraline. She denies suicidal thoughts.";
  out.critical_entities = {"panic attacks", "shift work"};
  out.turns = {{1, "I want to sleep again. It rains."}, {2, "My next appointment is in May."}};
  return out;
}

TEST(PlanRules, EveryLineHasItsSourceSentence) {
  const RulePlan plan = plan_by_rules(example(), planning());
  const std::vector<PlanItem> expected = {
      {PlanComponent::goal, "Address panic attacks.", "patient_summary",
       "Mara, 29, has panic attacks at work.", "panic attacks"},
      {PlanComponent::goal, "Address shift work.", "critical_entities", "", "shift work"},
      {PlanComponent::goal, "I want to sleep again.", "turn 1", "I want to sleep again.", "want"},
      {PlanComponent::intervention, "She takes sertraline.", "patient_summary",
       "She takes sertraline.", "sertraline"},
      {PlanComponent::risk, "She denies suicidal thoughts.", "patient_summary",
       "She denies suicidal thoughts.", "suicid"},
      {PlanComponent::follow_up, "My next appointment is in May.", "turn 2",
       "My next appointment is in May.", "appointment"}};
  ASSERT_EQ(plan.items.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(plan.items[i].component, expected[i].component) << i;
    EXPECT_EQ(plan.items[i].text, expected[i].text);
    EXPECT_EQ(plan.items[i].source, expected[i].source);
    EXPECT_EQ(plan.items[i].sentence, expected[i].sentence);
  }
  EXPECT_EQ(plan.plan,
            "Goals: Address panic attacks. Address shift work. I want to sleep again.\n"
            "Interventions: She takes sertraline.\n"
            "Risk: She denies suicidal thoughts.\n"
            "Follow-up: My next appointment is in May.");
}

TEST(PlanRules, NothingIsInvented) {
  Case empty;
  empty.id = "c2";
  empty.patient_summary = "A sunny day.";
  const RulePlan plan = plan_by_rules(empty, planning());
  EXPECT_TRUE(plan.items.empty());
  EXPECT_EQ(plan.plan, "");
  PlanReport report{"planning", planning().sha256(), {plan, plan_by_rules(example(), planning())}};
  const auto json = to_json(report);
  EXPECT_FALSE(json.at("plans").contains("c2"));
  EXPECT_EQ(json.at("plans").at("c1").at("source"), "rules");
  EXPECT_EQ(json.at("meta").at("cases"), 2);
}

TEST(PlanRules, AListWithoutAGroupIsRefused) {
  EXPECT_TRUE(check_plan_list(planning()));
  const auto checked = check_plan_list(*load_term_list("clinical"));
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message,
            "the term list clinical has no group [goal], which a plan is made from; the list "
            "\"planning\" has");
}

}  // namespace
}  // namespace plumb
