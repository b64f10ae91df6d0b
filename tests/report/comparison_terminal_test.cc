#include "report/comparison_terminal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "judge/judge.h"
#include "support/made_comparison.h"

namespace plumb {
namespace {

using testing::made_comparison;
using testing::made_measurement;
using testing::moved;
using testing::not_applicable;

Comparison drifted() {
  Comparison made = made_comparison();
  made.paired = true;
  made.current.severity_counts = {2, 4, 10, 34, 0, 0};
  made.current.truncated = 3;
  Measurement& length = made.results[0];
  length = moved(made_measurement(DriftType::output, "response_length_ks", 0.625));
  length.direction = Direction::increase;
  length.contributions = {
      {true, "t-017", "I am so sorry to hear that. Let me\n\033[31mexplain", 0.0125},
      {false, "t-003", "", 0.01}};
  length.segments = {{"topic", "billing", 0.2, 0.4, 10, 12},
                     {"topic", "refund", 0.81, 0.0005, 9, 9}};
  Measurement& tools = made.results[5];
  tools = moved(made_measurement(DriftType::agent_tool, "tool_frequency_chi2", 0.31));
  tools.changes = {{"lookup_order", 30, 31, 0.5, 0.5},
                   {"refund", 6, 33, 0.1, 0.45},
                   {"\x01none", 24, 3, 0.4, 0.05},
                   {"\x01start -> refund", 0, 3, 0, 0.05}};
  made.warnings = {"3 responses of current.jsonl are longer than the model reads"};
  judge(made);
  return made;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void expect_lines_within(const std::string& text, std::size_t columns) {
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = text.find('\n', start);
    EXPECT_LE(columns_of(std::string_view(text).substr(start, end - start)), columns)
        << text.substr(start, end - start);
    start = end + 1;
  }
}

TEST(ComparisonTerminal, StartsWithTheVerdict) {
  EXPECT_TRUE(comparison_terminal(drifted(), {}).starts_with("DRIFTED  drift score "));
  Comparison stable = made_comparison();
  judge(stable);
  EXPECT_TRUE(comparison_terminal(stable, {})
                  .starts_with("STABLE  drift score 90, grade A\nNo metric moved past"));
  Comparison few = made_comparison(0.05, 5);
  judge(few);
  EXPECT_TRUE(comparison_terminal(few, {}).starts_with("UNDECIDED  "));
}

TEST(ComparisonTerminal, TellsWhatMovedHowSureAndWhy) {
  const std::string text = comparison_terminal(drifted(), {});
  EXPECT_TRUE(has(text,
                  "2 of 7 metrics moved more than chance explains: response_length_ks,\n"
                  "tool_frequency_chi2.\n"))
      << text;
  EXPECT_TRUE(has(text, "response_length_ks    up   0.625 critical")) << text;
  EXPECT_TRUE(has(text, "10.0% ->  45.0%  refund")) << text;
  EXPECT_TRUE(has(text, "40.0% ->   5.0%  (none)")) << text;
  EXPECT_TRUE(has(text, "0.0% ->   5.0%  (start) -> refund")) << text;
  EXPECT_FALSE(has(text, "lookup_order")) << "a tool whose share did not change";
  EXPECT_TRUE(has(text, "+0.0125  current   t-017  \"I am so sorry")) << text;
  EXPECT_LT(text.find("topic=refund"), text.find("topic=billing"));
  EXPECT_TRUE(has(text, "3 truncated"));
}

TEST(ComparisonTerminal, ForeignTextCannotCommandTheTerminal) {
  EXPECT_FALSE(has(comparison_terminal(drifted(), {}), "\033"));
  EXPECT_FALSE(has(comparison_terminal(drifted(), {true, 80}), "\033[31mexplain"));
}

TEST(ComparisonTerminal, FitsEightyColumns) {
  expect_lines_within(comparison_terminal(drifted(), {}), 80);
}

TEST(ComparisonTerminal, WhatDoesNotApplySaysWhy) {
  Comparison made = made_comparison();
  made.results[5] = not_applicable(DriftType::agent_tool, "tool_frequency_chi2",
                                   "no result of the baseline has a tool trace");
  judge(made);
  const std::string text = comparison_terminal(made, {});
  EXPECT_TRUE(has(text, "tool_frequency_chi2   does not apply: no result of the baseline")) << text;
  EXPECT_TRUE(has(text, " trace\n")) << text;
  for (Measurement& measurement : made.results) {
    measurement = not_applicable(measurement.type, measurement.metric, "nothing to compare");
  }
  judge(made);
  EXPECT_TRUE(has(comparison_terminal(made, {}), "No metric applies to these results."));
}

TEST(ComparisonTerminal, GatesComeLastWithTheirReason) {
  Comparison comparison = drifted();
  comparison.gates = {
      GateResult{"verdict", GateOutcome::failed, "the verdict is drifted"},
      GateResult{"score:40", GateOutcome::passed, "drift score 63 is not below 40"}};
  const std::string text = comparison_terminal(comparison, {});
  EXPECT_TRUE(
      text.ends_with("\nfailed    verdict   the verdict is drifted\n"
                     "passed    score:40  drift score 63 is not below 40\n"))
      << text;
}

TEST(ComparisonsTerminal, OneLineARun) {
  Comparison stable = made_comparison();
  stable.current.source = "good.jsonl";
  judge(stable);
  Comparison other = drifted();
  other.current.source = "another/folder/drifted.jsonl";
  const std::array both = {stable, other};
  const std::string text = comparisons_terminal(both, {});
  EXPECT_EQ(std::ranges::count(text, '\n'), 4);
  EXPECT_TRUE(has(text, "stable       90 A      good.jsonl                    -\n")) << text;
  EXPECT_TRUE(has(text, "drifted.jsonl  response_length_ks,\n")) << text;
  expect_lines_within(text, 80);
}

}  // namespace
}  // namespace plumb
