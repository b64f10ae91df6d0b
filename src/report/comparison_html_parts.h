// The tables of a comparison's page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/comparison_writers.h"

namespace plumb {

std::string html_metric_table(const std::vector<Measurement>& measurements,
                              std::string_view caption, const ReportOptions& options);

// What became of each --fail-on; nothing where none was asked for.
std::string html_gates(const Comparison& comparison);

// For each metric that drifted or exceeds its threshold: what changed, which responses
// contribute most, in which labels. Long lists are cut, and say so.
std::string html_explanations(const Comparison& comparison);

// Both sides' files, the model, the settings.
std::string html_provenance(ComparisonSpan comparisons);

}  // namespace plumb
