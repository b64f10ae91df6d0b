// What the pictures of an experiment show.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/experiment_text.h"
#include "report/experiment_writers.h"

namespace plumb {
namespace {

constexpr std::size_t kMostBars = 40;        // of one chart; a picture has an end
constexpr std::size_t kMostCharacters = 22;  // of a name beside a bar
constexpr std::size_t kMostTypes = 12;       // charts of ids_per_task
constexpr std::string_view kBaseline = "baseline (no intent)";
constexpr std::string_view kIntent = "intent agent";

Axis score_axis(std::string title) {
  return {std::move(title), "0 to 1", 0.0, 1.0, false};
}

std::string counted_tasks(std::uint64_t tasks) {
  return fmt::format("{} task{}", tasks, tasks == 1 ? "" : "s");
}

// "Intent drift by step: SmolLM2", for pictures that are shown alone.
std::string titled(std::string_view title, const Interpretation& of) {
  std::string out(title);
  if (!of.model.empty()) out += ": " + short_name(of.model, 44);
  return out;
}

Bar bar_of(const TaskMean& mean) {
  return {mean.mean, mean.interval, {}, {}};
}

Chart step_chart(const Interpretation& of) {
  LineChart chart;
  chart.x = {"Step", "", {}, {}, true};
  chart.y = score_axis("Mean IDS");
  chart.series = {{std::string(kBaseline), {}}, {std::string(kIntent), {}}};
  for (const StepMeans& step : of.by_step) {
    const auto x = static_cast<double>(step.step);
    chart.series[0].points.push_back({x, step.baseline.mean, step.baseline.interval});
    chart.series[1].points.push_back({x, step.intent.mean, step.intent.interval});
  }
  return {
      "Intent drift by step",
      "Mean IDS of each step over tasks; 0 is the answer of step 0, lower is better. Bands: 95% "
      "bootstrap interval over tasks.",
      std::move(chart)};
}

Chart type_chart(const Interpretation& of) {
  BarChart chart;
  chart.value = score_axis("Mean IDS");
  chart.series = {{std::string(kBaseline), {}}, {std::string(kIntent), {}}};
  for (const ScopeSummary& row : of.summary) {
    if (row.scope == "overall" || chart.categories.size() == kMostTypes) continue;
    chart.categories.push_back(
        fmt::format("{} ({})", row.scope, counted_tasks(row.baseline.tasks)));
    chart.series[0].bars.push_back(bar_of(row.baseline));
    chart.series[1].bars.push_back(bar_of(row.intent));
  }
  return {"Intent drift by task type",
          "Mean IDS over the tasks of a type; lower is better. Whiskers: 95% bootstrap interval "
          "over tasks.",
          std::move(chart)};
}

Bar bar_of(const std::optional<AgentDrift>& agent) {
  if (!agent || !agent->mean_ids) return {};
  return {agent->mean_ids, Interval{*agent->min_ids, *agent->max_ids}, {}, {}};
}

// Of a type's tasks the ones whose agents differ most, in the order of the logs.
std::vector<const TaskComparison*> shown_tasks(const Interpretation& of, std::string_view type) {
  std::vector<const TaskComparison*> tasks;
  for (const TaskComparison& task : of.tasks) {
    if (task.task_type == type) tasks.push_back(&task);
  }
  if (tasks.size() <= kMostBars) return tasks;
  std::ranges::sort(tasks, {}, [](const TaskComparison* task) {
    return std::pair(-std::abs(task->delta_mean.value_or(0)), task);
  });
  tasks.resize(kMostBars);
  std::ranges::sort(tasks);
  return tasks;
}

// "planning", or "planning (the 40 of 100 tasks that differ most)".
std::string type_title(const Interpretation& of, std::string_view type) {
  const auto all = std::ranges::count(of.tasks, type, &TaskComparison::task_type);
  if (static_cast<std::size_t>(all) <= kMostBars) return std::string(type);
  return fmt::format("{} (the {} of {} tasks that differ most)", type, kMostBars, all);
}

Chart task_chart(const Interpretation& of, const std::string& type) {
  BarChart chart;
  chart.value = score_axis("Mean IDS");
  chart.series = {{std::string(kBaseline), {}}, {std::string(kIntent), {}}};
  for (const TaskComparison* task : shown_tasks(of, type)) {
    chart.categories.push_back(short_name(task->task_id, kMostCharacters));
    chart.series[0].bars.push_back(bar_of(task->baseline));
    chart.series[1].bars.push_back(bar_of(task->intent));
  }
  return {"Intent drift by task: " + type_title(of, type),
          "Mean IDS over the steps of each task; lower is better. Whiskers: from the lowest to the "
          "highest step.",
          std::move(chart)};
}

Chart model_means_chart(const ExperimentReport& report) {
  BarChart chart;
  chart.value = score_axis("Mean IDS");
  chart.series = {{std::string(kBaseline), {}}, {std::string(kIntent), {}}};
  for (const Interpretation& of : report.models) {
    if (of.summary.empty() || chart.categories.size() == kMostBars) continue;
    chart.categories.push_back(short_name(model_label(report, of), kMostCharacters));
    chart.series[0].bars.push_back(bar_of(of.summary.front().baseline));
    chart.series[1].bars.push_back(bar_of(of.summary.front().intent));
  }
  return {"Mean drift of each model",
          "Mean IDS over all tasks; lower is better. Whiskers: 95% bootstrap interval over tasks.",
          std::move(chart)};
}

Chart model_deltas_chart(const ExperimentReport& report) {
  BarChart chart;
  chart.value = {"Mean delta", "IDS", {}, {}, false};
  BarSeries& series = chart.series.emplace_back();
  for (const Interpretation& of : report.models) {
    const Significance* row = significance_of(of, "overall", IntentReference::initial_output);
    if (row == nullptr || chart.categories.size() == kMostBars) continue;
    chart.categories.push_back(short_name(model_label(report, of), kMostCharacters));
    series.bars.push_back({row->mean_delta, row->bootstrap_interval, {}, {}});
  }
  return {"What the intent changes in each model",
          "Mean delta (intent - baseline) over all tasks; below 0 the intent agent drifts less. "
          "Whiskers: 95% bootstrap "
          "interval over tasks.",
          std::move(chart)};
}

}  // namespace

ChartSheet ids_by_step_sheet(const Interpretation& of) {
  Chart chart = step_chart(of);
  chart.title.clear();
  return {titled("Intent drift by step", of),
          "lower is better; bands are 95% bootstrap intervals over tasks",
          {std::move(chart)}};
}

ChartSheet ids_by_task_type_sheet(const Interpretation& of) {
  Chart chart = type_chart(of);
  chart.title.clear();
  return {titled("Intent drift by task type", of),
          "lower is better; whiskers are 95% bootstrap intervals over tasks",
          {std::move(chart)}};
}

ChartSheet ids_per_task_sheet(const Interpretation& of) {
  ChartSheet sheet{titled("Intent drift by task", of),
                   "lower is better; mean over the steps from 1 on, whiskers from the lowest to "
                   "the highest step",
                   {}};
  for (const ScopeSummary& row : of.summary) {
    if (row.scope == "overall" || sheet.charts.size() == kMostTypes) continue;
    Chart chart = task_chart(of, row.scope);
    chart.title = type_title(of, row.scope);
    sheet.charts.push_back(std::move(chart));
  }
  return sheet;
}

ChartSheet cross_model_sheet(const ExperimentReport& report) {
  return {experiment_title(report),
          "delta is intent - baseline; whiskers are 95% bootstrap intervals over tasks",
          {model_means_chart(report), model_deltas_chart(report)}};
}

std::vector<Chart> experiment_charts(const Interpretation& of) {
  std::vector<Chart> charts = {step_chart(of), type_chart(of)};
  for (const ScopeSummary& row : of.summary) {
    if (row.scope == "overall" || charts.size() == kMostTypes + 2) continue;
    charts.push_back(task_chart(of, row.scope));
  }
  return charts;
}

ChartSheet experiment_sheet(const ExperimentReport& report) {
  if (report.models.size() != 1) return cross_model_sheet(report);
  const Interpretation& of = report.models.front();
  return {experiment_title(report), verdict_words(of).headline, experiment_charts(of)};
}

}  // namespace plumb
