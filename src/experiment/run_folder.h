// Where a run's logs are: baseline_runs.jsonl, intent_runs.jsonl, run.json and run.lock.
//
// A line is on the disk before append() returns, so that a process that is killed, or a disk
// that is full, loses no finished step. A run that starts afresh renames what an earlier one
// left (baseline_runs.20250301T120000Z.jsonl); nothing is deleted or written over.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/append_file.h"
#include "base/file_lock.h"
#include "base/result.h"
#include "ingest/experiment_log.h"
#include "record/experiment.h"

namespace plumb {

enum class RunStart {
  afresh,
  resume,        // behind the last step that was logged; afresh where there is none
  retry_failed,  // the same, but from the first step that failed
};

class RunFolder {
 public:
  // Makes the folder where it is missing. `manifest` is this run's (experiment/run_manifest.h).
  // Fails with invalid_input where another process runs there, where the logs are not those of
  // this run, and where they cannot be read; with io where the disk fails.
  static Result<RunFolder> open(const std::filesystem::path& folder,
                                const std::vector<AgentKind>& agents, std::string_view manifest,
                                RunStart start);

  const std::filesystem::path& path() const { return folder_; }

  // What was logged before, in its order.
  const std::vector<ExperimentStep>& logged(AgentKind agent) const;

  // To the log of the step's agent.
  Result<void> append(const ExperimentStep& step);

  // What a person should know: a line that was not finished, files that were renamed.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Log {
    std::vector<ExperimentStep> steps;
    AppendFile file;
  };

  RunFolder(std::filesystem::path folder, FileLock lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}

  Result<void> start_afresh(std::string_view manifest);
  Result<bool> is_resumable(std::string_view manifest) const;
  Result<void> open_log(AgentKind agent, bool retry_failed);
  Result<void> drop_from_first_failure(ExperimentLog& log, const std::filesystem::path& name);
  std::filesystem::path name_aside(const std::filesystem::path& name,
                                   const std::string& stamp) const;
  Result<std::filesystem::path> set_aside(const std::filesystem::path& name,
                                          const std::string& stamp);

  std::filesystem::path folder_;
  FileLock lock_;
  std::map<AgentKind, Log> logs_;
  std::vector<std::string> notes_;
};

}  // namespace plumb
