// A step of an experiment as a line of its log.
#pragma once

#include <string>

#include "record/experiment.h"

namespace plumb {

// Appends the step as one line of JSON and its end. The members that every such log has come
// first, then Plumb's own; what a step does not have is left out, but `output` and `ids`, which
// are null. Scores have 4 decimals; bytes that are not UTF-8 become U+FFFD.
void append_json_line(std::string& out, const ExperimentStep& step);

}  // namespace plumb
