// A judged comparison as a document, one writer a format; several comparisons are N
// runs against one baseline. All are pure: formats.h writes their bytes to files.
//
// Names, excerpts and labels come from somebody's responses, so every writer treats
// them as hostile: they are escaped for their format and never change its structure.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "record/comparison.h"
#include "report/chart.h"

namespace plumb {

struct ReportOptions {
  // CSV cells of text that a spreadsheet would run as a formula stay as they are.
  bool raw_csv = false;
  ChartTheme theme = ChartTheme::automatic;
  // One line on what a metric means, for documents that explain; may be empty, and may
  // return nothing for a metric that it does not know.
  std::function<std::string_view(std::string_view metric)> summary_of;
};

using ComparisonSpan = std::span<const Comparison>;

// compare/1 for one comparison, comparisons/1 for any other number; one line.
std::string comparison_json(ComparisonSpan comparisons);
// A line a measurement, with the names of both sides; `scored` is false for additional ones.
std::string comparison_jsonl(ComparisonSpan comparisons);
// A row a measurement, numbers with four decimals.
std::string comparison_csv(ComparisonSpan comparisons, const ReportOptions& options = {});
// Short enough for a comment on a pull request.
std::string comparison_markdown(ComparisonSpan comparisons, const ReportOptions& options = {});
// A suite a comparison, a case a gate and a metric: failed and drifted fail, undecided
// gates are errors, what is not applicable is skipped.
std::string comparison_junit(ComparisonSpan comparisons);
// SARIF 2.1.0, a rule a metric and a gate: an error where it drifted or failed, a warning
// where it only exceeds its threshold or is undecided.
std::string comparison_sarif(ComparisonSpan comparisons, const ReportOptions& options = {});
// Workflow commands of GitHub Actions, for standard output.
std::string github_annotations(ComparisonSpan comparisons);
// A page that needs nothing else.
std::string comparison_html(ComparisonSpan comparisons, const ReportOptions& options = {});

// What the pictures show: values against thresholds, severities, distributions, tools.
std::vector<Chart> comparison_charts(const Comparison& comparison);
// Of several: the scores, and each metric's value over the runs.
std::vector<Chart> runs_charts(ComparisonSpan comparisons);
// For .png and .svg.
ChartSheet comparison_sheet(ComparisonSpan comparisons);

}  // namespace plumb
