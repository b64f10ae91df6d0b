#include "experiment/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "judge/experiment_verdict.h"
#include "record/experiment.h"
#include "stats/bootstrap.h"
#include "stats/cohens_d.h"
#include "stats/sample.h"
#include "stats/t_test.h"
#include "stats/wilcoxon.h"

namespace plumb {
namespace {

// Resampling fewer values than this sees too little of what others could be.
constexpr std::size_t kFewestForBootstrap = 8;

bool same_output(const std::optional<StepAnswer>& a, const std::optional<StepAnswer>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->output == b->output && a->error.has_value() == b->error.has_value();
}

bool same_outputs(const TaskComparison& a, const TaskComparison& b) {
  return std::ranges::equal(
      a.steps, b.steps, [](const StepComparison& left, const StepComparison& right) {
        return left.step == right.step && same_output(left.baseline, right.baseline) &&
               same_output(left.intent, right.intent);
      });
}

void add_run(TaskUnit& unit, const TaskComparison& run) {
  const bool is_known = std::ranges::any_of(
      unit.runs, [&](const TaskComparison* known) { return same_outputs(*known, run); });
  if (is_known) {
    ++unit.identical_runs;
  } else {
    unit.runs.push_back(&run);
  }
}

bool is_paired(const TaskComparison& task) {
  return task.baseline && task.intent;
}

std::string_view name_of_method(BootstrapMethod method) {
  return method == BootstrapMethod::bca ? "bca" : "percentile";
}

void add_t(Significance& row, std::span<const double> deltas, double level) {
  const auto t = paired_t(deltas, level);
  if (!t) {
    row.notes.push_back("no paired t: " + t.error().message);
    return;
  }
  row.t = t->statistic;
  row.t_degrees = t->degrees;
  row.t_p_value = t->p_value;
  row.t_interval = Interval{t->low, t->high, level};
}

void add_wilcoxon(Significance& row, std::span<const double> deltas) {
  const auto test = wilcoxon_signed_rank(deltas);
  if (!test) {
    row.notes.push_back("no Wilcoxon test: " + test.error().message);
    return;
  }
  row.wilcoxon = test->statistic;
  row.wilcoxon_p_value = test->p_value;
  row.wilcoxon_method = test->method == WilcoxonMethod::exact ? "exact" : "normal";
  if (test->zeros > 0) {
    row.notes.push_back(fmt::format("{} of the {} tasks {} a tie, which Wilcoxon's ranks leave out",
                                    test->zeros, deltas.size(), test->zeros == 1 ? "is" : "are"));
  }
  if (test->method == WilcoxonMethod::normal) return;
  const auto ranked = static_cast<int>(deltas.size() - test->zeros);
  row.wilcoxon_smallest_p = std::min(1.0, std::ldexp(1.0, 1 - ranked));
  if (*row.wilcoxon_smallest_p <= kExperimentAlpha) return;
  row.notes.push_back(
      fmt::format("with {} task{} Wilcoxon's p-value cannot go below {:.4g}, whatever the data",
                  ranked, ranked == 1 ? "" : "s", *row.wilcoxon_smallest_p));
}

void add_cohens_d(Significance& row, std::span<const double> deltas) {
  if (const auto d = cohens_d_paired(deltas)) {
    row.cohens_d = *d;
  } else {
    row.notes.push_back("no Cohen's d: " + d.error().message);
  }
}

void add_bootstrap(Significance& row, std::span<const double> deltas,
                   const ResamplingOptions& options) {
  const auto interval = bootstrap_mean(deltas, {.draws = options.draws,
                                                .seed = options.seed,
                                                .level = options.level,
                                                .method = BootstrapMethod::bca});
  if (!interval) {
    row.notes.push_back("no bootstrap interval: " + interval.error().message);
    return;
  }
  row.bootstrap_interval = Interval{interval->low, interval->high, interval->level};
  row.bootstrap_method = name_of_method(interval->method);
  if (deltas.size() >= kFewestForBootstrap) return;
  row.notes.push_back(fmt::format(
      "with {} tasks a bootstrap interval is narrower than it should be; that of t is not",
      deltas.size()));
}

}  // namespace

std::vector<TaskUnit> task_units(std::span<const TaskComparison> tasks) {
  const bool any_paired = std::ranges::any_of(tasks, is_paired);
  std::vector<TaskUnit> units;
  std::map<std::string_view, std::size_t> places;
  for (const TaskComparison& run : tasks) {
    if (any_paired && !is_paired(run)) continue;
    const std::string_view task = task_without_run(run.task_id);
    const auto [place, is_new] = places.try_emplace(task, units.size());
    if (is_new) units.push_back({task, run.task_type, {}, 0});
    add_run(units[place->second], run);
  }
  return units;
}

bool is_in_scope(const TaskUnit& unit, std::string_view scope) {
  return scope == kOverall || unit.task_type == scope;
}

std::vector<double> values_of(std::span<const TaskUnit> units, std::string_view scope,
                              const RunValue& value) {
  std::vector<double> values;
  std::vector<double> of_runs;
  for (const TaskUnit& unit : units) {
    if (!is_in_scope(unit, scope)) continue;
    of_runs.clear();
    for (const TaskComparison* run : unit.runs) {
      if (const auto found = value(*run)) of_runs.push_back(*found);
    }
    if (!of_runs.empty()) values.push_back(mean_of(of_runs));
  }
  return values;
}

TaskMean mean_over_tasks(std::span<const double> values, const ResamplingOptions& options) {
  TaskMean result;
  result.tasks = values.size();
  if (values.empty()) return result;
  result.mean = mean_of(values);
  const auto interval = bootstrap_mean(
      values, {.draws = options.draws, .seed = options.seed, .level = options.level});
  if (interval) result.interval = Interval{interval->low, interval->high, interval->level};
  return result;
}

Significance significance_of_scope(std::span<const TaskUnit> units, std::string_view scope,
                                   IntentReference against, const ResamplingOptions& options) {
  const auto delta = against == IntentReference::initial_output
                         ? &TaskComparison::delta_mean
                         : &TaskComparison::delta_mean_inferred_goal;
  const auto delta_of_run = [delta](const TaskComparison& run) { return run.*delta; };
  Significance row;
  row.scope = scope;
  row.against = against;
  const std::vector<double> deltas = values_of(units, scope, delta_of_run);
  row.tasks = deltas.size();
  for (const TaskUnit& unit : units) {
    if (!is_in_scope(unit, scope)) continue;
    row.identical_runs += unit.identical_runs;
    row.runs += static_cast<std::uint64_t>(std::ranges::count_if(
        unit.runs, [&](const TaskComparison* run) { return (run->*delta).has_value(); }));
  }
  if (deltas.empty()) {
    row.notes.emplace_back("no task has a score of both agents");
    return row;
  }
  row.mean_delta = mean_of(deltas);
  if (deltas.size() < 2) {
    row.notes.emplace_back("one task says nothing about others; a test needs 2 or more");
    return row;
  }
  add_t(row, deltas, options.level);
  add_wilcoxon(row, deltas);
  add_cohens_d(row, deltas);
  add_bootstrap(row, deltas, options);
  return row;
}

}  // namespace plumb
