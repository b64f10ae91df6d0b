// What the pictures of a comparison show.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "report/comparison_text.h"
#include "report/comparison_writers.h"

namespace plumb {
namespace {

constexpr std::size_t kMostTools = 12;  // a side of the heat map

Chart metric_chart(const Comparison& comparison) {
  BarChart bars;
  bars.value = {"Drift, with its 95% interval", "", 0.0, std::nullopt, false};
  bars.mark_name = "threshold";
  BarSeries& series = bars.series.emplace_back();
  for (const Measurement& each : comparison.results) {
    bars.categories.push_back(title_of(each.metric));
    series.bars.push_back({each.value, each.interval, each.threshold, each.severity});
  }
  return {"Drift by metric",
          "Each metric's value, its interval and its threshold; the table has the numbers",
          std::move(bars)};
}

Chart severity_chart(const Comparison& comparison) {
  BarChart bars;
  bars.value = {"Share of results with a severity", "%", 0.0, std::nullopt, false};
  bars.series = {{"baseline", {}}, {"current", {}}};
  const std::array sides = {&comparison.baseline, &comparison.current};
  for (const Severity severity : kSeverities) {
    const auto index = static_cast<std::size_t>(severity);
    if (sides[0]->severity_counts[index] + sides[1]->severity_counts[index] == 0) continue;
    bars.categories.emplace_back(name_of(severity));
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const auto& counts = sides[i]->severity_counts;
      const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
      Bar bar;
      if (total > 0) bar.value = 100 * static_cast<double>(counts[index]) / total;
      bars.series[i].bars.push_back(bar);
    }
  }
  return {"Severities of the results", "Share of each severity on both sides", std::move(bars)};
}

Chart distribution_chart(const Distribution& distribution) {
  HistogramChart histogram;
  std::string name = distribution.name;
  std::ranges::replace(name, '_', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') {
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  }
  histogram.x = {name, distribution.unit, std::nullopt, std::nullopt, false};
  histogram.edges = distribution.edges;
  histogram.series = {{"baseline", distribution.baseline}, {"current", distribution.current}};
  return {name + ", both sides", "Two histograms over the same bins, overlaid",
          std::move(histogram)};
}

// The names with the largest weights, at most kMostTools, the heaviest first.
std::vector<std::string> heaviest(const std::map<std::string, double>& weights) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, weight] : weights) order.emplace_back(-weight, name);
  std::ranges::sort(order);
  if (order.size() > kMostTools) order.resize(kMostTools);
  std::vector<std::string> names;
  for (auto& [weight, name] : order) names.push_back(std::move(name));
  return names;
}

double share_of(std::uint64_t count, double total) {
  return total > 0 ? 100 * static_cast<double>(count) / total : 0;
}

Chart transition_chart(const std::vector<Transition>& transitions) {
  double baseline_total = 0;
  double current_total = 0;
  std::map<std::string, double> from;
  std::map<std::string, double> to;
  for (const Transition& each : transitions) {
    baseline_total += static_cast<double>(each.baseline);
    current_total += static_cast<double>(each.current);
    const auto weight = static_cast<double>(each.baseline) + static_cast<double>(each.current);
    from[each.from] += weight;
    to[each.to] += weight;
  }
  HeatMap map;
  map.row_title = "from";
  map.column_title = "to";
  map.rows = heaviest(from);
  map.columns = heaviest(to);
  map.cells.resize(map.rows.size() * map.columns.size());
  for (const Transition& each : transitions) {
    const auto row = std::ranges::find(map.rows, each.from);
    const auto column = std::ranges::find(map.columns, each.to);
    if (row == map.rows.end() || column == map.columns.end()) continue;
    const auto index = static_cast<std::size_t>(row - map.rows.begin()) * map.columns.size() +
                       static_cast<std::size_t>(column - map.columns.begin());
    map.cells[index] =
        share_of(each.current, current_total) - share_of(each.baseline, baseline_total);
  }
  map.note = "Change of a transition's share, in percentage points: + is more often in current";
  if (from.size() > map.rows.size() || to.size() > map.columns.size()) {
    map.note += fmt::format("; the {} most frequent tools", kMostTools);
  }
  return {"Tool transitions", "Which tool follows which more or less often than in the baseline",
          std::move(map)};
}

Chart score_chart(ComparisonSpan comparisons) {
  BarChart bars;
  bars.value = {"Drift score", "", 0.0, 100.0, false};
  BarSeries& series = bars.series.emplace_back();
  for (const Comparison& each : comparisons) {
    bars.categories.push_back(each.current.name);
    Bar bar;
    bar.value = each.drift_score;
    series.bars.push_back(bar);
  }
  return {"Drift score of each run", "Higher is closer to the baseline", std::move(bars)};
}

Chart runs_chart(ComparisonSpan comparisons) {
  HeatMap map;
  map.row_title = "run";
  map.column_title = "metric";
  map.changes = false;
  map.note = "A cell is the metric's value; darker is more drift";
  for (const Measurement& each : comparisons.front().results) {
    map.columns.push_back(title_of(each.metric));
  }
  for (const Comparison& run : comparisons) {
    map.rows.push_back(run.current.name);
    for (std::size_t i = 0; i < map.columns.size(); ++i) {
      map.cells.push_back(i < run.results.size() ? run.results[i].value : std::nullopt);
    }
  }
  return {"Metrics of each run", "Every metric's value, a row a run", std::move(map)};
}

bool has_severities(const Comparison& comparison) {
  return comparison.current.with_severity + comparison.baseline.with_severity > 0;
}

}  // namespace

std::vector<Chart> comparison_charts(const Comparison& comparison) {
  std::vector<Chart> charts = {metric_chart(comparison)};
  for (const Distribution& each : comparison.distributions) {
    charts.push_back(distribution_chart(each));
  }
  if (has_severities(comparison)) charts.push_back(severity_chart(comparison));
  if (!comparison.transitions.empty()) charts.push_back(transition_chart(comparison.transitions));
  return charts;
}

std::vector<Chart> runs_charts(ComparisonSpan comparisons) {
  if (comparisons.empty()) return {};
  return {score_chart(comparisons), runs_chart(comparisons)};
}

ChartSheet comparison_sheet(ComparisonSpan comparisons) {
  if (comparisons.size() == 1) {
    const Comparison& one = comparisons.front();
    // The charts name the metrics; a title has no room for all of them.
    const std::string sentence = verdict_sentence(one);
    return {sentence.substr(0, sentence.find(" (")),
            fmt::format("{}; drift score {:.1f}, grade {}", name_of_pair(one), one.drift_score,
                        name_of(one.drift_grade)),
            comparison_charts(one)};
  }
  const std::string against =
      comparisons.empty() ? "" : "against " + comparisons.front().baseline.name;
  return {fmt::format("Drift of {} runs", comparisons.size()), against, runs_charts(comparisons)};
}

}  // namespace plumb
