#include "store/retention.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "store/executions.h"

namespace plumb {
namespace {

constexpr std::string_view kRules =
    "SELECT id, retention_days FROM projects WHERE retention_days IS NOT NULL ORDER BY id";
// An execution is as old as its end, or as its newest result while it receives. One that is old was
// made before, which the index knows.
constexpr std::string_view kOldExecutions =
    "UPDATE executions SET removed = 1 WHERE id IN (SELECT id FROM executions e WHERE project_id = "
    "$1 AND created_at < $2 AND removed = 0 AND coalesce(completed_at, received_at, created_at) < "
    "$2 AND NOT EXISTS (SELECT 1 FROM baselines b WHERE b.execution_id = e.id) ORDER BY id LIMIT "
    "$3 {skip_locked})";
constexpr std::string_view kTheirComparisons =
    "DELETE FROM comparisons WHERE project_id = $1 AND (execution_id IN (SELECT id FROM executions "
    "WHERE removed = 1) OR baseline_execution_id IN (SELECT id FROM executions WHERE removed = 1))";
// Tables whose rows go whole; {} is the table.
constexpr std::string_view kOldRows =
    "DELETE FROM {0} WHERE id IN (SELECT id FROM {0} WHERE project_id = $1 AND created_at < $2 "
    "ORDER BY id LIMIT $3)";
constexpr std::string_view kOldSessions =
    "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE project_id = $1 AND "
    "updated_at < $2 ORDER BY id LIMIT $3)";
constexpr std::string_view kOldPoints =
    "DELETE FROM monitor_points WHERE id IN (SELECT p.id FROM monitor_points p JOIN monitors m ON "
    "m.id = p.monitor_id WHERE m.project_id = $1 AND p.created_at < $2 ORDER BY p.id LIMIT $3)";

constexpr std::string_view kOldKeys =
    "DELETE FROM idempotency_keys WHERE created_at < $1 AND pending_until < $1";
constexpr std::string_view kOldJobs =
    "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state IN ('done', 'failed') AND "
    "finished_at < $1 ORDER BY id LIMIT $2)";
constexpr std::string_view kOldAudit =
    "DELETE FROM audit_lines WHERE id IN (SELECT id FROM audit_lines WHERE created_at < $1 ORDER "
    "BY id LIMIT $2)";

struct Rule {
  ProjectId project{};
  std::int64_t days = 0;
};

Result<Rule> read_rule(const SqlRow& row) {
  Rule rule;
  PLUMB_CHECK_RESULT(row.read(rule.project, rule.days));
  return rule;
}

// Repeats a statement, a transaction each time, until it finds less than a piece. How many rows.
template <class... Values>
Result<std::int64_t> in_pieces(Database& database, std::size_t piece, std::string_view sql,
                               const Values&... values) {
  std::int64_t total = 0;
  for (;;) {
    PLUMB_TRY(const std::int64_t changed, database.write([&](SqlConnection& connection) {
      return connection.change(sql, values..., piece);
    }));
    total += changed;
    if (changed < static_cast<std::int64_t>(piece)) return total;
  }
}

Result<void> apply_rule(Database& database, const Rule& rule, std::size_t piece,
                        RetentionReport& report) {
  const UtcTime cutoff = database.now() - std::chrono::days(rule.days);
  const auto clear = [&](std::string_view sql, std::int64_t& count) -> Result<void> {
    PLUMB_TRY(const auto removed, in_pieces(database, piece, sql, rule.project, cutoff));
    count += removed;
    return {};
  };
  const auto rows_of = [](std::string_view table) {
    return fmt::format(fmt::runtime(kOldRows), table);
  };
  PLUMB_CHECK_RESULT(clear(kOldExecutions, report.executions));
  PLUMB_CHECK_RESULT(database.write([&](SqlConnection& connection) {
    return connection.change(kTheirComparisons, rule.project);
  }));
  PLUMB_CHECK_RESULT(clear(rows_of("comparisons"), report.comparisons));
  PLUMB_CHECK_RESULT(clear(kOldSessions, report.sessions));
  PLUMB_CHECK_RESULT(clear(rows_of("experiments"), report.experiments));
  PLUMB_CHECK_RESULT(clear(rows_of("stereotype_analyses"), report.stereotype_analyses));
  return clear(kOldPoints, report.monitor_points);
}

}  // namespace

Result<RetentionReport> apply_retention(Database& database, const RetentionOptions& options) {
  RetentionReport report;
  const UtcTime now = database.now();
  PLUMB_TRY(const auto rules, database.read([](SqlConnection& connection) {
    return connection.rows(read_rule, kRules);
  }));
  for (const Rule& rule : rules) {
    PLUMB_CHECK_RESULT(apply_rule(database, rule, options.piece, report));
  }
  PLUMB_CHECK_RESULT(Executions(database).clear_removed());
  PLUMB_TRY(report.idempotency_keys, database.write([&](SqlConnection& connection) {
    return connection.change(kOldKeys, now - options.idempotency_keys);
  }));
  PLUMB_TRY(report.jobs, in_pieces(database, options.piece, kOldJobs, now - options.finished_jobs));
  PLUMB_TRY(report.audit_lines,
            in_pieces(database, options.piece, kOldAudit, now - options.audit_lines));
  return report;
}

}  // namespace plumb
