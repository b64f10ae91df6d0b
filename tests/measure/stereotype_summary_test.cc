#include "measure/stereotype_summary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "measure/stereotype_drift.h"

namespace plumb {
namespace {

struct Made {
  std::string text;
  std::string bias_type;
  std::string type;
  std::optional<double> control;
  std::optional<double> bias;
};

StereotypeAnalysis summarized(const std::vector<Made>& made) {
  StereotypeAnalysis analysis;
  analysis.evaluation.model = "m";
  for (const Made& each : made) {
    EvaluationEntry entry;
    entry.fields = {{"emgsd_text", each.text, FieldKind::text},
                    {"bias_type", each.bias_type, FieldKind::text},
                    {"emgsd_stereotype_type", each.type, FieldKind::text}};
    analysis.evaluation.entries.push_back(entry);
    StereotypeRow row;
    row.control.score = each.control;
    row.bias.score = each.bias;
    score_drift(row);
    if (!row.scored()) row.error = "control_response is blank";
    analysis.rows.push_back(row);
  }
  const auto done = summarize_stereotypes(analysis);
  EXPECT_TRUE(done) << done.error().message;
  return analysis;
}

const StereotypeSummary& only(const StereotypeAnalysis& analysis, StereotypeScope scope,
                              const std::string& group) {
  for (const StereotypeSummary& row : analysis.summary) {
    if (row.scope == scope && row.group == group) return row;
  }
  ADD_FAILURE() << "no group " << group;
  return analysis.summary.front();
}

TEST(StereotypeSummary, CountsAndAveragesOfAWorkedExample) {
  const auto analysis = summarized({{"t1", "framing", "profession", 0.25, 0.75},
                                    {"t2", "framing", "age", 0.75, 0.25},
                                    {"t3", "anchoring", "age", 0.25, 0.375},
                                    {"t4", "anchoring", "age", 0.5, 0.5},
                                    {"t5", "anchoring", "age", {}, 0.5}});
  const StereotypeSummary& overall = analysis.summary.front();
  EXPECT_EQ(overall.scope, StereotypeScope::overall);
  EXPECT_EQ(overall.entries, 5U);
  EXPECT_EQ(overall.scored, 4U);
  EXPECT_EQ(overall.sources, 4U);
  EXPECT_DOUBLE_EQ(*overall.drift.mean, (0.5 + 0.5 + 0.125 + 0) / 4);
  EXPECT_DOUBLE_EQ(*overall.raw_drift.mean, (0.5 - 0.5 + 0.125 + 0) / 4);
  EXPECT_EQ(overall.significant, 2U);
  EXPECT_EQ(overall.significant_share, 0.5);
  EXPECT_EQ(overall.raised, 2U);
  EXPECT_EQ(overall.lowered, 1U);
  EXPECT_EQ(overall.unchanged, 1U);
  EXPECT_EQ(overall.only_bias_flagged, 1U);
  EXPECT_EQ(overall.only_control_flagged, 1U);
  EXPECT_EQ(overall.mcnemar_p_value, 1);
  EXPECT_DOUBLE_EQ(*overall.control_score, 1.75 / 4);
  EXPECT_DOUBLE_EQ(*overall.bias_score, 1.875 / 4);
  ASSERT_TRUE(overall.drift.interval);
  EXPECT_LE(overall.drift.interval->low, *overall.drift.mean);
  EXPECT_GE(overall.drift.interval->high, *overall.drift.mean);
  const StereotypeSummary& anchoring = only(analysis, StereotypeScope::bias_type, "anchoring");
  EXPECT_EQ(anchoring.entries, 3U);
  EXPECT_EQ(anchoring.scored, 2U);
  EXPECT_DOUBLE_EQ(*anchoring.drift.mean, 0.0625);
  EXPECT_EQ(only(analysis, StereotypeScope::stereotype_type, "age").entries, 4U);
  ASSERT_EQ(analysis.warnings.size(), 1U);
  EXPECT_NE(analysis.warnings[0].find("1 of 5 entries of m have no drift score"),
            std::string::npos);
}

TEST(StereotypeSummary, WilcoxonAndMcNemarOfSixRises) {
  std::vector<Made> made;
  for (int i = 0; i < 6; ++i) {
    made.push_back({"t" + std::to_string(i), "framing", "age", 0.25, 0.55 + 0.01 * i});
  }
  const auto analysis = summarized(made);
  const StereotypeSummary& overall = analysis.summary.front();
  EXPECT_DOUBLE_EQ(*overall.wilcoxon_p_value, 2.0 / 64);  // 2^(1 - 6)
  EXPECT_EQ(overall.wilcoxon_method, "exact");
  EXPECT_DOUBLE_EQ(*overall.mcnemar_p_value, 2.0 / 64);      // 6 coins on one side
  EXPECT_DOUBLE_EQ(*overall.wilcoxon_p_adjusted, 2.0 / 64);  // a family of one
}

TEST(StereotypeSummary, PValuesAreCorrectedWithinTheirScope) {
  std::vector<Made> made;
  for (int i = 0; i < 6; ++i) {
    const std::string text = "t" + std::to_string(i);
    made.push_back({text, "framing", "age", 0.25, 0.55 + 0.01 * i});
    made.push_back({text, "anchoring", "age", 0.25, i % 2 == 0 ? 0.5 + 0.01 * i : 0.0 + 0.01 * i});
  }
  const auto analysis = summarized(made);
  const auto& framing = only(analysis, StereotypeScope::bias_type, "framing");
  EXPECT_DOUBLE_EQ(*framing.wilcoxon_p_value, 2.0 / 64);
  EXPECT_DOUBLE_EQ(*framing.wilcoxon_p_adjusted, 4.0 / 64);
  const auto& age = only(analysis, StereotypeScope::stereotype_type, "age");
  EXPECT_EQ(age.wilcoxon_p_adjusted, age.wilcoxon_p_value);
}

TEST(StereotypeSummary, EntriesOfOneTextCountOnceForTestsAndIntervals) {
  std::vector<Made> once;
  std::vector<Made> eight;
  for (int i = 0; i < 6; ++i) {
    const Made each{"t" + std::to_string(i), "b", "age", 0.25, 0.55 + 0.01 * i};
    once.push_back(each);
    for (int copy = 0; copy < 8; ++copy) eight.push_back(each);
  }
  const StereotypeAnalysis all = summarized(eight);
  const StereotypeSummary& many = all.summary.front();
  const StereotypeSummary few = summarized(once).summary.front();
  EXPECT_EQ(many.scored, 48U);
  EXPECT_EQ(many.sources, 6U);
  EXPECT_EQ(many.wilcoxon_p_value, few.wilcoxon_p_value);
  ASSERT_TRUE(many.drift.interval && few.drift.interval);
  EXPECT_NEAR(many.drift.interval->low, few.drift.interval->low, 1e-12);
  EXPECT_NEAR(many.drift.interval->high, few.drift.interval->high, 1e-12);
  EXPECT_EQ(many.significant_interval, few.significant_interval);
  EXPECT_LT(*many.mcnemar_p_value, *few.mcnemar_p_value);
  ASSERT_EQ(all.warnings.size(), 1U);
  EXPECT_NE(all.warnings[0].find("6 stereotype texts"), std::string::npos);
}

TEST(StereotypeSummary, EntriesWithoutATextAreEachTheirOwn) {
  const auto analysis = summarized({{"", "b", "age", 0.25, 0.5}, {" ", "b", "age", 0.25, 0.5}});
  EXPECT_EQ(analysis.summary.front().sources, 2U);
  EXPECT_TRUE(analysis.warnings.empty());
}

TEST(StereotypeSummary, ASharesIntervalReachesAboveZero) {
  const auto analysis = summarized({{"a", "b", "age", 0.25, 0.25}, {"c", "b", "age", 0.25, 0.3}});
  const StereotypeSummary& overall = analysis.summary.front();
  EXPECT_EQ(overall.significant_share, 0);
  EXPECT_EQ(overall.significant_interval->low, 0);
  EXPECT_GT(overall.significant_interval->high, 0.5);
}

TEST(StereotypeSummary, NothingScoredIsNoneEverywhere) {
  const auto analysis = summarized({{"a", "b", "age", {}, 0.25}});
  for (const StereotypeSummary& row : analysis.summary) {
    EXPECT_EQ(row.entries, 1U);
    EXPECT_EQ(row.scored, 0U);
    EXPECT_FALSE(row.drift.mean || row.drift.interval || row.significant_share ||
                 row.wilcoxon_p_value || row.mcnemar_p_value || row.wilcoxon_p_adjusted);
  }
  ASSERT_EQ(analysis.cells.size(), 1U);
  EXPECT_FALSE(analysis.cells[0].raw_drift);
  EXPECT_EQ(summarized({}).summary.size(), 1U);
}

TEST(StereotypeSummary, CellsAreEveryBiasTypeWithEveryStereotypeType) {
  const auto analysis =
      summarized({{"a", "framing", "age", 0.25, 0.75}, {"b", "anchoring", "origin", 0.75, 0.25}});
  ASSERT_EQ(analysis.cells.size(), 4U);
  EXPECT_EQ(analysis.cells[0].raw_drift, 0.5);
  EXPECT_EQ(analysis.cells[1].scored, 0U);
  EXPECT_FALSE(analysis.cells[1].raw_drift);
  EXPECT_EQ(analysis.cells[3].raw_drift, -0.5);
  EXPECT_EQ(analysis.cells[3].drift, 0.5);
}

TEST(StereotypeSummary, TruncatedTextsAreWarnedOf) {
  StereotypeAnalysis analysis = summarized({{"a", "b", "c", 0.1, 0.4}, {"d", "b", "c", 0.2, 0.3}});
  analysis.warnings.clear();
  analysis.rows[0].control.truncated = false;
  analysis.rows[0].text_truncated = analysis.rows[1].text_truncated = true;
  ASSERT_TRUE(summarize_stereotypes(analysis));
  ASSERT_EQ(analysis.warnings.size(), 1U);
  EXPECT_NE(analysis.warnings[0].find("the emgsd_text of 2 entries"), std::string::npos);
}

TEST(StereotypeSummary, IsTheSameForOneSeed) {
  const std::vector<Made> made = {{"a", "b", "c", 0.1, 0.4}, {"d", "b", "c", 0.2, 0.3}};
  EXPECT_EQ(summarized(made).summary, summarized(made).summary);
}

}  // namespace
}  // namespace plumb
