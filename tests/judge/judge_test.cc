#include "judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/made_comparison.h"

namespace plumb {
namespace {

using testing::made_comparison;
using testing::made_measurement;
using testing::moved;
using testing::not_applicable;

Measurement& named(Comparison& comparison, std::string_view metric) {
  return *std::ranges::find(comparison.results, metric, &Measurement::metric);
}

Comparison judged(Comparison comparison, const JudgeOptions& options = {}) {
  judge(comparison, options);
  return comparison;
}

// Judges `measurement` beside the other six, which stay stable.
Verdict verdict_of(Measurement measurement) {
  Comparison comparison = made_comparison();
  named(comparison, measurement.metric) = measurement;
  judge(comparison);
  return *named(comparison, measurement.metric).verdict;
}

TEST(Judge, IdenticalRunsScoreNinetyAndAreStable) {
  const Comparison identical = judged(made_comparison(0));
  EXPECT_EQ(identical.drift_score, 90);  // five types at 2
  EXPECT_EQ(identical.drift_grade, Grade::a);
  EXPECT_EQ(identical.verdict, Verdict::stable);
  for (const Measurement& measurement : identical.results) {
    EXPECT_EQ(measurement.severity, Severity::low) << measurement.metric;
    EXPECT_EQ(measurement.exceeded, false) << measurement.metric;
  }
}

TEST(Judge, HighCriticalLowMediumNoneScoresSixtyThree) {
  Comparison comparison = made_comparison(0.0);
  named(comparison, "response_length_ks").value = 0.35;
  named(comparison, "safety_score_delta").value = 0.5;
  named(comparison, "severity_psi").value = 0.1166;
  named(comparison, "centroid_cosine").value = 0.25;
  for (const auto* metric : {"tool_frequency_chi2", "tool_sequence_jaccard"}) {
    named(comparison, metric) = not_applicable(DriftType::agent_tool, metric, "no traces");
  }
  judge(comparison);
  EXPECT_EQ(comparison.drift_score, 63.0);
  EXPECT_EQ(comparison.drift_grade, Grade::c);
  ASSERT_EQ(comparison.types.size(), 5u);
  EXPECT_EQ(comparison.types[0].severity, Severity::high);
  EXPECT_EQ(comparison.types[1].severity, Severity::critical);
  EXPECT_EQ(comparison.types[2].severity, Severity::low);
  EXPECT_EQ(comparison.types[3].severity, Severity::medium);
  EXPECT_EQ(comparison.types[4].severity, std::nullopt);
  EXPECT_EQ(comparison.types[4].cost, 0);
}

TEST(Judge, ATypeCostsOnceForItsWorstMetric) {
  Comparison comparison = made_comparison(0.0);
  named(comparison, "response_length_ks").value = 0.31;
  named(comparison, "response_entropy").value = 0.46;
  judge(comparison);
  EXPECT_EQ(comparison.types[0].severity, Severity::critical);
  EXPECT_EQ(comparison.drift_score, 100 - 20 - 4 * 2);
}

TEST(Judge, EveryTypeCriticalScoresZero) {
  const Comparison worst = judged(made_comparison(1));
  EXPECT_EQ(worst.drift_score, 0);
  EXPECT_EQ(worst.drift_grade, Grade::f);
}

TEST(Judge, EachTypeHasItsThreshold) {
  const Comparison comparison = judged(made_comparison(0.2));
  const std::array thresholds = {0.20, 0.20, 0.15, 0.20, 0.30, 0.25, 0.25};
  const std::array exceeded = {true, true, true, true, false, false, false};
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    EXPECT_EQ(comparison.results[i].threshold, thresholds[i]);
    EXPECT_EQ(comparison.results[i].exceeded, exceeded[i]) << comparison.results[i].metric;
  }
}

TEST(Judge, AThresholdOfTheUserCounts) {
  JudgeOptions options;
  options.thresholds[static_cast<std::size_t>(DriftType::embedding)] = 0.04;
  Comparison comparison = judged(made_comparison(), options);
  EXPECT_EQ(named(comparison, "centroid_cosine").exceeded, true);
  // Its upper bound of excess, 0.05, is no longer below the threshold.
  EXPECT_EQ(named(comparison, "centroid_cosine").verdict, Verdict::undecided);
}

TEST(Verdict, DriftedAtTheEdgesOfPAndExcess) {
  // Alone in its smallness, a p of 0.05 / 7 becomes 0.05 among seven.
  Measurement edge = moved(made_measurement(DriftType::output, "response_length_ks", 0.4));
  edge.excess = 0.05;
  EXPECT_EQ(verdict_of(edge), Verdict::drifted);
  edge.excess = std::nextafter(0.05, 0.0);
  EXPECT_NE(verdict_of(edge), Verdict::drifted);

  edge.excess = 0.3;
  edge.excess_interval = Interval{0.1, 0.5, 0.95};
  edge.p_value = 0.007;
  EXPECT_EQ(verdict_of(edge), Verdict::drifted);
  edge.p_value = 0.0072;
  EXPECT_EQ(verdict_of(edge), Verdict::undecided);
}

TEST(Verdict, AdjustedPAtAlphaIsDrifted) {
  Comparison comparison = made_comparison();
  comparison.results = {
      moved(made_measurement(DriftType::output, "response_length_ks", 0.4), 0.05)};
  EXPECT_EQ(judged(comparison).verdict, Verdict::drifted);
  comparison.results[0].p_value = std::nextafter(0.05, 1.0);
  EXPECT_EQ(judged(comparison).verdict, Verdict::undecided);
}

TEST(Verdict, StableWhereTheUpperBoundLiesBelowTheThreshold) {
  Measurement edge = made_measurement(DriftType::output, "response_length_ks", 0.1);
  edge.excess_interval = Interval{0.0, std::nextafter(0.20, 0.0), 0.95};
  EXPECT_EQ(verdict_of(edge), Verdict::stable);
  edge.excess_interval = Interval{0.0, 0.20, 0.95};
  EXPECT_EQ(verdict_of(edge), Verdict::undecided);
}

TEST(Verdict, SureAndLargeEnoughIsDriftedThoughBelowTheThreshold) {
  Measurement small = moved(made_measurement(DriftType::embedding, "centroid_cosine", 0.09));
  small.excess = 0.08;
  small.excess_interval = Interval{0.06, 0.10, 0.95};
  EXPECT_EQ(verdict_of(small), Verdict::drifted);
}

TEST(Verdict, FewerThanEightResultsOfASideAreUndecided) {
  for (const bool current_side : {true, false}) {
    Measurement few = moved(made_measurement(DriftType::output, "response_length_ks", 0.9));
    (current_side ? few.n_current : few.n_baseline) = 8;
    EXPECT_EQ(verdict_of(few), Verdict::drifted);
    (current_side ? few.n_current : few.n_baseline) = 7;
    EXPECT_EQ(verdict_of(few), Verdict::undecided);
  }
  EXPECT_EQ(judged(made_comparison(0.0, 7)).verdict, Verdict::undecided);
}

TEST(Verdict, WithoutAPValueNothingIsDrifted) {
  Measurement bare = moved(made_measurement(DriftType::output, "response_length_ks", 0.9));
  bare.p_value.reset();
  EXPECT_EQ(verdict_of(bare), Verdict::undecided);
}

TEST(Verdict, OverallIsTheWorstThatApplies) {
  Comparison comparison = made_comparison();
  EXPECT_EQ(judged(comparison).verdict, Verdict::stable);
  named(comparison, "severity_psi").excess_interval = Interval{0, 0.5, 0.95};
  EXPECT_EQ(judged(comparison).verdict, Verdict::undecided);
  named(comparison, "centroid_cosine") =
      moved(made_measurement(DriftType::embedding, "centroid_cosine", 0.4));
  EXPECT_EQ(judged(comparison).verdict, Verdict::drifted);
}

TEST(Verdict, WhatDoesNotApplyTakesNoPart) {
  Comparison comparison = made_comparison();
  named(comparison, "severity_psi") =
      not_applicable(DriftType::distribution, "severity_psi", "no severities");
  judge(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::stable);
  const Measurement& absent = named(comparison, "severity_psi");
  EXPECT_EQ(absent.exceeded, std::nullopt);
  EXPECT_EQ(absent.severity, std::nullopt);
  EXPECT_EQ(absent.p_adjusted, std::nullopt);
  EXPECT_EQ(absent.verdict, std::nullopt);
}

TEST(Verdict, WithNothingThatAppliesIsUndecided) {
  Comparison comparison = made_comparison();
  for (Measurement& measurement : comparison.results) {
    measurement = not_applicable(measurement.type, measurement.metric, "every response is blank");
  }
  judge(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::undecided);
  EXPECT_EQ(comparison.drift_score, 100);
}

TEST(Judge, AValueThatIsNotFiniteDoesNotApply) {
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Comparison comparison = judged(made_comparison(value));
    EXPECT_EQ(comparison.verdict, Verdict::undecided);
    EXPECT_EQ(comparison.drift_score, 100);
  }
}

TEST(AdjustedP, TheFamilyIsWhatAppliesAmongTheSeven) {
  Comparison comparison = made_comparison();
  for (Measurement& measurement : comparison.results) measurement.p_value = 0.01;
  comparison.additional.front().p_value = 0.9;
  named(comparison, "response_length_ks").p_value = 0.001;
  judge(comparison);
  EXPECT_DOUBLE_EQ(*named(comparison, "response_length_ks").p_adjusted, 0.007);
  named(comparison, "severity_psi") =
      not_applicable(DriftType::distribution, "severity_psi", "no severities");
  named(comparison, "centroid_cosine").p_value.reset();
  judge(comparison);
  EXPECT_DOUBLE_EQ(*named(comparison, "response_length_ks").p_adjusted, 0.005);
  EXPECT_EQ(named(comparison, "centroid_cosine").p_adjusted, std::nullopt);
}

TEST(Judge, AdditionalMeasurementsAreToldAndNeverJudged) {
  Comparison comparison = made_comparison();
  comparison.additional = {moved(made_measurement(DriftType::embedding, "mmd_rbf", 0.9))};
  const Comparison before = judged(made_comparison());
  judge(comparison);
  const Measurement& told = comparison.additional.front();
  EXPECT_EQ(told.severity, std::nullopt);
  EXPECT_EQ(told.threshold, std::nullopt);
  EXPECT_EQ(told.p_adjusted, std::nullopt);
  EXPECT_EQ(told.verdict, std::nullopt);
  EXPECT_EQ(comparison.drift_score, before.drift_score);
  EXPECT_EQ(comparison.verdict, before.verdict);
}

TEST(Judge, SafetyScoresComeFromTheCountsOfEachSide) {
  Comparison comparison = made_comparison();
  comparison.current.severity_counts = {7, 5, 5, 3, 0, 0};
  comparison.baseline.severity_counts = {};
  judge(comparison);
  EXPECT_EQ(comparison.current.safety_score, 0.0);
  EXPECT_EQ(comparison.current.safety_grade, Grade::f);
  EXPECT_EQ(comparison.baseline.safety_score, std::nullopt);
  EXPECT_EQ(comparison.baseline.safety_grade, std::nullopt);
}

TEST(Judge, TwiceIsOnce) {
  Comparison comparison = judged(made_comparison(0.33));
  const Comparison once = comparison;
  judge(comparison);
  EXPECT_EQ(comparison.drift_score, once.drift_score);
  EXPECT_EQ(comparison.types.size(), once.types.size());
  EXPECT_EQ(comparison.results[0].p_adjusted, once.results[0].p_adjusted);
}

}  // namespace
}  // namespace plumb
