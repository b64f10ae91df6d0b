// A judged comparison in the formats of other tools, so that their pages show it.
#pragma once

#include <string>

#include "base/clock.h"
#include "report/comparison_writers.h"

namespace plumb {

// An ExportLogsServiceRequest in OTLP's JSON, one line: an event gen_ai.evaluation.result for each
// metric, and one for the score ("drift_score", of 0 to 100). The label is the verdict, or
// not_applicable; a metric that drifted is a warning. `at` is the time of the events.
std::string evaluation_events(ComparisonSpan comparisons, UtcTime at);

// Results as promptfoo writes them, version 3: a test case a metric, a prompt a comparison. What
// drifted fails; what does not apply passes, and says so.
std::string promptfoo_document(ComparisonSpan comparisons, UtcTime at);

}  // namespace plumb
