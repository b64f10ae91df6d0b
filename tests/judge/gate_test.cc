#include "judge/gate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "judge/judge.h"
#include "support/made_comparison.h"

namespace plumb {
namespace {

using testing::made_comparison;
using testing::not_applicable;

GateResult check(std::string_view text, const Comparison& comparison) {
  const auto gate = Gate::parse(text);
  EXPECT_TRUE(gate) << text << ": " << (gate ? "" : gate.error().message);
  return gate ? gate->check(comparison) : GateResult{};
}

GateOutcome outcome(std::string_view text, const Comparison& comparison) {
  return check(text, comparison).outcome;
}

std::string refusal(std::string_view text) {
  const auto gate = Gate::parse(text);
  EXPECT_FALSE(gate) << text;
  if (gate) return {};
  EXPECT_EQ(gate.error().code, ErrorCode::invalid_input);
  return gate.error().message;
}

Comparison judged(double value) {
  Comparison comparison = made_comparison(value);
  judge(comparison);
  return comparison;
}

TEST(Gate, OnTheVerdict) {
  Comparison comparison = made_comparison();
  comparison.verdict = Verdict::drifted;
  EXPECT_EQ(outcome("verdict", comparison), GateOutcome::failed);
  comparison.verdict = Verdict::undecided;
  EXPECT_EQ(outcome("verdict", comparison), GateOutcome::undecided);
  comparison.verdict = Verdict::stable;
  EXPECT_EQ(outcome(" verdict ", comparison), GateOutcome::passed);
  EXPECT_EQ(check("verdict", comparison).reason, "the verdict is stable");
}

TEST(Gate, OnAGradeFailsAtItOrWorse) {
  Comparison comparison = judged(0.0);
  comparison.drift_grade = Grade::c;
  EXPECT_EQ(outcome("grade:B", comparison), GateOutcome::failed);
  EXPECT_EQ(outcome("grade:c", comparison), GateOutcome::failed);
  EXPECT_EQ(outcome("grade:D", comparison), GateOutcome::passed);
  EXPECT_EQ(check("grade:C", comparison).reason, "drift grade C is C or worse");
  EXPECT_EQ(check("grade:F", comparison).reason, "drift grade C is better than F");
}

TEST(Gate, OnAScoreFailsBelowIt) {
  Comparison comparison = judged(0.0);
  comparison.drift_score = 75;
  EXPECT_EQ(outcome("score:75", comparison), GateOutcome::passed);
  comparison.drift_score = std::nextafter(75.0, 0.0);
  EXPECT_EQ(outcome("score:75", comparison), GateOutcome::failed);
  comparison.drift_score = 63;
  EXPECT_EQ(check("score:75", comparison).reason, "drift score 63 is below 75");
}

TEST(Gate, OnASeverityLooksAtEveryType) {
  Comparison comparison = made_comparison(0.0);
  comparison.results[4].value = 0.25;  // centroid_cosine: medium
  judge(comparison);
  EXPECT_EQ(outcome("severity:high", comparison), GateOutcome::passed);
  EXPECT_EQ(outcome("severity:medium", comparison), GateOutcome::failed);
  EXPECT_EQ(outcome("severity: MEDIUM", comparison), GateOutcome::failed);
  EXPECT_EQ(check("severity:medium", comparison).reason, "embedding drift is medium");
  EXPECT_EQ(check("severity:critical", comparison).reason, "no drift is critical");
}

TEST(Gate, OnAMetricKnowsFourOrders) {
  const Comparison comparison = judged(0.25);
  EXPECT_EQ(outcome("severity_psi>=0.25", comparison), GateOutcome::failed);
  EXPECT_EQ(outcome("severity_psi>0.25", comparison), GateOutcome::passed);
  EXPECT_EQ(outcome("severity_psi<=0.25", comparison), GateOutcome::failed);
  EXPECT_EQ(outcome("severity_psi<0.25", comparison), GateOutcome::passed);
  EXPECT_EQ(outcome("severity_psi > 0.2", comparison), GateOutcome::failed);
  EXPECT_EQ(outcome("severity_psi < 2.6e-1", comparison), GateOutcome::failed);
  EXPECT_EQ(check("severity_psi>=0.3", comparison).reason, "severity_psi 0.25 is below 0.3");
}

// 0.7 - 0.4 is just below 0.3: it does not meet the bound, and the reason shows why.
TEST(Gate, ComparesTheValueAsItWasComputed) {
  const Comparison comparison = judged(0.7 - 0.4);
  EXPECT_EQ(outcome("severity_psi>=0.3", comparison), GateOutcome::passed);
  EXPECT_EQ(check("severity_psi>=0.3", comparison).reason,
            "severity_psi 0.29999999999999993 is below 0.3");
}

TEST(Gate, OnAnAdditionalMetricIsAllowed) {
  EXPECT_EQ(outcome("mmd_rbf>=0.2", judged(0.25)), GateOutcome::failed);
  EXPECT_EQ(outcome("domain_auc>=0.2", judged(0.25)), GateOutcome::undecided);
  EXPECT_EQ(check("domain_auc>=0.2", judged(0.25)).reason, "domain_auc was not computed");
}

TEST(Gate, OnAMetricThatDoesNotApplyIsUndecided) {
  Comparison comparison = made_comparison(0.25);
  comparison.results[3] =
      not_applicable(DriftType::distribution, "severity_psi", "no result has a severity");
  judge(comparison);
  EXPECT_EQ(outcome("severity_psi>=0.3", comparison), GateOutcome::undecided);
  EXPECT_EQ(outcome("severity_psi<0.3", comparison), GateOutcome::undecided);
  EXPECT_EQ(check("severity_psi>=0.3", comparison).reason,
            "severity_psi does not apply: no result has a severity");
}

TEST(Gate, NeverPassesWhereNothingWasMeasured) {
  Comparison comparison = judged(std::nan(""));
  for (const auto* text :
       {"verdict", "grade:F", "score:1", "severity:low", "response_length_ks>=0.3"}) {
    EXPECT_EQ(outcome(text, comparison), GateOutcome::undecided) << text;
  }
}

TEST(Gate, AnUnknownMetricIsAnsweredWithTheListAndTheNearest) {
  const std::string sentence = refusal("severity_ps1>=0.3");
  EXPECT_NE(sentence.find("no comparison computes \"severity_ps1\""), std::string::npos)
      << sentence;
  EXPECT_NE(sentence.find("response_length_ks, response_entropy"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("tool_transition_chi2"), std::string::npos) << sentence;
  EXPECT_TRUE(sentence.ends_with("; did you mean severity_psi?")) << sentence;
  // A metric of sessions is not one that a comparison computes.
  EXPECT_NE(refusal("alignment<0.6").find("no comparison computes"), std::string::npos);
}

TEST(Gate, MistakesAreNamed) {
  EXPECT_NE(refusal("verdikt").find("did you mean verdict?"), std::string::npos);
  EXPECT_NE(refusal("grad:C").find("did you mean grade?"), std::string::npos);
  EXPECT_NE(refusal("severity_psi").find("METRIC>=0.3"), std::string::npos);
  EXPECT_NE(refusal("grade:E").find("\"E\" is no grade"), std::string::npos);
  EXPECT_NE(refusal("grade:").find("is no grade"), std::string::npos);
  EXPECT_NE(refusal("score:101").find("0 to 100"), std::string::npos);
  EXPECT_NE(refusal("score:nan").find("0 to 100"), std::string::npos);
  EXPECT_NE(refusal("score:7x").find("0 to 100"), std::string::npos);
  EXPECT_NE(refusal("severity:hihg").find("did you mean high?"), std::string::npos);
  EXPECT_NE(refusal("severity:info").find("no severity of a drift"), std::string::npos);
  EXPECT_NE(refusal("severity_psi==0.3").find("equality"), std::string::npos);
  EXPECT_NE(refusal("severity_psi=0.3").find("equality"), std::string::npos);
  EXPECT_NE(refusal("severity_psi>=").find("is no number"), std::string::npos);
  EXPECT_NE(refusal("severity_psi>=inf").find("is no number"), std::string::npos);
  EXPECT_NE(refusal("severity_psi>=1e400").find("is no number"), std::string::npos);
  EXPECT_NE(refusal("severity_psi>==0.3").find("is no number"), std::string::npos);
  EXPECT_NE(refusal("").find("a gate is verdict"), std::string::npos);
}

TEST(WorstOf, FailedBeatsUndecidedBeatsPassed) {
  const GateResult passed{"", GateOutcome::passed, ""};
  const GateResult undecided{"", GateOutcome::undecided, ""};
  const GateResult failed{"", GateOutcome::failed, ""};
  EXPECT_EQ(worst_of({}), GateOutcome::passed);
  EXPECT_EQ(worst_of(std::array{passed, passed}), GateOutcome::passed);
  EXPECT_EQ(worst_of(std::array{passed, undecided}), GateOutcome::undecided);
  EXPECT_EQ(worst_of(std::array{undecided, failed, passed}), GateOutcome::failed);
  EXPECT_EQ(worst_of(std::array{failed, undecided}), GateOutcome::failed);
}

}  // namespace
}  // namespace plumb
