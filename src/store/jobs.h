// A queue of jobs that outlives restarts. A job is taken by exactly one worker, for as long as a
// lease; a worker that dies lets the lease run out, and another takes the job. Attempts are
// bounded, and the last failure can be read.
//
// Work may therefore start twice (a worker that was only slow), but ends once: of two workers
// one's finish() is told that it came too late. Times are those of the callers' clocks, so leases
// should be longer than the servers' clocks differ.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/job.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

struct NewJob {
  std::string kind{};
  std::string payload{};                    // JSON
  std::optional<std::string> dedupe_key{};  // one such job waits or runs at a time
  std::int64_t max_attempts = 5;
  std::optional<UtcTime> due{};  // none: now
};

struct JobFilter {
  std::optional<std::string> kind{};
  std::optional<JobState> state{};
};

class Jobs {
 public:
  explicit Jobs(Database& database) : database_(database) {}

  // The job, or the one that waits or runs with the same dedupe key. Fails with not_found: no such
  // project.
  Result<Job> enqueue(ProjectId project, const NewJob& wanted);

  // The job that has been due for longest, of one of the kinds (none given: of any), which is now
  // this worker's; none where nothing is due.
  Result<std::optional<Job>> take(std::string_view worker, std::span<const std::string> kinds,
                                  std::chrono::milliseconds lease);

  // The four take what take() gave. False: the lease was lost, and nothing changed.
  Result<bool> renew(const Job& taken, std::chrono::milliseconds lease);
  Result<bool> finish(const Job& taken, std::string_view result);
  // Waits again until `delay` has passed, or is failed where that was the last attempt.
  Result<bool> fail_attempt(const Job& taken, std::string_view sentence,
                            std::chrono::milliseconds delay);

  // Waits again until `delay` has passed, and this run does not count as an attempt: it only gave
  // way, or cannot start yet.
  Result<bool> postpone(const Job& taken, std::chrono::milliseconds delay);

  Result<Job> get(ProjectId project, JobId id);
  Result<Page<Job>> list(ProjectId project, const JobFilter& filter, const PageRequest& request);
  // Of all projects, in the order of kJobStates.
  Result<std::array<std::int64_t, kJobStates.size()>> counts();

 private:
  Database& database_;
};

}  // namespace plumb
