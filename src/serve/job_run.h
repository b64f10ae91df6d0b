// One run of one job: what the functions that do jobs are given.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "base/result.h"
#include "record/job.h"
#include "record/stored_execution.h"
#include "serve/services.h"

namespace plumb {

class JobRun {
 public:
  JobRun(Services& services, Job job, std::chrono::milliseconds turn,
         const std::atomic<bool>& stopping)
      : services_(services), job_(std::move(job)), turn_(turn), stopping_(stopping) {}

  Services& services() { return services_; }
  const Job& job() const { return job_; }

  // Asked between two steps. False: the lease was lost, or the server stops.
  bool goes_on() const { return !lost_ && !stopping_; }
  // The same for a job that gives way: also false when its turn is over.
  bool has_turn() const { return goes_on() && Clock::now() - began_ < turn_; }

  // The job's end, and what `work` writes, in one transaction: all of it or nothing; once. `work`
  // gives the job's result, JSON. Fails with interrupted where the lease was lost.
  Result<void> finish(const std::function<Result<std::string>()>& work);
  // Gives the results in [from, to) their vectors. False: not all have one yet, because the turn
  // is over or another worker is at it, and the run was postponed.
  Result<bool> embed(const StoredExecution& execution, std::int64_t from, std::int64_t to);
  // Back to the queue, without the loss of an attempt.
  Result<void> postpone(std::chrono::milliseconds delay);

  bool is_over() const { return over_; }  // finished or postponed
  void lose_lease() { lost_ = true; }     // called by the thread that renews

 private:
  using Clock = std::chrono::steady_clock;

  Services& services_;
  Job job_;
  std::chrono::milliseconds turn_;
  const std::atomic<bool>& stopping_;
  Clock::time_point began_ = Clock::now();
  std::atomic<bool> lost_ = false;
  bool over_ = false;
};

// Does the job of this run, by its kind. After a value the run is over.
Result<void> do_job(JobRun& run);

}  // namespace plumb
