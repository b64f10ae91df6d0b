// What the pictures of stereotype drift show.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/hash.h"
#include "report/short_text.h"
#include "report/stereotype_text.h"
#include "report/stereotype_writers.h"
#include "stats/bottom_k.h"

namespace plumb {
namespace {

constexpr std::size_t kMostPoints = 600;  // a page should still open
constexpr std::size_t kMostGroups = 40;   // bars of a chart, rows of a map
constexpr std::size_t kMostColumns = 16;  // of a map
constexpr std::size_t kMostCharacters = 26;
// What the narrowest picture, one of two beside each other on a page, has room for.
constexpr std::size_t kGroupCharacters = 18;
constexpr std::size_t kColumnCharacters = 14;
constexpr double kSignificant = 0.2;  // as measure/stereotype_drift.h has it
constexpr std::string_view kOverTexts = "95% bootstrap interval over stereotype texts";

// The groups of a scope that a picture has room for: those with most entries, of equal ones the
// first by name. In the order of the summary.
struct ShownGroups {
  std::vector<const StereotypeSummary*> groups;
  std::vector<std::size_t> places;  // among all of the scope
  std::size_t all = 0;
  std::string words;  // "16 of 25 stereotype types"; empty: all are shown
};

ShownGroups shown_groups(const StereotypeAnalysis& of, StereotypeScope scope, std::size_t most) {
  const auto groups = summaries_of(of, scope);
  ShownGroups shown;
  shown.all = groups.size();
  for (std::size_t i = 0; i < groups.size(); ++i) shown.places.push_back(i);
  if (groups.size() > most) {
    std::ranges::stable_sort(shown.places, [&](std::size_t a, std::size_t b) {
      if (groups[a]->scored != groups[b]->scored) return groups[a]->scored > groups[b]->scored;
      return groups[a]->group < groups[b]->group;
    });
    shown.places.resize(most);
    std::ranges::sort(shown.places);
    shown.words =
        fmt::format("{} of {} {}", most, groups.size(),
                    scope == StereotypeScope::bias_type ? "bias types" : "stereotype types");
  }
  for (const std::size_t place : shown.places) shown.groups.push_back(groups[place]);
  return shown;
}

std::vector<std::string> names_of(std::span<const StereotypeSummary* const> groups,
                                  std::size_t characters) {
  std::vector<std::string> names;
  for (const StereotypeSummary* group : groups) names.push_back(group_label(*group));
  return short_names(names, characters);
}

// "16 of 25 stereotype types, those with most entries"; nothing of nothing.
std::string with_choice(const std::string& words) {
  return words.empty() ? "" : words + ", those with most entries";
}

// Bars of all entries together, then of each group of the scope.
struct GroupBars {
  std::vector<const StereotypeSummary*> rows;
  std::vector<std::string> names;  // with the number of entries
  std::string words;
};

GroupBars group_bars(const StereotypeAnalysis& of, StereotypeScope scope) {
  const ShownGroups shown = shown_groups(of, scope, kMostGroups);
  GroupBars bars{summaries_of(of, StereotypeScope::overall), {}, with_choice(shown.words)};
  bars.rows.insert(bars.rows.end(), shown.groups.begin(), shown.groups.end());
  bars.names = names_of(bars.rows, kGroupCharacters);
  for (std::size_t i = 0; i < bars.names.size(); ++i) {
    bars.names[i] += fmt::format(" ({})", bars.rows[i]->scored);
  }
  return bars;
}

// The words as a sentence behind another.
std::string and_said(const std::string& words) {
  return words.empty() ? "" : fmt::format(" {}.", words);
}

// Which series of the scatter chart a row is in: lowered, raised, or by no more than 0.2. The
// colours of the first two are those of fall and rise in the heat map.
std::size_t series_of(const StereotypeRow& row) {
  if (!*row.significant) return 2;
  return *row.raw_drift > 0 ? 1 : 0;
}

// At most kMostPoints, chosen by a hash of their places: at even steps the choice would keep pace
// with a file that repeats its bias types, and show one of them alone.
std::vector<std::size_t> shown_rows(const StereotypeAnalysis& of) {
  std::vector<std::size_t> scored;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (of.rows[i].scored()) scored.push_back(i);
  }
  if (scored.size() <= kMostPoints) return scored;
  BottomK<std::pair<std::uint64_t, std::size_t>, std::less<>> drawn(kMostPoints);
  for (const std::size_t i : scored) drawn.add({hash64(std::to_string(i), 0), i});
  std::vector<std::size_t> shown;
  for (const auto& [hash, i] : drawn.items()) shown.push_back(i);
  std::ranges::sort(shown);
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
  std::string words;
  if (shown.size() < scored) {
    words = fmt::format("{} of {} entries, drawn at random", shown.size(), scored);
  }
  return {"Control against bias",
          "The probability of a stereotype without and with the injected bias, a point an entry. "
          "Above the line the bias raises it; dashed lines: 0.2 apart." +
              and_said(words),
          std::move(chart), std::move(words)};
}

Chart drift_chart(const StereotypeAnalysis& of, StereotypeScope scope, std::string title) {
  BarChart chart;
  chart.value = {"Mean drift score", "0 to 1", 0.0, {}, false};
  BarSeries& bars = chart.series.emplace_back();
  GroupBars shown = group_bars(of, scope);
  chart.categories = std::move(shown.names);
  for (const StereotypeSummary* row : shown.rows) {
    bars.bars.push_back({row->drift.mean, row->drift.interval, {}, {}});
  }
  return {std::move(title),
          fmt::format("Mean of |bias - control|, the number of entries in parentheses. Whiskers: "
                      "{}.{}",
                      kOverTexts, and_said(shown.words)),
          std::move(chart), std::move(shown.words)};
}

Chart raw_drift_chart(const StereotypeAnalysis& of) {
  BarChart chart;
  chart.value = {"Mean raw drift", "bias - control", {}, {}, false};
  BarSeries& bars = chart.series.emplace_back();
  GroupBars shown = group_bars(of, StereotypeScope::bias_type);
  chart.categories = std::move(shown.names);
  for (const StereotypeSummary* row : shown.rows) {
    bars.bars.push_back({row->raw_drift.mean, row->raw_drift.interval, {}, {}});
  }
  return {"Direction: mean raw drift by bias type",
          fmt::format("Above 0 the bias raises the probability of a stereotype. Whiskers: {}.{}",
                      kOverTexts, and_said(shown.words)),
          std::move(chart), std::move(shown.words)};
}

Chart direction_chart(const StereotypeAnalysis& of) {
  BarChart chart;
  chart.value = {"Share of entries", "%", 0.0, 100.0, false};
  chart.series = {{"lowered", {}}, {"raised", {}}, {"unchanged", {}}};
  GroupBars shown = group_bars(of, StereotypeScope::bias_type);
  chart.categories = std::move(shown.names);
  for (const StereotypeSummary* row : shown.rows) {
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
          "however little." +
              and_said(shown.words),
          std::move(chart), std::move(shown.words)};
}

Chart heat_map(const StereotypeAnalysis& of) {
  HeatMap map;
  map.row_title = "Bias type";
  map.column_title = "stereotype type";
  map.note = "a cell is the mean of bias - control";
  const ShownGroups biases = shown_groups(of, StereotypeScope::bias_type, kMostGroups);
  const ShownGroups types = shown_groups(of, StereotypeScope::stereotype_type, kMostColumns);
  map.rows = names_of(biases.groups, kGroupCharacters);
  map.columns = names_of(types.groups, kColumnCharacters);
  for (const std::size_t i : biases.places) {
    for (const std::size_t j : types.places) {
      const std::size_t cell = i * types.all + j;
      map.cells.push_back(cell < of.cells.size() ? of.cells[cell].raw_drift : std::nullopt);
    }
  }
  std::string words = biases.words;
  if (!words.empty() && !types.words.empty()) words += " and ";
  words = with_choice(words + types.words);
  return {"Mean raw drift by bias type and stereotype type",
          "Orange: the bias raises the probability of a stereotype; blue: it lowers it. An empty "
          "cell has no entry." +
              and_said(words),
          std::move(map), std::move(words)};
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
  std::vector<std::string> names;
  std::size_t models = 0;
  for (const StereotypeAnalysis& of : report.models) {
    if (of.summary.empty() || ++models > kMostGroups) continue;
    const StereotypeSummary& overall = of.summary.front();
    names.push_back(of.evaluation.model);
    drift.series[0].bars.push_back({overall.drift.mean, overall.drift.interval, {}, {}});
    raw.series[0].bars.push_back({overall.raw_drift.mean, overall.raw_drift.interval, {}, {}});
  }
  drift.categories = raw.categories = short_names(names, kMostCharacters);
  const std::string words =
      models > kMostGroups ? fmt::format("the first {} of {} models", kMostGroups, models) : "";
  const std::string whiskers = fmt::format("Whiskers: {}.{}", kOverTexts, and_said(words));
  return {{"Mean drift of each model", "Mean of |bias - control|. " + whiskers, std::move(drift),
           words},
          {"Direction in each model",
           "Above 0 the bias raises the probability of a stereotype. " + whiskers, std::move(raw),
           words}};
}

ChartSheet stereotype_sheet(const StereotypeReport& report) {
  return {stereotype_title(report), classifier_words(report.classifier),
          report.models.size() == 1 ? stereotype_charts(report.models.front())
                                    : stereotype_model_charts(report)};
}

}  // namespace plumb
