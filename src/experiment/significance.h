// How sure the difference between two agents is. The unit is the task: runs of one task are
// no independent evidence, so they are averaged, and runs with identical outputs count once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/interpretation.h"

namespace plumb {

// A task with its distinct runs. It refers to the comparisons that it was made of.
struct TaskUnit {
  std::string_view task;  // without a run's suffix
  std::string_view task_type;
  std::vector<const TaskComparison*> runs;
  std::uint64_t identical_runs = 0;  // left out: some run before has the same outputs
};

// The tasks that both agents took part in, in the order of the logs; all tasks where there
// is none such. Runs of a task are compared with each other, output by output.
std::vector<TaskUnit> task_units(std::span<const TaskComparison> tasks);

// Every type takes part in this scope, which comes first.
inline constexpr std::string_view kOverall = "overall";
bool is_in_scope(const TaskUnit& unit, std::string_view scope);

using RunValue = std::function<std::optional<double>(const TaskComparison&)>;

// A number a task of the scope, the mean over its runs that have one; tasks without are
// left out.
std::vector<double> values_of(std::span<const TaskUnit> units, std::string_view scope,
                              const RunValue& value);

struct ResamplingOptions {
  std::uint64_t draws = 9'999;
  std::uint64_t seed = 42;
  double level = 0.95;
};

// Their mean, with a BCa bootstrap interval from 2 values on.
TaskMean mean_over_tasks(std::span<const double> values, const ResamplingOptions& options);

// Paired t, Wilcoxon, Cohen's d_z and a BCa bootstrap interval of the tasks' mean deltas. What
// the numbers cannot bear is none, and a note says why: with 4 tasks Wilcoxon's p-value cannot
// go below 0.125 (2^(1-n)), whatever the data.
Significance significance_of_scope(std::span<const TaskUnit> units, std::string_view scope,
                                   IntentReference against, const ResamplingOptions& options);

}  // namespace plumb
