#include "store/overview.h"

#include <string_view>

namespace plumb {
namespace {

constexpr std::string_view kTotals =
    "SELECT (SELECT count(*) FROM executions WHERE project_id = $1 AND removed = 0), "
    "(SELECT CAST(coalesce(sum(results), 0) AS {integer}) FROM executions WHERE project_id = $1 "
    "AND removed = 0), "
    "(SELECT count(*) FROM baselines WHERE project_id = $1), "
    "(SELECT count(*) FROM comparisons WHERE project_id = $1), "
    "(SELECT count(*) FROM monitors WHERE project_id = $1), "
    "(SELECT count(*) FROM monitors WHERE project_id = $1 AND firing = 1), "
    "(SELECT count(*) FROM sessions WHERE project_id = $1), "
    "(SELECT count(*) FROM experiments WHERE project_id = $1), "
    "(SELECT count(*) FROM stereotype_analyses WHERE project_id = $1)";
constexpr std::string_view kCounts =
    "SELECT (SELECT count(*) FROM executions WHERE project_id = $1 AND created_at >= $2 AND "
    "removed = 0), "
    "(SELECT CAST(coalesce(sum(results), 0) AS {integer}) FROM executions WHERE project_id = $1 "
    "AND created_at >= $2 AND removed = 0), "
    "(SELECT count(*) FROM baselines WHERE project_id = $1 AND created_at >= $2), "
    "(SELECT count(*) FROM sessions WHERE project_id = $1 AND updated_at >= $2), "
    "(SELECT count(*) FROM jobs WHERE project_id = $1 AND state = 'failed' AND finished_at >= $2)";
constexpr std::string_view kVerdicts =
    "SELECT verdict, count(*) FROM comparisons WHERE project_id = $1 AND created_at >= $2 GROUP BY "
    "verdict";
constexpr std::string_view kDrifted =
    "SELECT id, project_id, execution_id, baseline_execution_id, verdict, drift_score, "
    "drift_grade, created_at FROM comparisons WHERE project_id = $1 AND created_at >= $2 AND "
    "verdict = 'drifted' ORDER BY id DESC LIMIT 20";
constexpr std::string_view kMonitors =
    "SELECT id, name, verdict, firing, updated_at FROM monitors WHERE project_id = $1 AND "
    "updated_at >= $2 AND verdict IS NOT NULL ORDER BY updated_at DESC, id DESC LIMIT 20";

Result<ProjectTotals> read_totals(const SqlRow& row) {
  ProjectTotals totals;
  PLUMB_CHECK_RESULT(row.read(totals.executions, totals.results, totals.baselines,
                              totals.comparisons, totals.monitors, totals.monitors_firing,
                              totals.sessions, totals.experiments, totals.stereotype_analyses));
  return totals;
}

Result<ProjectChanges> read_counts(const SqlRow& row) {
  ProjectChanges changes;
  PLUMB_CHECK_RESULT(row.read(changes.executions, changes.results, changes.baselines,
                              changes.sessions, changes.failed_jobs));
  return changes;
}

struct VerdictCount {
  Verdict verdict = Verdict::undecided;
  std::int64_t count = 0;
};

Result<VerdictCount> read_verdict(const SqlRow& row) {
  VerdictCount counted;
  PLUMB_CHECK_RESULT(row.read(counted.verdict, counted.count));
  return counted;
}

Result<StoredComparison> read_comparison(const SqlRow& row) {
  StoredComparison comparison;
  PLUMB_CHECK_RESULT(row.read(comparison.id, comparison.project, comparison.execution,
                              comparison.baseline_execution, comparison.verdict,
                              comparison.drift_score, comparison.drift_grade, comparison.created));
  return comparison;
}

Result<MovedMonitor> read_monitor(const SqlRow& row) {
  MovedMonitor monitor;
  PLUMB_CHECK_RESULT(
      row.read(monitor.id, monitor.name, monitor.verdict, monitor.firing, monitor.updated));
  return monitor;
}

}  // namespace

Result<ProjectTotals> Overview::totals(ProjectId project) {
  return database_.read([&](SqlConnection& connection) {
    return connection.only_row(read_totals, kTotals, project);
  });
}

Result<ProjectChanges> Overview::changes(ProjectId project, UtcTime since) {
  return database_.read([&](SqlConnection& connection) -> Result<ProjectChanges> {
    PLUMB_TRY(auto changes, connection.only_row(read_counts, kCounts, project, since));
    PLUMB_TRY(const auto verdicts, connection.rows(read_verdict, kVerdicts, project, since));
    for (const VerdictCount& counted : verdicts) {
      changes.comparisons[static_cast<std::size_t>(counted.verdict)] = counted.count;
    }
    PLUMB_TRY(changes.drifted, connection.rows(read_comparison, kDrifted, project, since));
    PLUMB_TRY(changes.monitors, connection.rows(read_monitor, kMonitors, project, since));
    return changes;
  });
}

}  // namespace plumb
