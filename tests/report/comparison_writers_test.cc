#include "report/comparison_writers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/cells.h"
#include "report/comparison_text.h"
#include "support/example_comparison.h"

namespace plumb {
namespace {

using testing::example_comparison;
using testing::hostile_comparison;
using testing::kHostile;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Comparison large_comparison() {
  Comparison made = example_comparison();
  for (Measurement& each : made.results) {
    for (int i = 0; i < 10'000; ++i) {
      const std::string id = "r" + std::to_string(i);
      each.contributions.push_back({true, id, std::string(2'000, 'x'), 0.001});
      each.changes.push_back({id, 1, 2, 0.1, 0.2});
      each.segments.push_back({"label", id, 0.1, 0.5, 10, 10});
    }
  }
  for (int i = 0; i < 10'000; ++i) {
    made.transitions.push_back(
        {"t" + std::to_string(i % 100), "t" + std::to_string(i / 100), 1, 2});
  }
  return made;
}

TEST(ComparisonHtml, StaysBelow500KilobytesWhateverItIsGiven) {
  const Comparison large = large_comparison();
  const std::string page = comparison_html({&large, 1});
  EXPECT_LT(page.size(), 500'000U);
  EXPECT_NE(page.find("more are in the JSON document"), std::string::npos);
}

TEST(ComparisonHtml, HasTheSummaryOfAMetricWhereSomebodyGivesOne) {
  const Comparison one = example_comparison();
  ReportOptions options;
  options.summary_of = [](std::string_view metric) {
    return metric == "response_entropy" ? std::string_view("a <b>summary</b>") : std::string_view();
  };
  EXPECT_NE(comparison_html({&one, 1}, options).find("a &lt;b&gt;summary"), std::string::npos);
}

TEST(ComparisonCsv, RawLeavesTextAloneAndNumbersAreNeverTouched) {
  Comparison one = example_comparison();
  one.current.name = "=1+1";
  one.results[0].value = -0.5;
  ReportOptions raw;
  raw.raw_csv = true;
  const std::string safe = lines_of(comparison_csv({&one, 1}))[1];
  EXPECT_TRUE(safe.starts_with("'=1+1,release-4.2,output,response_length_ks,true,-0.5000,0.2000,"));
  EXPECT_TRUE(lines_of(comparison_csv({&one, 1}, raw))[1].starts_with("=1+1,"));
  for (const char start : {'=', '+', '-', '@', '\t', '\r'}) {
    one.current.name = std::string(1, start) + "x";
    const std::string document = comparison_csv({&one, 1});
    const std::string cell = document.substr(document.find('\n') + 1);
    EXPECT_TRUE(cell.starts_with("'") || cell.starts_with("\"'")) << cell;
  }
}

TEST(ComparisonCsv, EveryRowHasTheColumnsOfTheHeader) {
  const Comparison one = example_comparison();
  const auto lines = lines_of(comparison_csv({&one, 1}));
  ASSERT_EQ(lines.size(), 9U);
  const auto commas = std::ranges::count(lines[0], ',');
  for (const std::string& line : lines) EXPECT_EQ(std::ranges::count(line, ','), commas) << line;
}

TEST(GithubAnnotations, AreOneLineEachWhateverTheTextIs) {
  const Comparison one = hostile_comparison();
  const auto lines = lines_of(github_annotations({&one, 1}));
  ASSERT_EQ(lines.size(), 7U);  // three findings, three gates and the verdict
  for (const std::string& line : lines) {
    EXPECT_TRUE(line.starts_with("::error title=") || line.starts_with("::warning title=") ||
                line.starts_with("::notice title="))
        << line;
    EXPECT_EQ(line.find('\r'), std::string::npos);
    EXPECT_NE(line.find("50%25%0D%0A::error::"), std::string::npos) << line;
  }
  EXPECT_TRUE(lines[0].starts_with("::error title=Response length%3A drifted::0.3127 ["));
}

TEST(ComparisonMarkdown, IsShortAndSaysTheVerdictFirst) {
  const Comparison large = large_comparison();
  const std::string text = comparison_markdown({&large, 1});
  EXPECT_LT(text.size(), 10'000U);
  EXPECT_TRUE(text.starts_with("### \U0001F534 Drifted: 2 of 6 metrics moved"));
}

TEST(ComparisonMarkdown, FencesTextLongerThanItsBackticks) {
  Comparison one = example_comparison();
  one.current.name = "a``b|c\n@somebody";
  const std::string text = comparison_markdown({&one, 1});
  EXPECT_NE(text.find("``` a``b\\|c @somebody ```"), std::string::npos) << text;
}

TEST(ComparisonSarif, LevelsFollowTheVerdicts) {
  const Comparison one = example_comparison();
  const auto json = nlohmann::json::parse(comparison_sarif({&one, 1}));
  const auto& results = json["runs"][0]["results"];
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[1]["ruleId"], "severity_psi");
  EXPECT_EQ(results[1]["level"], "warning");
  EXPECT_EQ(results[3]["ruleId"], "gate/verdict");
  EXPECT_EQ(results[3]["level"], "error");
  EXPECT_EQ(results[4]["ruleId"], "gate/tool_sequence_jaccard>=0.3");
  EXPECT_EQ(results[4]["level"], "warning");
}

TEST(ComparisonText, SaysWhatIsMissing) {
  EXPECT_EQ(p_text(std::nullopt), "n/a");
  EXPECT_EQ(p_text(0.00001), "< 0.0001");
  EXPECT_EQ(csv_number(std::nullopt), "");
  EXPECT_EQ(csv_number(-0.00001), "0.0000");
  EXPECT_EQ(interval_text(std::nullopt), "n/a");
  EXPECT_EQ(title_of("a_new_metric"), "a_new_metric");
}

TEST(ComparisonText, AVerdictWithoutMetricsIsStillASentence) {
  Comparison empty;
  EXPECT_EQ(verdict_sentence(empty), "Undecided: too little data for a verdict.");
  empty.verdict = Verdict::stable;
  EXPECT_TRUE(verdict_sentence(empty).starts_with("Stable: none of 0"));
}

TEST(ComparisonWriters, NoneIsADocumentToo) {
  EXPECT_EQ(nlohmann::json::parse(comparison_json({}))["comparisons"].size(), 0U);
  EXPECT_EQ(comparison_jsonl({}), "");
  EXPECT_EQ(lines_of(comparison_csv({})).size(), 1U);
  EXPECT_FALSE(comparison_html({}).empty());
}

}  // namespace
}  // namespace plumb
