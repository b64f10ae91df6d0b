// The files of an interpreted experiment, in the folder of its logs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/interpretation.h"

namespace plumb {

// Of each model, in its folder: task_comparison.csv, summary_stats.csv, significance_stats.csv,
// ids_by_step.png, ids_by_task_type.png, ids_per_task.png, experiment_report.md and .html. With
// several models, in `folder` itself: cross_model.csv, cross_model.png, and one
// experiment_report.md and .html about all of them. Returns what was written, in that order;
// each file is whole or as it was. Fails with io.
Result<std::vector<std::filesystem::path>> write_experiment_files(
    const std::filesystem::path& folder, const ExperimentReport& report, bool raw_csv = false);

}  // namespace plumb
