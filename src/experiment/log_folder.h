// A folder with the logs of an experiment, or with a folder of them for each model.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ingest/line_reader.h"
#include "record/experiment.h"

namespace plumb {

struct ModelLogs {
  std::string folder;                 // its name below the given one; empty: the given one
  std::vector<ExperimentStep> steps;  // of baseline_runs.jsonl, then of intent_runs.jsonl
  std::vector<std::pair<std::string, std::string>> run;  // of run.json; empty without one
  std::vector<std::string> warnings;                     // on lines that were left out
};

struct LogFolderOptions {
  bool skip_bad = false;
  std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes;
};

// The folder's own logs, if it has any, then those of each folder right below it, by name. A
// log that is not there is empty. Fails with not_found where there is no folder or no log, and
// like read_experiment_log.
Result<std::vector<ModelLogs>> read_log_folder(const std::filesystem::path& folder,
                                               const LogFolderOptions& options = {});

}  // namespace plumb
