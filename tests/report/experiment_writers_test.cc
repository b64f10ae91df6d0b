#include "report/experiment_writers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "report/experiment_files.h"
#include "report/experiment_text.h"
#include "support/example_reports.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

Interpretation with_delta(double delta, ExperimentVerdict verdict, std::uint64_t tasks) {
  Interpretation of = testing::example_interpretation("m");
  of.verdict = verdict;
  of.significance[0].tasks = tasks;
  of.significance[0].mean_delta = delta;
  of.significance[0].t_p_value = 0.25;
  of.significance[0].wilcoxon_smallest_p = std::ldexp(1.0, 1 - static_cast<int>(tasks));
  return of;
}

TEST(VerdictWords, SayWhoByHowMuchAndHowSure) {
  const auto words = verdict_words(with_delta(-0.25, ExperimentVerdict::intent_drifts_less, 8));
  EXPECT_EQ(words.headline, "The intent agent drifts less");
  EXPECT_EQ(words.evidence,
            "Mean IDS 0.5000 with the intent, 0.5000 without: -0.2500 over 8 tasks (95% interval "
            "-0.5000 to -0.1250, paired t p = 0.2500, Wilcoxon p = 0.1250).");
  EXPECT_EQ(verdict_words(with_delta(0.25, ExperimentVerdict::baseline_drifts_less, 8)).headline,
            "The baseline agent drifts less");
}

TEST(VerdictWords, TellTooFewFromTooClose) {
  const auto few = verdict_words(with_delta(-0.25, ExperimentVerdict::undecided, 4));
  EXPECT_EQ(few.headline, "Undecided");
  EXPECT_NE(few.evidence.find("lower by 0.2500 over 4 tasks"), std::string::npos);
  EXPECT_NE(few.evidence.find("and so few cannot settle it"), std::string::npos);
  const auto close = verdict_words(with_delta(0.25, ExperimentVerdict::undecided, 8));
  EXPECT_NE(close.evidence.find("higher by 0.2500"), std::string::npos);
  EXPECT_NE(close.evidence.find("but chance alone may do that"), std::string::npos);
  const auto one = verdict_words(with_delta(0.25, ExperimentVerdict::undecided, 1));
  EXPECT_TRUE(one.evidence.ends_with("one task says nothing about others.")) << one.evidence;
  const auto same = verdict_words(with_delta(0, ExperimentVerdict::undecided, 8));
  EXPECT_NE(same.evidence.find("Both agents have the same mean IDS"), std::string::npos);
  EXPECT_EQ(verdict_words({}).evidence, "There is nothing to compare.");
}

Significance noted(std::string scope, IntentReference against, std::vector<std::string> notes) {
  Significance row;
  row.scope = std::move(scope);
  row.against = against;
  row.notes = std::move(notes);
  return row;
}

TEST(SignificanceNotes, AreSaidOnceWithTheScopesTheyAreTrueOf) {
  constexpr auto kOutput = IntentReference::initial_output;
  constexpr auto kGoal = IntentReference::inferred_goal;
  Interpretation of;
  of.significance = {noted("overall", kOutput, {}),
                     noted("summarization", kOutput, {"few"}),
                     noted("planning", kOutput, {"few"}),
                     noted("overall", kGoal, {}),
                     noted("summarization", kGoal, {"few", "a tie"}),
                     noted("planning", kGoal, {"few"})};
  const auto notes = significance_notes(of);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].note, "few");
  EXPECT_EQ(notes[0].scopes, "summarization, planning") << "true of both definitions";
  EXPECT_EQ(notes[1].note, "a tie");
  EXPECT_EQ(notes[1].scopes, "summarization (inferred-goal)");
  const auto headline = significance_notes(of, kOutput);
  ASSERT_EQ(headline.size(), 1U);
  EXPECT_EQ(headline[0].scopes, "summarization, planning");
}

TEST(ShortName, LeavesOutTheMiddleAndKeepsWholeCharacters) {
  EXPECT_EQ(short_name("planning_4", 22), "planning_4");
  EXPECT_EQ(short_name("summarization_of_something_long_12", 21), "summariza...g_long_12");
  EXPECT_EQ(short_name("ääääääääää", 7), "ää...ää");
  EXPECT_EQ(short_name("line\nbreak", 22), "line break");
}

TEST(ModelLabel, HasTheFolderWhereTwoModelsHaveOneName) {
  ExperimentReport report;
  report.models.resize(3);
  report.models[0].model = report.models[1].model = "m";
  report.models[1].folder = "warmer";
  report.models[2].model = "other";
  report.models[2].folder = "folder";
  EXPECT_EQ(model_label(report, report.models[0]), "m");
  EXPECT_EQ(model_label(report, report.models[1]), "m (warmer)");
  EXPECT_EQ(model_label(report, report.models[2]), "other");
}

TEST(NumberTexts, ShowWhatIsMissingAsADash) {
  EXPECT_EQ(share_text({}), "-");
  EXPECT_EQ(share_text(0.125), "12.5%");
  EXPECT_EQ(score_text({}), "-");
  EXPECT_EQ(delta_text(-0.00001), "0.0000");
  EXPECT_EQ(delta_text(0.125), "+0.1250");
  EXPECT_EQ(p_value_text(0.00001), "< 0.0001");
  EXPECT_EQ(range_text({}), "-");
  EXPECT_EQ(drifted_at({}), "-");
  AgentDrift still;
  still.max_ids = 0;
  still.max_step = 1;
  EXPECT_EQ(drifted_at(still), "nowhere") << "not at step 1";
}

TEST(ExperimentSheets, ShowIntervalsGapsAndBothAgents) {
  const Interpretation of = testing::example_interpretation("sleep");
  const auto steps = std::get<LineChart>(ids_by_step_sheet(of).charts.at(0).body);
  ASSERT_EQ(steps.series.size(), 2U);
  EXPECT_TRUE(steps.series[0].points[1].interval);
  EXPECT_FALSE(steps.series[1].points[1].y);
  const auto types = std::get<BarChart>(ids_by_task_type_sheet(of).charts.at(0).body);
  EXPECT_EQ(types.categories, (std::vector<std::string>{"sleep (2 tasks)", "planning (0 tasks)"}));
  EXPECT_FALSE(types.series[0].bars[1].value);
  const ChartSheet tasks = ids_per_task_sheet(of);
  ASSERT_EQ(tasks.charts.size(), 2U);
  EXPECT_EQ(tasks.charts[1].title, "planning");
  const auto planning = std::get<BarChart>(tasks.charts[1].body);
  EXPECT_EQ(planning.categories, std::vector<std::string>{"planning_9"});
  EXPECT_FALSE(planning.series[1].bars[0].value);  // the agent has no log
}

TEST(ExperimentSheets, ShowTheTasksThatDifferMostWhereThereAreMany) {
  Interpretation of;
  of.summary = {ScopeSummary{}, ScopeSummary{}};
  of.summary[0].scope = "overall";
  of.summary[1].scope = "planning";
  for (int i = 0; i < 100; ++i) {
    TaskComparison task = testing::example_task("planning_" + std::to_string(i));
    task.task_type = "planning";
    task.delta_mean = i == 70 ? -0.9 : i * 0.001;
    of.tasks.push_back(task);
  }
  const auto chart = std::get<BarChart>(ids_per_task_sheet(of).charts.at(0).body);
  EXPECT_EQ(chart.categories.size(), 40U);
  EXPECT_EQ(std::ranges::count(chart.categories, "planning_70"), 1);
  EXPECT_EQ(std::ranges::count(chart.categories, "planning_0"), 0);
  EXPECT_EQ(ids_per_task_sheet(of).charts.at(0).title,
            "planning (the 40 of 100 tasks that differ most)");
  of.tasks.resize(40);
  EXPECT_EQ(ids_per_task_sheet(of).charts.at(0).title, "planning") << "all are shown";
}

TEST(ExperimentFiles, OfOneModelStandBesideItsLogs) {
  const TemporaryFolder folder;
  ExperimentReport report = testing::example_experiment("sleep");
  report.models[0].folder.clear();
  const auto written = write_experiment_files(folder.path(), report);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(written->size(), 8U);
  for (const auto& path : *written) EXPECT_GT(std::filesystem::file_size(path), 40U) << path;
}

TEST(ExperimentFiles, OfSeveralModelsAreInTheirFoldersAndJointOnesAbove) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "sleep");
  ExperimentReport report = testing::example_experiment("sleep");
  report.models.push_back(testing::example_interpretation("walk"));
  report.models[1].folder.clear();
  const auto written = write_experiment_files(folder.path(), report);
  ASSERT_TRUE(written) << written.error().message;
  // 8 of the one with a folder, 6 of the other, whose report is the joint one, and 4 joint ones.
  EXPECT_EQ(written->size(), 18U);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "cross_model.png"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "sleep" / "experiment_report.html"));
}

TEST(ExperimentFiles, SayWhichOneCannotBeWritten) {
  const auto written =
      write_experiment_files("/nonexistent/folder", testing::example_experiment("sleep"));
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("task_comparison.csv"), std::string::npos);
}

}  // namespace
}  // namespace plumb
