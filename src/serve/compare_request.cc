#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <string>
#include <utility>

#include "base/interrupt.h"
#include "serve/compare_request_json.h"
#include "serve/job_queue.h"
#include "serve/stored_comparison.h"
#include "serve/stored_profile.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{250};

ServedResult<StoredExecution> previous_of(const Call& call, ExecutionId execution) {
  PLUMB_TRY(auto found, call.services.store.executions().previous(call.caller.project, execution));
  if (found) return *std::move(found);
  return refused(404, fmt::format("no completed execution was made before execution {}; name one "
                                  "by baseline_execution_id",
                                  number_of(execution)));
}

Problem not_embedded(const Job& job) {
  Problem problem(503, fmt::format("the embeddings could not be made: {}; mend that and ask "
                                   "again, or ask with \"embeddings\": false",
                                   job.last_error.value_or("the job failed")));
  problem.extra = {{"job_id", number_of(job.id)}, {"status_url", status_url(job)}};
  return problem;
}

// Looks until `is_there` says so, or the time is over; a request that finds no seat looks once.
ServedResult<bool> wait(Services& services, std::chrono::milliseconds time,
                        const std::function<ServedResult<bool>()>& is_there) {
  const auto end = Clock::now() + time;
  const auto seat = services.seats.take(time.count() > 0 ? services.most_waiting : 0);
  for (;;) {
    const std::uint64_t seen = services.bell.rings();
    auto there = is_there();
    if (!there || *there) return there;
    if (!seat || Clock::now() >= end || interrupted()) return false;
    services.bell.wait_until(seen, std::min(end, Clock::now() + kBetweenLooks));
  }
}

}  // namespace

ServedResult<StoredExecution> completed_execution(const Call& call, ExecutionId id) {
  PLUMB_TRY(auto execution, call.services.store.executions().get(call.caller.project, id));
  PLUMB_CHECK_RESULT(check_completed(execution));
  return execution;
}

ServedResult<StoredExecution> baseline_of(const Call& call,
                                          const std::optional<ExecutionId>& execution) {
  if (const auto by_id = call.member<std::int64_t>("baseline_execution_id")) {
    return completed_execution(call, ExecutionId{*by_id});
  }
  for (const char* name : {"tag", "baseline_tag"}) {  // which mean the same
    const auto tag = call.member<std::string>(name);
    if (!tag) continue;
    PLUMB_TRY(const auto baseline,
              call.services.store.baselines().find_by_tag(call.caller.project, *tag));
    return completed_execution(call, baseline.execution);
  }
  assert(execution);  // of several executions the document asks for one of the members
  return previous_of(call, *execution);
}

ServedResult<bool> wait_for_vectors(Services& services, std::span<const StoredExecution> executions,
                                    std::chrono::milliseconds time) {
  // Without its model a server cannot embed: its state, and not a fault that only the log may name.
  if (const auto origin = services.embeddings.origin(); !origin) {
    bool all_brought = true;
    for (const StoredExecution& execution : executions) {
      PLUMB_TRY(const bool brought, brings_vectors(services, execution));
      all_brought = all_brought && brought;
    }
    if (all_brought) return true;
    return refused(503,
                   fmt::format("{}; or ask with \"embeddings\": false", origin.error().message));
  }
  std::vector<StoredExecution> missing;
  std::vector<Job> jobs;
  for (const StoredExecution& execution : executions) {
    PLUMB_TRY(const bool embedded, is_embedded(services, execution));
    if (embedded) continue;
    PLUMB_TRY(Job job, queue_embed(services, execution.project, {execution.id}));
    missing.push_back(execution);
    jobs.push_back(std::move(job));
  }
  return wait(services, time, [&]() -> ServedResult<bool> {
    for (std::size_t i = 0; i < missing.size(); ++i) {
      PLUMB_TRY(const bool embedded, is_embedded(services, missing[i]));
      if (embedded) continue;
      PLUMB_TRY(const Job job, services.store.jobs().get(jobs[i].project, jobs[i].id));
      if (job.state == JobState::failed) return std::unexpected(not_embedded(job));
      return false;
    }
    return true;
  });
}

ServedResult<Job> wait_for_job(Services& services, const Job& job, std::chrono::milliseconds time) {
  Job seen = job;
  const auto ended = wait(services, time, [&]() -> ServedResult<bool> {
    PLUMB_TRY(seen, services.store.jobs().get(job.project, job.id));
    if (seen.state == JobState::failed) {
      return refused(503, seen.last_error.value_or("the job failed"));
    }
    return seen.state == JobState::done;
  });
  if (!ended) return std::unexpected(ended.error());
  return seen;
}

std::string status_url(const Job& job) {
  return fmt::format("/api/v1/jobs/{}", number_of(job.id));
}

Answer accepted(const Job& job) {
  Answer answer;
  answer.status = 202;
  answer.body = {{"job_id", number_of(job.id)},
                 {"status_url", status_url(job)},
                 {"state", name_of(job.state)}};
  answer.headers = {{"location", status_url(job)}, {"retry-after", "2"}};
  answer.audit = fmt::format("jobs/{}", number_of(job.id));
  return answer;
}

}  // namespace plumb
