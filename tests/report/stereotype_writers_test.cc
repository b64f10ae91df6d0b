#include "report/stereotype_writers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "report/short_text.h"
#include "report/stereotype_files.h"
#include "report/stereotype_text.h"
#include "support/example_stereotypes.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

template <class Body>
Body body_of(const ChartSheet& sheet) {
  return std::get<Body>(sheet.charts.front().body);
}

StereotypeAnalysis scored_pairs(std::size_t count) {
  StereotypeAnalysis of = testing::example_stereotype_analysis("m");
  of.rows.assign(count, of.rows.front());
  of.evaluation.entries.assign(count, of.evaluation.entries.front());
  of.summary.front().scored = count;
  return of;
}

TEST(StereotypeWords, SayHowManyAndWhichWay) {
  const StereotypeSummary overall =
      testing::example_stereotype_summary(StereotypeScope::overall, "");
  EXPECT_EQ(drift_words(overall),
            "1 of 1 entries drift by more than 0.2 (100.0%, 95% interval 25.0% to 100.0%)");
  EXPECT_EQ(direction_words(overall),
            "mean raw drift +0.5000 (95% interval 0.2500 to 0.7500), Wilcoxon p = 0.1250");
  EXPECT_EQ(drift_words({}), "No entry has a drift score");
  EXPECT_EQ(direction_words({}), "");
}

TEST(StereotypeWords, NameTheClassifierAndWhatItStandsInFor) {
  StereotypeClassifier classifier;
  classifier.model = "hearts";
  EXPECT_EQ(classifier_words(classifier), "scores of the classifier hearts");
  classifier.note = "the HEARTS classifier is not on this machine";
  EXPECT_EQ(classifier_words(classifier),
            "scores of Plumb's embedded classifier hearts, not of HEARTS");
}

TEST(StereotypeTables, SayWhichPValuesAndIntervalsTheyShow) {
  StereotypeReport report = testing::example_stereotypes("m");
  report.provenance.bootstrap_draws = 1'999;
  report.provenance.seed = 7;
  for (const std::string& text : {stereotype_text(report), stereotype_markdown(report)}) {
    EXPECT_NE(text.find("Wilcoxon p adj"), std::string::npos) << text;
    EXPECT_NE(text.find("bootstrap over stereotype texts, 1999 draws, seed 7"), std::string::npos);
    EXPECT_NE(text.find("Benjamini and Hochberg"), std::string::npos);
    EXPECT_EQ(text.find("Benjamini"), text.rfind("Benjamini"));
  }
}

TEST(StereotypeCsv, RowsCarryWhatItTakesToRepeatThem) {
  StereotypeReport report = testing::example_stereotypes("m");
  report.classifier.precision = "f32";
  report.classifier.instruction_set = "avx2";
  report.provenance.plumb_version = "9.9";
  report.provenance.vectors = VectorOrigin{"v", "", "int8", "portable", 384};
  report.provenance.seed = 7;
  report.provenance.bootstrap_draws = 1'999;
  const std::string rows = stereotype_csv(report);
  EXPECT_NE(rows.find(",drift_classifier_precision,drift_classifier_instruction_set,"
                      "drift_embedding_precision,drift_embedding_instruction_set,"
                      "drift_plumb_version\n"),
            std::string::npos);
  EXPECT_TRUE(rows.ends_with(",f32,avx2,int8,portable,9.9\n")) << rows;
  const std::string summary = stereotype_summary_csv(report, report.models.front());
  EXPECT_NE(summary.find(",drift_plumb_version,bootstrap_draws,seed\n"), std::string::npos);
  EXPECT_TRUE(summary.ends_with(",9.9,1999,7\n")) << summary;
}

TEST(StereotypeCsv, AFieldNamedLikeAColumnIsNotCopied) {
  const StereotypeReport report = testing::example_stereotypes("m");
  const std::string table = stereotype_csv(report);
  const std::string header = table.substr(0, table.find('\n'));
  EXPECT_EQ(header.find("drift_error"), header.rfind("drift_error"));
  EXPECT_EQ(table.find("the entry's own"), std::string::npos);
  EXPECT_TRUE(is_stereotype_column("drift_note"));
  EXPECT_FALSE(is_stereotype_column("error"));
}

TEST(StereotypeCharts, TheScatterChartTellsWhichWayAnEntryWent) {
  const StereotypeReport report = testing::example_stereotypes("m");
  const auto chart = body_of<ScatterChart>(control_bias_sheet(report, report.models.front()));
  ASSERT_EQ(chart.series.size(), 3U);
  ASSERT_EQ(chart.series[1].points.size(), 1U);  // raised; the entry without a score is nowhere
  EXPECT_EQ(chart.series[1].points[0].x, 0.25);
  EXPECT_EQ(chart.series[1].points[0].y, 0.75);
  EXPECT_TRUE(chart.series[0].points.empty() && chart.series[2].points.empty());
}

TEST(StereotypeCharts, ManyEntriesAreSpreadOverAPictureThatStillOpens) {
  StereotypeReport report = testing::example_stereotypes("m");
  report.models = {scored_pairs(10'000)};
  const ChartSheet sheet = control_bias_sheet(report, report.models.front());
  EXPECT_EQ(body_of<ScatterChart>(sheet).series[1].points.size(), 600U);
  EXPECT_NE(sheet.charts[0].description.find("600 of 10000 entries"), std::string::npos);
  EXPECT_LT(stereotype_html(report).size(), 500'000U);
}

TEST(StereotypeCharts, ADrawingOfSomeEntriesKeepsEveryBiasTypeOfAFileThatRepeatsThem) {
  StereotypeReport report = testing::example_stereotypes("m");
  report.models = {scored_pairs(2'400)};
  StereotypeAnalysis& of = report.models.front();
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    of.rows[i].control.score = 0.1 * static_cast<double>(i % 4);  // a bias type's own
  }
  const ChartSheet sheet = control_bias_sheet(report, of);
  const auto chart = body_of<ScatterChart>(sheet);
  std::map<double, int> of_each;
  for (const ScatterPoint& point : chart.series[1].points) ++of_each[point.x];
  ASSERT_EQ(of_each.size(), 4U);
  for (const auto& [score, count] : of_each) EXPECT_NEAR(count, 150, 45) << score;
  const std::string picture = sheet_svg(sheet);
  EXPECT_NE(picture.find(">600 of 2400 entries, drawn at random<"), std::string::npos);
  EXPECT_EQ(sheet_svg(control_bias_sheet(report, of)), picture);
}

// Bias type 0 has 0 entries, 1 has 1 and so on; as many stereotype types.
StereotypeAnalysis many_groups(std::size_t count) {
  StereotypeAnalysis of = testing::example_stereotype_analysis("m");
  of.summary.resize(1);
  of.cells.clear();
  for (const auto scope : {StereotypeScope::bias_type, StereotypeScope::stereotype_type}) {
    for (std::size_t i = 0; i < count; ++i) {
      of.summary.push_back(testing::example_stereotype_summary(
          scope, fmt::format("people who live in town {:03} of the valley", i)));
      of.summary.back().scored = i;
    }
  }
  for (std::size_t i = 0; i < count * count; ++i) {
    of.cells.push_back({"", "", 1, static_cast<double>(i), 0.5});
  }
  return of;
}

TEST(StereotypeCharts, GroupsThatDoNotFitAreThoseWithFewestEntriesAndThePictureSaysSo) {
  StereotypeReport report = testing::example_stereotypes("m");
  report.models = {many_groups(50)};
  const ChartSheet bars = bias_type_sheet(report, report.models.front());
  const auto names = body_of<BarChart>(bars).categories;
  ASSERT_EQ(names.size(), 41U);
  EXPECT_TRUE(names[1].ends_with(" (10)")) << names[1];
  EXPECT_TRUE(names.back().ends_with(" (49)")) << names.back();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  constexpr std::string_view kBars = "40 of 50 bias types, those with most entries";
  EXPECT_NE(sheet_svg(bars).find(fmt::format(">{}<", kBars)), std::string::npos);
  EXPECT_NE(bars.charts[0].description.find(kBars), std::string::npos);

  const ChartSheet sheet = stereotype_heat_map_sheet(report, report.models.front());
  const auto map = body_of<HeatMap>(sheet);
  ASSERT_EQ(map.columns.size(), 16U);
  EXPECT_EQ(std::set(map.columns.begin(), map.columns.end()).size(), 16U);
  EXPECT_EQ(map.cells.front(), 10.0 * 50 + 34);
  EXPECT_EQ(map.cells.back(), 49.0 * 50 + 49);
  EXPECT_NE(sheet_svg(sheet).find(">40 of 50 bias types and 16 of 50 stereotype types, those with "
                                  "most entries<"),
            std::string::npos);
}

TEST(StereotypeCharts, ModelsThatDoNotFitAreCounted) {
  StereotypeReport report = testing::example_stereotypes("m");
  report.models.assign(43, report.models.front());
  EXPECT_NE(sheet_svg(stereotype_sheet(report)).find(">the first 40 of 43 models<"),
            std::string::npos);
}

TEST(ShortNames, StayDistinct) {
  const std::vector<std::string> names = {"mothers of twins in town", "mothers of boys in town",
                                          "mothers of girls in town", "fathers"};
  EXPECT_EQ(short_names(names, 12),
            (std::vector<std::string>{"...twi...own", "...boy...own", "...gir...own", "fathers"}));
  const std::vector<std::string> words = {"mothersoftwinsintown", "mothersofgirlsintown"};
  EXPECT_EQ(short_names(words, 12), (std::vector<std::string>{"mothe...town", "mot...own #2"}));
}

TEST(StereotypeCharts, TheHeatMapHasACellForEachPairOfTypes) {
  const StereotypeReport report = testing::example_stereotypes("m");
  const auto map = body_of<HeatMap>(stereotype_heat_map_sheet(report, report.models.front()));
  EXPECT_EQ(map.rows, std::vector<std::string>{"m"});
  EXPECT_EQ(map.columns, std::vector<std::string>{"(none)"});
  EXPECT_EQ(map.cells, (std::vector<std::optional<double>>{0.5}));
}

TEST(StereotypeFiles, GoToTheFolderOfModelAndDate) {
  const TemporaryFolder folder;
  const StereotypeReport report = testing::example_stereotypes("gemma2_9b");
  const auto written =
      write_stereotype_files(folder.path() / "a" / "b", report, report.models.front());
  ASSERT_TRUE(written) << written.error().message;
  ASSERT_EQ(written->size(), 8U);
  const auto own = folder.path() / "a" / "b" / "gemma2_9b" / "20250301";
  EXPECT_EQ(written->front(), own / "drift_analysis.csv");
  EXPECT_EQ((*written)[1], own / "summary.csv");
  for (const auto& path : *written) EXPECT_GT(std::filesystem::file_size(path), 0U) << path;
}

TEST(StereotypeFiles, AFolderThatCannotBeMadeIsASentence) {
  const StereotypeReport report = testing::example_stereotypes("m");
  const auto written = write_stereotype_files("/dev/null/x", report, report.models.front());
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("cannot be made"), std::string::npos);
}

}  // namespace
}  // namespace plumb
