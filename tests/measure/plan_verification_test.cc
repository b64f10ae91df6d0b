#include "measure/plan_verification.h"

#include <gtest/gtest.h>

#include <set>

#include "measure/plan_rules.h"
#include "measure/term_lists.h"
#include "record/session_report_json.h"

namespace plumb {
namespace {

const TermList& planning() {
  static const TermList list = *load_term_list("planning");
  return list;
}

// Entailment of the second hypothesis of whichever component where the sentence holds "yes",
// contradiction where it holds "not", no verdict where it holds "hm", else neutral.
struct Judge {
  int calls = 0;
  std::size_t pairs = 0;

  Result<std::vector<Inference>> operator()(std::span<const TextPair> asked) {
    ++calls;
    pairs += asked.size();
    std::set<std::string_view> second;
    for (const auto component : {PlanComponent::goal, PlanComponent::intervention,
                                 PlanComponent::risk, PlanComponent::follow_up}) {
      second.insert(plan_hypotheses(component)[1]);
    }
    std::vector<Inference> out;
    for (const TextPair& pair : asked) {
      Inference& said = out.emplace_back();
      if (pair.premise.contains("hm")) {
        said.reply = "well";
        said.problem = "no verdict";
      } else if (pair.premise.contains("not")) {
        said.label = InferenceLabel::contradiction;
      } else {
        said.label = pair.premise.contains("yes") && second.contains(pair.hypothesis)
                         ? InferenceLabel::entailment
                         : InferenceLabel::neutral;
      }
    }
    return out;
  }
};

Case case_of(std::string summary, std::vector<std::string> reasoning = {}) {
  Case out;
  out.id = "c1";
  out.patient_summary = std::move(summary);
  out.critical_entities = {"asthma"};
  out.reasoning = std::move(reasoning);
  return out;
}

TEST(PlanVerification, KeepsSentencesThatEntailAnyHypothesisOfTheirComponent) {
  Judge judge;
  const std::vector<Case> cases = {
      case_of("She wants rest, yes. She wants tea. He does not want to. Asthma, and a hm risk.")};
  const auto plans = verified_plans(cases, planning(), std::ref(judge));
  ASSERT_TRUE(plans);
  ASSERT_EQ(plans->size(), 1u);
  const RulePlan& plan = plans->front();
  EXPECT_EQ(plan.plan, "Goals: Address asthma. She wants rest, yes.");
  ASSERT_EQ(plan.items.size(), 2u);
  EXPECT_TRUE(plan.items[0].checks.empty()) << "an entity is the case's own";
  ASSERT_EQ(plan.items[1].checks.size(), plan_hypotheses(PlanComponent::goal).size());
  EXPECT_EQ(plan.items[1].checks[0].inference.label, InferenceLabel::neutral);
  EXPECT_EQ(plan.items[1].checks[1].inference.label, InferenceLabel::entailment);
  EXPECT_EQ(plan.items[1].checks[1].hypothesis, plan_hypotheses(PlanComponent::goal)[1]);
  ASSERT_EQ(plan.rejected.size(), 3u);
  EXPECT_EQ(plan.rejected[0].text, "She wants tea.");
  EXPECT_EQ(plan.rejected[1].checks[0].inference.label, InferenceLabel::contradiction);
  EXPECT_EQ(plan.rejected[2].component, PlanComponent::risk);
  EXPECT_FALSE(plan.rejected[2].checks[0].inference.label);
  const UnjudgedChecks unjudged = unjudged_checks({"planning", "", *plans});
  EXPECT_EQ(unjudged.count, plan_hypotheses(PlanComponent::risk).size());
  EXPECT_EQ(unjudged.of, judge.pairs);
  EXPECT_EQ(unjudged.first_problem, "no verdict");
}

TEST(PlanVerification, ReadsTheReasoningWhereThereIsOneAndAsksOnceForAllCases) {
  Judge judge;
  std::vector<Case> cases = {
      case_of("He has asthma. He wants tea, yes.", {"No cue.", "Suggest therapy, yes."}),
      case_of("She wants tea, yes.")};
  cases[1].id = "c2";
  const auto plans = verified_plans(cases, planning(), std::ref(judge));
  ASSERT_TRUE(plans);
  EXPECT_EQ(judge.calls, 1);
  EXPECT_EQ((*plans)[0].plan, "Goals: Address asthma.\nInterventions: Suggest therapy, yes.");
  EXPECT_EQ((*plans)[0].items[0].sentence, "He has asthma.");
  EXPECT_EQ((*plans)[0].items[1].source, "reasoning 2");
  EXPECT_EQ((*plans)[1].items[1].source, "patient_summary");
}

TEST(PlanVerification, KeepsTheFirstSixThatAreConfirmedNotTheFirstSixThatAreProposed) {
  Judge judge;
  std::string summary;
  for (int i = 0; i < 8; ++i) summary += "She wants tea " + std::to_string(i) + ". ";
  for (int i = 0; i < 8; ++i) summary += "She wants rest, yes " + std::to_string(i) + ". ";
  const std::vector<Case> cases = {case_of(summary)};
  const auto plans = verified_plans(cases, planning(), std::ref(judge));
  ASSERT_TRUE(plans);
  ASSERT_EQ((*plans)[0].items.size(), 7u);
  EXPECT_EQ((*plans)[0].items[6].text, "She wants rest, yes 5.");
  EXPECT_EQ((*plans)[0].rejected.size(), 8u);
}

TEST(PlanVerification, WritesChecksAndWhatWasRejected) {
  Judge judge;
  Case nothing = case_of("She wants tea.");
  nothing.id = "c2";
  nothing.critical_entities.clear();
  const std::vector<Case> cases = {case_of("She wants rest, yes."), nothing};
  PlanReport report{"planning", planning().sha256(),
                    *verified_plans(cases, planning(), std::ref(judge))};
  NliClassifierOrigin made;
  made.model = "made";
  report.nli = made;
  const auto json = to_json(report);
  EXPECT_EQ(json.at("meta").at("source"), "nli");
  EXPECT_EQ(json.at("meta").at("nli").at("model"), "made");
  EXPECT_EQ(json.at("plans").at("c1").at("source"), "nli");
  EXPECT_EQ(json.at("plans").at("c1").at("evidence").at(1).at("checks").at(1).at("label"),
            "entailment");
  EXPECT_FALSE(json.at("plans").contains("c2"));
  EXPECT_EQ(json.at("rejected").at("c2").at(0).at("text"), "She wants tea.");
  EXPECT_FALSE(json.at("rejected").contains("c1"));
}

TEST(PlanVerification, AsksNobodyAboutNothingAndHandsOnFailures) {
  Judge judge;
  const std::vector<Case> cases = {case_of("A sunny day.")};
  const auto plans = verified_plans(cases, planning(), std::ref(judge));
  ASSERT_TRUE(plans);
  EXPECT_EQ(judge.calls, 0);
  EXPECT_EQ((*plans)[0].plan, "Goals: Address asthma.");
  const InferPairs broken = [](std::span<const TextPair>) -> Result<std::vector<Inference>> {
    return fail(ErrorCode::io, "gone");
  };
  const std::vector<Case> wanting = {case_of("She wants rest.")};
  EXPECT_EQ(verified_plans(wanting, planning(), broken).error().message, "gone");
}

}  // namespace
}  // namespace plumb
