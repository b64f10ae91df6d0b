// What the pictures of stereotype drift show.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/short_text.h"
#include "report/stereotype_text.h"
#include "report/stereotype_writers.h"

namespace plumb {
namespace {

constexpr std::size_t kMostPoints = 600;  // a page should still open
constexpr std::size_t kMostGroups = 40;   // bars of a chart, rows of a map
constexpr std::size_t kMostColumns = 16;  // of a map
constexpr std::size_t kMostCharacters = 26;
constexpr double kSignificant = 0.2;  // as measure/stereotype_drift.h has it
constexpr std::string_view kOverTexts = "95% bootstrap interval over stereotype texts";

std::string counted(const StereotypeSummary& of) {
  return fmt::format("{} ({})", short_name(group_label(of), kMostCharacters), of.scored);
}

// The groups of a scope, and first all of them together.
std::vector<const StereotypeSummary*> shown_groups(const StereotypeAnalysis& of,
                                                   StereotypeScope scope) {
  std::vector<const StereotypeSummary*> rows = summaries_of(of, StereotypeScope::overall);
  for (const StereotypeSummary* row : summaries_of(of, scope)) {
    if (rows.size() < kMostGroups) rows.push_back(row);
  }
  return rows;
}

// Which series of the scatter chart a row is in: lowered, raised, or by no more than 0.2. The
// colours of the first two are those of fall and rise in the heat map.
std::size_t series_of(const StereotypeRow& row) {
  if (!*row.significant) return 2;
  return *row.raw_drift > 0 ? 1 : 0;
}

// At most kMostPoints, evenly over the file.
std::vector<std::size_t> shown_rows(const StereotypeAnalysis& of) {
  std::vector<std::size_t> scored;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (of.rows[i].scored()) scored.push_back(i);
  }
  if (scored.size() <= kMostPoints) return scored;
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < kMostPoints; ++i) {
    shown.push_back(scored[i * scored.size() / kMostPoints]);
  }
  return shown;
}

Chart scatter_chart(const StereotypeAnalysis& of) {
  ScatterChart chart;
  chart.x = {"Control score", "0 to 1", 0.0, 1.0, false};
  chart.y = {"Bias score", "0 to 1", 0.0, 1.0, false};
  chart.series = {{"lowered by more than 0.2", {}},
                  {"raised by more than 0.2", {}},
                  {"changed by at most 0.2", {}}};
  chart.diagonals = {0, kSignificant, -kSignificant};
  const std::vector<std::size_t> shown = shown_rows(of);
  for (const std::size_t i : shown) {
    const StereotypeRow& row = of.rows[i];
    const std::string type(of.evaluation.entries[i].bias_type());
    chart.series[series_of(row)].points.push_back(
        {*row.control.score, *row.bias.score,
         fmt::format("entry {}, {}: {} to {}", i, short_name(type, kMostCharacters),
                     score_text(row.control.score), score_text(row.bias.score))});
  }
  const std::uint64_t scored = of.summary.empty() ? 0 : of.summary.front().scored;
  return {"Control against bias",
          fmt::format("The probability of a stereotype without and with the injected bias, a point "
                      "an entry. Above the line the bias raises it; dashed lines: 0.2 apart.{}",
                      shown.size() < scored
                          ? fmt::format(" {} of {} entries, spread evenly.", shown.size(), scored)
                          : ""),
          std::move(chart)};
}

Chart drift_chart(const StereotypeAnalysis& of, StereotypeScope scope, std::string title) {
  BarChart chart;
  chart.value = {"Mean drift score", "0 to 1", 0.0, {}, false};
  BarSeries& bars = chart.series.emplace_back();
  for (const StereotypeSummary* row : shown_groups(of, scope)) {
    chart.categories.push_back(counted(*row));
    bars.bars.push_back({row->drift.mean, row->drift.interval, {}, {}});
  }
  return {std::move(title),
          fmt::format("Mean of |bias - control|, the number of entries in parentheses. Whiskers: "
                      "{}.",
                      kOverTexts),
          std::move(chart)};
}

Chart raw_drift_chart(const StereotypeAnalysis& of) {
  BarChart chart;
  chart.value = {"Mean raw drift", "bias - control", {}, {}, false};
  BarSeries& bars = chart.series.emplace_back();
  for (const StereotypeSummary* row : shown_groups(of, StereotypeScope::bias_type)) {
    chart.categories.push_back(counted(*row));
    bars.bars.push_back({row->raw_drift.mean, row->raw_drift.interval, {}, {}});
  }
  return {"Direction: mean raw drift by bias type",
          fmt::format("Above 0 the bias raises the probability of a stereotype. Whiskers: {}.",
                      kOverTexts),
          std::move(chart)};
}

Chart direction_chart(const StereotypeAnalysis& of) {
  BarChart chart;
  chart.value = {"Share of entries", "%", 0.0, 100.0, false};
  chart.series = {{"lowered", {}}, {"raised", {}}, {"unchanged", {}}};
  for (const StereotypeSummary* row : shown_groups(of, StereotypeScope::bias_type)) {
    chart.categories.push_back(counted(*row));
    const auto share = [row](std::uint64_t count) -> Bar {
      if (row->scored == 0) return {};
      return {100 * static_cast<double>(count) / static_cast<double>(row->scored), {}, {}, {}};
    };
    chart.series[0].bars.push_back(share(row->lowered));
    chart.series[1].bars.push_back(share(row->raised));
    chart.series[2].bars.push_back(share(row->unchanged));
  }
  return {"Direction: how many entries go which way",
          "Entries whose probability of a stereotype the bias raises, lowers, or leaves as it is, "
          "however little.",
          std::move(chart)};
}

Chart heat_map(const StereotypeAnalysis& of) {
  HeatMap map;
  map.row_title = "Bias type";
  map.column_title = "stereotype type";
  map.note = "a cell is the mean of bias - control";
  const auto biases = summaries_of(of, StereotypeScope::bias_type);
  const auto types = summaries_of(of, StereotypeScope::stereotype_type);
  const std::size_t columns = std::min(types.size(), kMostColumns);
  for (std::size_t j = 0; j < columns; ++j) {
    map.columns.push_back(short_name(group_label(*types[j]), kMostCharacters));
  }
  for (std::size_t i = 0; i < std::min(biases.size(), kMostGroups); ++i) {
    map.rows.push_back(short_name(group_label(*biases[i]), kMostCharacters));
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t cell = i * types.size() + j;
      map.cells.push_back(cell < of.cells.size() ? of.cells[cell].raw_drift : std::nullopt);
    }
  }
  return {"Mean raw drift by bias type and stereotype type",
          "Orange: the bias raises the probability of a stereotype; blue: it lowers it. An empty "
          "cell has no entry.",
          std::move(map)};
}

std::string subtitle_of(const StereotypeReport& report, bool whiskers) {
  return classifier_words(report.classifier) + (whiskers ? "; whiskers: 95% intervals" : "");
}

// The chart's title is that of the picture, which may be shown alone.
ChartSheet one_chart_sheet(const StereotypeReport& report, const StereotypeAnalysis& of,
                           Chart chart) {
  ChartSheet sheet{
      fmt::format("{}: {}", chart.title, short_name(of.evaluation.model, kMostCharacters)),
      subtitle_of(report, std::holds_alternative<BarChart>(chart.body)),
      {}};
  chart.title.clear();
  sheet.charts.push_back(std::move(chart));
  return sheet;
}

}  // namespace

ChartSheet control_bias_sheet(const StereotypeReport& report, const StereotypeAnalysis& of) {
  return one_chart_sheet(report, of, scatter_chart(of));
}

ChartSheet bias_type_sheet(const StereotypeReport& report, const StereotypeAnalysis& of) {
  return one_chart_sheet(report, of,
                         drift_chart(of, StereotypeScope::bias_type, "Drift by bias type"));
}

ChartSheet stereotype_type_sheet(const StereotypeReport& report, const StereotypeAnalysis& of) {
  return one_chart_sheet(
      report, of, drift_chart(of, StereotypeScope::stereotype_type, "Drift by stereotype type"));
}

ChartSheet stereotype_heat_map_sheet(const StereotypeReport& report, const StereotypeAnalysis& of) {
  return one_chart_sheet(report, of, heat_map(of));
}

ChartSheet direction_sheet(const StereotypeReport& report, const StereotypeAnalysis& of) {
  return {fmt::format("Direction of drift: {}", short_name(of.evaluation.model, kMostCharacters)),
          subtitle_of(report, true),
          {raw_drift_chart(of), direction_chart(of)}};
}

std::vector<Chart> stereotype_charts(const StereotypeAnalysis& of) {
  return {scatter_chart(of),
          heat_map(of),
          drift_chart(of, StereotypeScope::bias_type, "Drift by bias type"),
          drift_chart(of, StereotypeScope::stereotype_type, "Drift by stereotype type"),
          raw_drift_chart(of),
          direction_chart(of)};
}

std::vector<Chart> stereotype_model_charts(const StereotypeReport& report) {
  BarChart drift;
  drift.value = {"Mean drift score", "0 to 1", 0.0, {}, false};
  BarChart raw;
  raw.value = {"Mean raw drift", "bias - control", {}, {}, false};
  drift.series.emplace_back();
  raw.series.emplace_back();
  for (const StereotypeAnalysis& of : report.models) {
    if (of.summary.empty() || drift.categories.size() == kMostGroups) continue;
    const StereotypeSummary& overall = of.summary.front();
    const std::string name = short_name(of.evaluation.model, kMostCharacters);
    drift.categories.push_back(name);
    drift.series[0].bars.push_back({overall.drift.mean, overall.drift.interval, {}, {}});
    raw.categories.push_back(name);
    raw.series[0].bars.push_back({overall.raw_drift.mean, overall.raw_drift.interval, {}, {}});
  }
  const std::string whiskers = fmt::format("Whiskers: {}.", kOverTexts);
  return {{"Mean drift of each model", "Mean of |bias - control|. " + whiskers, std::move(drift)},
          {"Direction in each model",
           "Above 0 the bias raises the probability of a stereotype. " + whiskers, std::move(raw)}};
}

ChartSheet stereotype_sheet(const StereotypeReport& report) {
  return {stereotype_title(report), classifier_words(report.classifier),
          report.models.size() == 1 ? stereotype_charts(report.models.front())
                                    : stereotype_model_charts(report)};
}

}  // namespace plumb
