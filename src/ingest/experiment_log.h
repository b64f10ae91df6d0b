// The log of an experiment, Plumb's own or one made elsewhere with the same fields.
//
// A task is told from others by its id (a suffix such as "_run0" is part of it) and its agent.
// Steps of different tasks may alternate; within a task they ascend, each once.
//
// A process that was killed while it wrote leaves a last line that is no JSON: it is left out,
// and the log says so. Such a line elsewhere is bad, and so is one that is JSON but no step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ingest/line_reader.h"
#include "record/experiment.h"

namespace plumb {

struct ExperimentLogOptions {
  // Whose log it is: a line that names no agent is this one's, and a line of another is bad.
  // None: every line names its agent.
  std::optional<AgentKind> agent = std::nullopt;
  bool skip_bad = false;  // count a bad line and go on instead of failing
  std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes;
};

struct ExperimentLog {
  std::vector<ExperimentStep> steps;  // in the order of the file
  std::uint64_t skipped = 0;
  std::string first_skipped;  // what was wrong with it; empty where none was
  std::string broken_tail;    // what was wrong with the last line; empty where it is whole
  // Where the file must end so that a writer can go on behind the last whole line, and whether
  // that line has its end.
  std::uint64_t whole_bytes = 0;
  bool ends_line = true;
};

// Fails with not_found, io, or invalid_input as `file:line:column: reason`.
Result<ExperimentLog> read_experiment_log(const std::string& path,
                                          const ExperimentLogOptions& options = {});
Result<ExperimentLog> read_experiment_log(LineReader lines,
                                          const ExperimentLogOptions& options = {});

}  // namespace plumb
