#include "store/jobs.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_JOB_COLUMNS                                                              \
  "id, project_id, kind, payload, state, attempts, max_attempts, created_at, due_at, " \
  "worker, lease_until, result, last_error, finished_at"
constexpr std::string_view kSelect = "SELECT " PLUMB_JOB_COLUMNS " FROM jobs";
constexpr std::string_view kById =
    "SELECT " PLUMB_JOB_COLUMNS " FROM jobs WHERE project_id = $1 AND id = $2";
constexpr std::string_view kPending =
    "SELECT " PLUMB_JOB_COLUMNS
    " FROM jobs WHERE project_id = $1 AND dedupe_key = $2 AND state IN ('waiting', 'running')";
constexpr std::string_view kInsert =
    "INSERT INTO jobs (project_id, kind, payload, dedupe_key, state, max_attempts, created_at, "
    "due_at) SELECT id, $2, $3, $4, 'waiting', $5, $6, $7 FROM projects WHERE id = $1 "
    "ON CONFLICT (project_id, dedupe_key) WHERE state IN ('waiting', 'running') DO NOTHING "
    "RETURNING " PLUMB_JOB_COLUMNS;

// $1 worker, $2 the lease's end, $3 now. A running job whose lease has ended is due as well.
constexpr std::string_view kTake =
    "UPDATE jobs SET state = 'running', worker = $1, lease_until = $2, attempts = attempts + 1, "
    "last_error = CASE WHEN state = 'running' THEN 'the worker ' || worker || ' was lost during "
    "attempt ' || attempts ELSE last_error END "
    "WHERE id = (SELECT id FROM jobs WHERE ((state = 'waiting' AND due_at <= $3) OR "
    "(state = 'running' AND lease_until <= $3 AND attempts < max_attempts)){} "
    "ORDER BY due_at, id LIMIT 1 {{skip_locked}}) RETURNING " PLUMB_JOB_COLUMNS;
constexpr std::string_view kFailLost =
    "UPDATE jobs SET state = 'failed', finished_at = $1, last_error = 'the worker ' || worker || "
    "' was lost during attempt ' || attempts || ', the last' WHERE id IN (SELECT id FROM jobs "
    "WHERE state = 'running' AND lease_until <= $1 AND attempts >= max_attempts {skip_locked})";

// Whoever holds the lease: the same worker in the same attempt.
constexpr std::string_view kRenew =
    "UPDATE jobs SET lease_until = $4 WHERE id = $1 AND state = 'running' AND worker = $2 AND "
    "attempts = $3";
constexpr std::string_view kFinish =
    "UPDATE jobs SET state = 'done', result = $4, finished_at = $5, lease_until = NULL "
    "WHERE id = $1 AND state = 'running' AND worker = $2 AND attempts = $3";
constexpr std::string_view kFailAttempt =
    "UPDATE jobs SET state = $4, last_error = $5, due_at = $6, finished_at = $7, lease_until = "
    "NULL WHERE id = $1 AND state = 'running' AND worker = $2 AND attempts = $3";
constexpr std::string_view kPostpone =
    "UPDATE jobs SET state = 'waiting', attempts = attempts - 1, due_at = $4, lease_until = NULL "
    "WHERE id = $1 AND state = 'running' AND worker = $2 AND attempts = $3";
constexpr std::string_view kCounts = "SELECT state, count(*) FROM jobs GROUP BY state";

Result<Job> read_job(const SqlRow& row) {
  Job job;
  PLUMB_CHECK_RESULT(row.read(job.id, job.project, job.kind, job.payload, job.state, job.attempts,
                              job.max_attempts, job.created, job.due, job.worker, job.lease_until,
                              job.result, job.last_error, job.finished));
  return job;
}

// " AND kind IN ($4, $5)", and the values behind those of kTake.
std::string take_statement(std::span<const std::string> kinds, std::vector<SqlValue>& values) {
  std::string condition;
  for (const std::string& kind : kinds) {
    values.emplace_back(kind);
    condition += fmt::format("{}${}", condition.empty() ? " AND kind IN (" : ", ", values.size());
  }
  if (!condition.empty()) condition += ')';
  return fmt::format(fmt::runtime(kTake), condition);
}

}  // namespace

Result<Job> Jobs::enqueue(ProjectId project, const NewJob& wanted) {
  if (wanted.max_attempts < 1) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a job is tried at least once, not {} times", wanted.max_attempts));
  }
  return database_.write([&](SqlConnection& connection) -> Result<Job> {
    const UtcTime now = database_.now();
    // The other may end between the two statements, and then there is room again.
    for (int round = 0; round < 3; ++round) {
      PLUMB_TRY(auto made, connection.row(read_job, kInsert, project, wanted.kind, wanted.payload,
                                          wanted.dedupe_key, wanted.max_attempts, now,
                                          wanted.due.value_or(now)));
      if (made) return *std::move(made);
      if (!wanted.dedupe_key) break;
      PLUMB_TRY(auto pending, connection.row(read_job, kPending, project, *wanted.dedupe_key));
      if (pending) return *std::move(pending);
    }
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
  });
}

Result<std::optional<Job>> Jobs::take(std::string_view worker, std::span<const std::string> kinds,
                                      std::chrono::milliseconds lease) {
  return database_.write([&](SqlConnection& connection) -> Result<std::optional<Job>> {
    const UtcTime now = database_.now();
    PLUMB_CHECK_RESULT(connection.change(kFailLost, now));
    std::vector<SqlValue> values = {SqlValue(worker), SqlValue(now + lease), SqlValue(now)};
    const std::string sql = take_statement(kinds, values);
    PLUMB_TRY(auto taken, connection.rows_of(read_job, sql, values));
    if (taken.empty()) return std::nullopt;
    return std::optional(std::move(taken.front()));
  });
}

Result<bool> Jobs::renew(const Job& taken, std::chrono::milliseconds lease) {
  return database_.write([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto changed, connection.change(kRenew, taken.id, taken.worker, taken.attempts,
                                                    database_.now() + lease));
    return changed == 1;
  });
}

Result<bool> Jobs::finish(const Job& taken, std::string_view result) {
  return database_.write([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto changed, connection.change(kFinish, taken.id, taken.worker, taken.attempts,
                                                    result, database_.now()));
    return changed == 1;
  });
}

Result<bool> Jobs::fail_attempt(const Job& taken, std::string_view sentence,
                                std::chrono::milliseconds delay) {
  return database_.write([&](SqlConnection& connection) -> Result<bool> {
    const UtcTime now = database_.now();
    const bool is_last = taken.attempts >= taken.max_attempts;
    const JobState next = is_last ? JobState::failed : JobState::waiting;
    const auto finished = is_last ? std::optional(now) : std::nullopt;
    PLUMB_TRY(const auto changed,
              connection.change(kFailAttempt, taken.id, taken.worker, taken.attempts, next,
                                sentence, is_last ? taken.due : now + delay, finished));
    return changed == 1;
  });
}

Result<bool> Jobs::postpone(const Job& taken, std::chrono::milliseconds delay) {
  return database_.write([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto changed, connection.change(kPostpone, taken.id, taken.worker,
                                                    taken.attempts, database_.now() + delay));
    return changed == 1;
  });
}

Result<Job> Jobs::get(ProjectId project, JobId id) {
  return database_.read([&](SqlConnection& connection) -> Result<Job> {
    PLUMB_TRY(auto found, connection.row(read_job, kById, project, id));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found, fmt::format("there is no job {}", number_of(id)));
  });
}

Result<Page<Job>> Jobs::list(ProjectId project, const JobFilter& filter,
                             const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<Job>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    query.where_if("kind = ?", filter.kind);
    query.where_if("state = ?", filter.state);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_job, key_by_id<Job>);
  });
}

Result<std::array<std::int64_t, kJobStates.size()>> Jobs::counts() {
  using Counts = std::array<std::int64_t, kJobStates.size()>;
  return database_.read([&](SqlConnection& connection) -> Result<Counts> {
    Counts counts{};
    const auto add = [&](const SqlRow& row) -> Result<void> {
      JobState state{};
      std::int64_t count = 0;
      PLUMB_CHECK_RESULT(row.read(state, count));
      counts[static_cast<std::size_t>(state)] = count;
      return {};
    };
    PLUMB_CHECK_RESULT(connection.run(kCounts, {}, add));
    return counts;
  });
}

}  // namespace plumb
