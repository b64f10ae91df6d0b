#include "experiment/log_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "ingest/experiment_log.h"
#include "ingest/run_facts.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

bool has_logs(const fs::path& folder) {
  std::error_code ignored;
  return std::ranges::any_of(kAgentKinds, [&](AgentKind agent) {
    return fs::is_regular_file(folder / log_name_of(agent), ignored);
  });
}

// The folder itself and those below it that hold a log.
Result<std::vector<fs::path>> folders_with_logs(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && has_logs(entry->path())) found.push_back(entry->path());
  }
  if (error) {
    return fail(ErrorCode::io,
                fmt::format("cannot read the folder {}: {}", folder.string(), error.message()));
  }
  std::ranges::sort(found);
  if (has_logs(folder)) found.insert(found.begin(), folder);
  return found;
}

// How the logs were made, where the folder says so; a report can do without.
void read_manifest(const fs::path& folder, ModelLogs& logs) {
  constexpr std::size_t kMostBytes = 16 * 1024 * 1024;
  const fs::path path = folder / "run.json";
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return;
  const auto read = [&]() -> Result<RunFacts> {
    PLUMB_TRY(const std::string text, read_file(path, kMostBytes));
    return read_run_facts(text, path.string());
  };
  if (auto facts = read()) {
    logs.run = *std::move(facts);
  } else {
    logs.warnings.push_back("how the logs were made is not known: " + facts.error().message);
  }
}

Result<ModelLogs> read_logs(const fs::path& folder, const LogFolderOptions& options) {
  ModelLogs logs;
  for (const AgentKind agent : kAgentKinds) {
    const std::string path = (folder / log_name_of(agent)).string();
    std::error_code ignored;
    if (!fs::exists(path, ignored)) continue;
    PLUMB_TRY(ExperimentLog log,
              read_experiment_log(path, {.agent = agent,
                                         .skip_bad = options.skip_bad,
                                         .max_line_bytes = options.max_line_bytes}));
    if (!log.broken_tail.empty()) {
      logs.warnings.push_back("the last line of a log is broken off and left out: " +
                              log.broken_tail);
    }
    if (log.skipped > 0) {
      logs.warnings.push_back(fmt::format("{} bad line{} of {} left out; the first: {}",
                                          log.skipped, log.skipped == 1 ? "" : "s", path,
                                          log.first_skipped));
    }
    std::ranges::move(log.steps, std::back_inserter(logs.steps));
  }
  read_manifest(folder, logs);
  return logs;
}

}  // namespace

Result<std::vector<ModelLogs>> read_log_folder(const fs::path& folder,
                                               const LogFolderOptions& options) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    return fail(ErrorCode::not_found,
                fmt::format("there is no folder {}; give the one that plumb experiment run wrote, "
                            "\"logs\" unless --out named another",
                            folder.string()));
  }
  PLUMB_TRY(const std::vector<fs::path> found, folders_with_logs(folder));
  if (found.empty()) {
    return fail(ErrorCode::not_found,
                fmt::format("{} holds neither {} nor {}, and no folder in it does", folder.string(),
                            log_name_of(AgentKind::baseline), log_name_of(AgentKind::intent)));
  }
  std::vector<ModelLogs> models;
  for (const fs::path& each : found) {
    PLUMB_TRY(ModelLogs logs, read_logs(each, options));
    if (each != folder) logs.folder = each.filename().string();
    if (logs.steps.empty()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the logs in {} hold no step of an experiment{}", each.string(),
                              logs.warnings.empty() ? "" : "; " + logs.warnings.front()));
    }
    models.push_back(std::move(logs));
  }
  return models;
}

}  // namespace plumb
