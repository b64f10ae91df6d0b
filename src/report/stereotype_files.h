// The files of an analysis of stereotype drift, a folder a model and date.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "record/stereotype_report.h"

namespace plumb {

// Of one of the report's models, in RESULTS/MODEL/DATE, which is made where it is missing:
// drift_analysis.csv, summary.csv, control_vs_bias.png, drift_by_bias_type.png,
// drift_by_stereotype_type.png, drift_heat_map.png, drift_direction.png and
// stereotype_report.html. Returns what was written, in that order; each file is whole or as
// it was. Fails with io.
Result<std::vector<std::filesystem::path>> write_stereotype_files(
    const std::filesystem::path& results, const StereotypeReport& report,
    const StereotypeAnalysis& of, bool raw_csv = false);

}  // namespace plumb
