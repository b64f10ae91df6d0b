// What an experiment's logs say: two agents at the same tasks, task by task, step by step,
// and how sure one can be that one of them drifts less.
//
// Scores are IDS, lower is better; a delta is intent - baseline. A value that does not exist
// (a failed step, a task of one agent only) is none, never 0 and never NaN.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/experiment.h"
#include "record/intent_report.h"
#include "record/measurement.h"
#include "record/provenance.h"
#include "record/trend.h"

namespace plumb {

enum class TaskWinner { baseline, intent, tie };  // whose mean is lower
std::string_view name_of(TaskWinner winner);

enum class ExperimentVerdict { intent_drifts_less, baseline_drifts_less, undecided };
std::string_view name_of(ExperimentVerdict verdict);  // "intent-drifts-less", ...

// What one agent answered at one step.
struct StepAnswer {
  std::string output;
  std::optional<double> ids;                // against the output of step 0
  std::optional<double> ids_inferred_goal;  // against the goal that the instructions moved
  std::optional<std::string> error;         // why there is no output

  friend bool operator==(const StepAnswer&, const StepAnswer&) = default;
};

struct StepComparison {
  std::int64_t step = 0;
  std::string prompt;
  std::optional<StepAnswer> baseline;  // none: not in its log
  std::optional<StepAnswer> intent;
  // The intent that the intent agent was given when it answered.
  std::optional<std::string> intent_goal;
  std::optional<std::int64_t> intent_version;
  std::optional<bool> conflict_would_trigger;
  std::optional<std::string> inferred_goal;

  friend bool operator==(const StepComparison&, const StepComparison&) = default;
};

// One agent over the steps from 1 on that have a score.
struct AgentDrift {
  std::uint64_t scored_steps = 0;
  std::optional<double> mean_ids;
  std::optional<double> min_ids;
  std::optional<double> max_ids;
  std::optional<std::int64_t> max_step;      // the first where max_ids is
  std::optional<TurningPoint> change_point;  // none below 8 steps
  std::optional<double> mean_ids_inferred_goal;
  std::vector<std::int64_t> failed_steps;   // in the log, without an output
  std::vector<std::int64_t> missing_steps;  // not in the log, though the task goes further

  friend bool operator==(const AgentDrift&, const AgentDrift&) = default;
};

// One id of the logs; a task that is repeated has one for each run.
struct TaskComparison {
  std::string task_id;
  std::string task_type;               // "summarization", "planning", or the id's own prefix
  std::optional<AgentDrift> baseline;  // none: not in its log
  std::optional<AgentDrift> intent;
  std::optional<double> delta_mean;
  std::optional<double> delta_max;
  std::optional<double> delta_mean_inferred_goal;
  std::optional<double> goal_shift;  // how far the instructions moved the goal
  std::optional<TaskWinner> winner;  // none where a mean is
  std::vector<StepComparison> steps;

  friend bool operator==(const TaskComparison&, const TaskComparison&) = default;
};

// Over tasks, the runs of one averaged before.
struct TaskMean {
  std::optional<double> mean;
  std::optional<Interval> interval;  // bootstrap over tasks; none below 2
  std::uint64_t tasks = 0;

  friend bool operator==(const TaskMean&, const TaskMean&) = default;
};

// Of the ids that both agents have a mean for.
struct ScopeSummary {
  std::string scope;  // "overall", then each task type
  std::optional<double> baseline_mean_ids;
  std::optional<double> intent_mean_ids;
  std::uint64_t intent_wins = 0;
  std::uint64_t baseline_wins = 0;  // total - wins of both: ties
  std::uint64_t total_tasks = 0;
  // The same with every task counting once, with intervals; for charts.
  TaskMean baseline;
  TaskMean intent;
  TaskMean baseline_inferred_goal;
  TaskMean intent_inferred_goal;
  TaskMean goal_shift;

  friend bool operator==(const ScopeSummary&, const ScopeSummary&) = default;
};

// Is the mean delta other than 0? The unit is the task: runs of one are averaged, and runs
// with identical outputs count once.
struct Significance {
  std::string scope;
  IntentReference against = IntentReference::initial_output;
  std::uint64_t tasks = 0;
  std::uint64_t runs = 0;            // that were averaged
  std::uint64_t identical_runs = 0;  // that were left out
  std::optional<double> mean_delta;
  std::optional<double> t;  // paired
  std::optional<double> t_degrees;
  std::optional<double> t_p_value;
  std::optional<Interval> t_interval;  // of the mean delta
  std::optional<double> wilcoxon;      // the smaller rank sum
  std::optional<double> wilcoxon_p_value;
  std::optional<double> wilcoxon_smallest_p;  // that so many tasks can reach
  std::string wilcoxon_method;                // "exact", "normal"; empty without a test
  std::optional<double> cohens_d;             // d_z: mean / standard deviation of the deltas
  std::optional<Interval> bootstrap_interval;
  std::string bootstrap_method;    // "bca", "percentile"; empty without an interval
  std::vector<std::string> notes;  // what the numbers cannot say, as sentences

  friend bool operator==(const Significance&, const Significance&) = default;
};

struct StepMeans {
  std::int64_t step = 0;
  TaskMean baseline;
  TaskMean intent;

  friend bool operator==(const StepMeans&, const StepMeans&) = default;
};

// What embedding the logged outputs again gave.
struct RescoreResult {
  std::uint64_t compared = 0;  // scores that were logged and could be computed again
  std::uint64_t added = 0;     // that were not logged
  double largest_difference = 0;
  std::string largest_at;  // "baseline planning_4 step 3"; empty where nothing was compared

  friend bool operator==(const RescoreResult&, const RescoreResult&) = default;
};

// One model.
struct Interpretation {
  std::string model;   // as its log names it; may be empty
  std::string folder;  // its logs, below the report's own folder; empty: in it
  ExperimentVerdict verdict = ExperimentVerdict::undecided;
  double alpha = 0.05;                     // the p-value that decided it, at most
  std::vector<ScopeSummary> summary;       // overall first
  std::vector<TaskComparison> tasks;       // in the order of the logs
  std::vector<StepMeans> by_step;          // ascending
  std::vector<Significance> significance;  // of summary's scopes, one definition after the other
  std::optional<std::string> policy;       // of the intent agent
  std::vector<std::pair<std::string, double>> policy_thresholds;
  std::vector<std::pair<std::string, std::string>> run;  // how it was made, as run.json says
  std::optional<RescoreResult> rescore;
  std::vector<std::string> warnings;  // sentences
};

// Every model of a folder.
struct ExperimentReport {
  std::vector<Interpretation> models;
  std::vector<std::string> warnings;
  Provenance provenance;
};

// The row of a scope and definition; null where there is none.
const Significance* significance_of(const Interpretation& interpretation, std::string_view scope,
                                    IntentReference against);

}  // namespace plumb
