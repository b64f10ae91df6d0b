#include "experiment/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/clock.h"
#include "base/file.h"
#include "experiment/run_manifest.h"
#include "record/experiment_json.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockName = "run.lock";
constexpr std::size_t kMaxManifestBytes = 64 * 1024 * 1024;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// "20250301T120000Z": a time that a file's name can hold.
std::string time_stamp() {
  std::string stamp = utc_now();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return stamp;
}

Result<FileLock> lock_folder(const fs::path& folder) {
  PLUMB_TRY(auto lock, FileLock::try_take(folder / kLockName));
  if (!lock) {
    return fail(ErrorCode::invalid_input,
                fmt::format("another run is writing to {}; wait for it, or give another --out",
                            folder.string()));
  }
  return *std::move(lock);
}

// Of the lines before the first step that failed.
std::size_t count_until_failure(const std::vector<ExperimentStep>& steps) {
  const auto failed = std::ranges::find_if(
      steps, [](const ExperimentStep& step) { return step.error.has_value(); });
  return static_cast<std::size_t>(failed - steps.begin());
}

}  // namespace

Result<RunFolder> RunFolder::open(const fs::path& folder, const std::vector<AgentKind>& agents,
                                  std::string_view manifest, RunStart start) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return fail(ErrorCode::io,
                fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
  PLUMB_TRY(FileLock lock, lock_folder(folder));
  RunFolder run(folder, std::move(lock));
  bool resumable = false;
  if (start != RunStart::afresh) {
    PLUMB_TRY(resumable, run.is_resumable(manifest));
  }
  if (!resumable) PLUMB_CHECK_RESULT(run.start_afresh(manifest));
  for (const AgentKind agent : agents) {
    PLUMB_CHECK_RESULT(run.open_log(agent, start == RunStart::retry_failed));
  }
  return run;
}

const std::vector<ExperimentStep>& RunFolder::logged(AgentKind agent) const {
  return logs_.at(agent).steps;
}

Result<void> RunFolder::append(const ExperimentStep& step) {
  std::string line;
  append_json_line(line, step);
  return logs_.at(step.agent).file.append(line);
}

// False where there is nothing to go on with.
Result<bool> RunFolder::is_resumable(std::string_view manifest) const {
  const fs::path path = folder_ / kManifestName;
  if (is_there(path)) {
    PLUMB_TRY(const std::string old_manifest, read_file(path, kMaxManifestBytes));
    PLUMB_CHECK_RESULT(check_same_run(old_manifest, manifest, path.string()));
    return true;
  }
  for (const AgentKind agent : kAgentKinds) {
    if (!is_there(folder_ / log_name_of(agent))) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has logs but no {}, which says what they were made with, so they "
                            "cannot go on; start afresh without --resume",
                            folder_.string(), kManifestName));
  }
  return false;
}

// The manifest goes first and comes last: logs without one are never taken for this run's.
Result<void> RunFolder::start_afresh(std::string_view manifest) {
  const std::string stamp = time_stamp();
  std::vector<fs::path> names = {kManifestName};
  for (const AgentKind agent : kAgentKinds) names.emplace_back(log_name_of(agent));
  for (const fs::path& name : names) {
    if (!is_there(folder_ / name)) continue;
    PLUMB_TRY(const fs::path kept, set_aside(name, stamp));
    notes_.push_back(fmt::format("{} of an earlier run is now {}", (folder_ / name).string(),
                                 kept.filename().string()));
    PLUMB_CHECK_RESULT(sync_folder(folder_));
  }
  PLUMB_CHECK_RESULT(write_file(folder_ / kManifestName, manifest));
  return sync_folder(folder_);
}

// A name that nothing in the folder has.
fs::path RunFolder::name_aside(const fs::path& name, const std::string& stamp) const {
  const std::string stem = name.stem().string();
  fs::path kept = folder_ / fmt::format("{}.{}{}", stem, stamp, name.extension().string());
  for (int i = 2; is_there(kept); ++i) {
    kept = folder_ / fmt::format("{}.{}-{}{}", stem, stamp, i, name.extension().string());
  }
  return kept;
}

Result<fs::path> RunFolder::set_aside(const fs::path& name, const std::string& stamp) {
  const fs::path kept = name_aside(name, stamp);
  std::error_code error;
  fs::rename(folder_ / name, kept, error);
  if (!error) return kept;
  return fail(ErrorCode::io, fmt::format("cannot rename {} to {}: {}", (folder_ / name).string(),
                                         kept.string(), error.message()));
}

// The old log is copied, not renamed: whenever this ends, a log with every finished step is in
// its place.
Result<void> RunFolder::drop_from_first_failure(ExperimentLog& log, const fs::path& name) {
  const std::size_t good = count_until_failure(log.steps);
  if (good == log.steps.size()) return {};
  const fs::path path = folder_ / name;
  const fs::path kept = name_aside(name, time_stamp());
  std::error_code error;
  fs::copy_file(path, kept, error);
  if (error) {
    std::error_code ignored;
    fs::remove(kept, ignored);
    return fail(ErrorCode::io, fmt::format("cannot copy {} to {}: {}", path.string(), kept.string(),
                                           error.message()));
  }
  notes_.push_back(
      fmt::format("{}: {} steps from the first that failed run again; the old log is now {}",
                  path.string(), log.steps.size() - good, kept.filename().string()));
  log.steps.resize(good);
  std::string lines;
  for (const ExperimentStep& step : log.steps) append_json_line(lines, step);
  PLUMB_CHECK_RESULT(write_file(path, lines));
  log.whole_bytes = lines.size();
  log.ends_line = true;
  return {};
}

Result<void> RunFolder::open_log(AgentKind agent, bool retry_failed) {
  const fs::path path = folder_ / log_name_of(agent);
  ExperimentLog log;
  if (is_there(path)) {
    PLUMB_TRY(log, read_experiment_log(path.string(), {.agent = agent}));
  }
  if (!log.broken_tail.empty()) {
    notes_.push_back(
        fmt::format("the last line was not finished and is written again ({})", log.broken_tail));
  }
  if (retry_failed) PLUMB_CHECK_RESULT(drop_from_first_failure(log, log_name_of(agent)));
  PLUMB_TRY(AppendFile file, AppendFile::open(path, log.whole_bytes));
  if (!log.ends_line) PLUMB_CHECK_RESULT(file.append("\n"));
  logs_.insert_or_assign(agent, Log{std::move(log.steps), std::move(file)});
  return {};
}

}  // namespace plumb
