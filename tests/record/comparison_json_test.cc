#include "record/comparison_json.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/example_comparison.h"

namespace plumb {
namespace {

using testing::example_comparison;
using testing::hostile_comparison;
using Json = nlohmann::ordered_json;

TEST(ComparisonJson, ReadsBackAsTheSameDocument) {
  for (const Comparison& comparison : {example_comparison(), hostile_comparison(), Comparison{}}) {
    const std::string text = json_line(to_json(comparison));
    const auto again = parse_comparisons(text);
    ASSERT_TRUE(again.has_value()) << again.error().message;
    ASSERT_EQ(again->size(), 1U);
    EXPECT_EQ(json_line(to_json(again->front())), text);
  }
}

TEST(ComparisonJson, KeepsEveryBitOfADouble) {
  Comparison comparison = example_comparison();
  const std::array values = {0.1 + 0.2, 1.0 / 3, 5e-324, std::numeric_limits<double>::max(), -0.0};
  for (const double value : values) {
    comparison.results[0].value = value;
    const auto again = parse_comparisons(json_line(to_json(comparison)));
    ASSERT_TRUE(again.has_value());
    const double read = *again->front().results[0].value;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(ComparisonJson, KeepsWhatAReportNeeds) {
  const Comparison comparison = example_comparison();
  const Comparison again = *comparison_from_json(to_json(comparison));
  EXPECT_EQ(again.verdict, Verdict::drifted);
  EXPECT_EQ(again.gates, comparison.gates);
  EXPECT_EQ(again.results[0].interval, comparison.results[0].interval);
  EXPECT_EQ(again.results[0].contributions[2].of_current, false);
  EXPECT_EQ(again.results[6].not_applicable, comparison.results[6].not_applicable);
  EXPECT_EQ(again.results[6].value, std::nullopt);
  EXPECT_EQ(again.current.severity_counts, comparison.current.severity_counts);
  EXPECT_EQ(again.provenance.vectors, comparison.provenance.vectors);
  EXPECT_EQ(again.provenance.thresholds, comparison.provenance.thresholds);
}

TEST(ComparisonJson, NeverWritesWhatIsNotFinite) {
  Comparison comparison = example_comparison();
  comparison.results[0].value = std::nan("");
  comparison.results[0].interval = Interval{-HUGE_VAL, HUGE_VAL, 0.95};
  const Json json = to_json(comparison);
  EXPECT_TRUE(json["results"][0]["value"].is_null());
  EXPECT_TRUE(json["results"][0]["interval"]["low"].is_null());
}

TEST(ComparisonJson, SeveralRunsHaveTheWorstVerdict) {
  std::vector<Comparison> runs(3, example_comparison());
  runs[0].verdict = Verdict::stable;
  runs[1].verdict = Verdict::undecided;
  runs[2].verdict = Verdict::stable;
  const Json json = to_json(std::span<const Comparison>(runs));
  EXPECT_EQ(json["plumb"], "comparisons/1");
  EXPECT_EQ(json["verdict"], "undecided");
  EXPECT_EQ(parse_comparisons(json_line(json))->size(), 3U);
}

struct BadDocument {
  std::string pointer;
  Json value;
  std::string complaint;
};

TEST(ComparisonJson, AnErrorNamesTheMember) {
  const std::vector<BadDocument> bad = {
      {"/plumb", "compare/2", "the document's plumb must be"},
      {"/verdict", "bad",
       "the document's verdict must be one of its known names, but it is \"bad\""},
      {"/gates/1/outcome", "open", "gates[1].outcome must be one of its known names"},
      {"/drift_score", "63", "drift_score must be a number"},
      {"/results/2/interval", Json::array(), "results[2].interval must be an object"},
      {"/results/0/n_current", -1, "results[0].n_current must be a count, but it is -1"},
      {"/results/0/details/contributions/1/side", "left", "contributions[1].side must be current"},
      {"/sides/current/severity_counts/high", 1.5, "severity_counts.high must be a count"},
      {"/distributions/0/edges/3", nullptr, "distributions[0].edges[3] must be a number"},
  };
  for (const BadDocument& each : bad) {
    Json json = to_json(example_comparison());
    json[Json::json_pointer(each.pointer)] = each.value;
    const auto read = comparison_from_json(json);
    ASSERT_FALSE(read.has_value()) << each.pointer;
    EXPECT_NE(read.error().message.find(each.complaint), std::string::npos) << read.error().message;
  }
}

TEST(ComparisonJson, RefusesForeignBytes) {
  const std::string good = json_line(to_json(example_comparison()));
  std::string with_nul = good;
  with_nul.push_back('\0');
  const std::vector<std::string> bad = {
      "",
      "{",
      "[]",
      "null",
      "{\"plumb\":\"compare/1\"}",
      with_nul,
      good + "x",
      std::string(100'000, '['),
      "{\"plumb\":\"comparisons/1\",\"comparisons\":7}",
      "{\"plumb\":\"compare/1\",\"verdict\":\"stable\",\"drift_score\":1e400}"};
  for (const std::string& text : bad) {
    const auto read = parse_comparisons(text);
    ASSERT_FALSE(read.has_value()) << text.substr(0, 80);
    EXPECT_EQ(read.error().code, ErrorCode::invalid_input);
  }
}

}  // namespace
}  // namespace plumb
