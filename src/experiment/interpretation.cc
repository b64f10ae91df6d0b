#include "experiment/interpretation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "experiment/interpretation_warnings.h"
#include "experiment/task_pairing.h"
#include "judge/experiment_verdict.h"
#include "record/task.h"
#include "stats/sample.h"

namespace plumb {
namespace {

using AgentMember = std::optional<AgentDrift> TaskComparison::*;
using ScoreMember = std::optional<double> AgentDrift::*;

// "overall", the types that Plumb knows, then those of other logs as they come.
std::vector<std::string> scopes_of(std::span<const TaskComparison> tasks) {
  std::vector<std::string> found;
  for (const TaskComparison& task : tasks) {
    if (std::ranges::find(found, task.task_type) == found.end()) found.push_back(task.task_type);
  }
  std::vector<std::string> scopes = {std::string(kOverall)};
  for (const TaskType type : kTaskTypes) {
    const auto known = std::ranges::find(found, name_of(type));
    if (known == found.end()) continue;
    scopes.push_back(*known);
    found.erase(known);
  }
  std::ranges::move(found, std::back_inserter(scopes));
  return scopes;
}

RunValue score_of(AgentMember agent, ScoreMember score) {
  return [agent, score](const TaskComparison& run) {
    return run.*agent ? (*(run.*agent)).*score : std::nullopt;
  };
}

// As score_of, but of runs whose pair is whole, so that both agents' means are over the same.
RunValue paired_score_of(AgentMember agent, ScoreMember score,
                         std::optional<double> TaskComparison::* delta) {
  return [value = score_of(agent, score), delta](const TaskComparison& run) {
    return run.*delta ? value(run) : std::nullopt;
  };
}

ScopeSummary summarize(std::span<const TaskComparison> tasks, std::span<const TaskUnit> units,
                       std::string_view scope, const ResamplingOptions& options) {
  ScopeSummary row;
  row.scope = scope;
  std::vector<double> baseline;
  std::vector<double> intent;
  for (const TaskComparison& task : tasks) {
    if (!task.winner || (scope != kOverall && task.task_type != scope)) continue;
    baseline.push_back(*task.baseline->mean_ids);
    intent.push_back(*task.intent->mean_ids);
    if (*task.winner == TaskWinner::intent) ++row.intent_wins;
    if (*task.winner == TaskWinner::baseline) ++row.baseline_wins;
  }
  row.total_tasks = baseline.size();
  if (!baseline.empty()) {
    row.baseline_mean_ids = mean_of(baseline);
    row.intent_mean_ids = mean_of(intent);
  }
  const auto mean = [&](const RunValue& value) {
    return mean_over_tasks(values_of(units, scope, value), options);
  };
  constexpr auto kDelta = &TaskComparison::delta_mean;
  constexpr auto kGoalDelta = &TaskComparison::delta_mean_inferred_goal;
  constexpr auto kGoalMean = &AgentDrift::mean_ids_inferred_goal;
  row.baseline = mean(paired_score_of(&TaskComparison::baseline, &AgentDrift::mean_ids, kDelta));
  row.intent = mean(paired_score_of(&TaskComparison::intent, &AgentDrift::mean_ids, kDelta));
  row.baseline_inferred_goal =
      mean(paired_score_of(&TaskComparison::baseline, kGoalMean, kGoalDelta));
  row.intent_inferred_goal = mean(paired_score_of(&TaskComparison::intent, kGoalMean, kGoalDelta));
  row.goal_shift = mean([](const TaskComparison& run) { return run.goal_shift; });
  return row;
}

RunValue score_at(std::int64_t step, std::optional<StepAnswer> StepComparison::* agent) {
  return [step, agent](const TaskComparison& run) -> std::optional<double> {
    const auto row = std::ranges::lower_bound(run.steps, step, {}, &StepComparison::step);
    if (row == run.steps.end() || row->step != step || !((*row).*agent)) return std::nullopt;
    return ((*row).*agent)->ids;
  };
}

std::vector<StepMeans> means_by_step(std::span<const TaskUnit> units,
                                     const ResamplingOptions& options) {
  std::set<std::int64_t> numbers;
  for (const TaskUnit& unit : units) {
    for (const TaskComparison* run : unit.runs) {
      for (const StepComparison& step : run->steps) numbers.insert(step.step);
    }
  }
  std::vector<StepMeans> means;
  for (const std::int64_t step : numbers) {
    const auto mean = [&](std::optional<StepAnswer> StepComparison::* agent) {
      return mean_over_tasks(values_of(units, kOverall, score_at(step, agent)), options);
    };
    means.push_back({step, mean(&StepComparison::baseline), mean(&StepComparison::intent)});
  }
  return means;
}

void take_names(Interpretation& out, std::span<const ExperimentStep> steps) {
  std::set<std::string> models;
  for (const ExperimentStep& step : steps) {
    if (step.model) models.insert(*step.model);
    if (out.model.empty() && step.model) out.model = *step.model;
    if (!out.policy && step.policy) {
      out.policy = step.policy;
      out.policy_thresholds = step.policy_thresholds;
    }
  }
  if (models.size() > 1) {
    out.warnings.push_back(fmt::format(
        "the logs name {} models, {} and others, and are taken as one; give each its own folder",
        models.size(), out.model));
  }
}

}  // namespace

Result<Interpretation> interpret_experiment(std::span<const ExperimentStep> steps,
                                            const InterpretationOptions& options) {
  if (steps.empty()) {
    return fail(ErrorCode::invalid_input, "the logs hold no step of an experiment");
  }
  Interpretation out;
  PLUMB_TRY(out.tasks, pair_tasks(steps, options.resampling.seed));
  take_names(out, steps);
  const std::vector<TaskUnit> units = task_units(out.tasks);
  const std::vector<std::string> scopes = scopes_of(out.tasks);
  for (const std::string& scope : scopes) {
    out.summary.push_back(summarize(out.tasks, units, scope, options.resampling));
  }
  out.by_step = means_by_step(units, options.resampling);
  for (const auto against : {IntentReference::initial_output, IntentReference::inferred_goal}) {
    const bool is_headline = against == IntentReference::initial_output;
    if (!is_headline && out.summary.front().intent_inferred_goal.tasks == 0) continue;
    for (const std::string& scope : scopes) {
      out.significance.push_back(significance_of_scope(units, scope, against, options.resampling));
    }
  }
  out.alpha = kExperimentAlpha;
  out.verdict = judge_experiment(out.significance.front(), out.alpha);
  add_warnings(out, units);
  return out;
}

}  // namespace plumb
