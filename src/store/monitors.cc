#include "store/monitors.h"

#include <fmt/format.h>

#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_MONITOR_COLUMNS                                                                      \
  "id, project_id, name, baseline_id, stream, window_results, window_minutes, webhook, "           \
  "signing_secret, enabled, revision, verdict, drifted_in_a_row, firing, updated_at, started_at, " \
  "created_at"
constexpr std::string_view kSelect = "SELECT " PLUMB_MONITOR_COLUMNS " FROM monitors";
constexpr std::string_view kById =
    "SELECT " PLUMB_MONITOR_COLUMNS " FROM monitors WHERE project_id = $1 AND id = $2";
constexpr std::string_view kWatching =
    "SELECT " PLUMB_MONITOR_COLUMNS
    " FROM monitors WHERE project_id = $1 AND enabled = 1 AND stream IN ('', $2) ORDER BY id";
constexpr std::string_view kWithWindows =
    "SELECT " PLUMB_MONITOR_COLUMNS
    " FROM monitors WHERE enabled = 1 AND (window_results IS NOT NULL OR window_minutes IS NOT "
    "NULL) ORDER BY id";
constexpr std::string_view kInsert =
    "INSERT INTO monitors (project_id, baseline_id, name, stream, window_results, window_minutes, "
    "webhook, signing_secret, enabled, updated_at, started_at, created_at) "
    "SELECT $1, id, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10 FROM baselines "
    "WHERE project_id = $1 AND id = $2 RETURNING " PLUMB_MONITOR_COLUMNS;
constexpr std::string_view kChange =
    "UPDATE monitors SET baseline_id = $3, name = $4, stream = $5, window_results = $6, "
    "window_minutes = $7, webhook = $8, signing_secret = $9, enabled = $10, updated_at = $11, "
    "started_at = $12, revision = revision + 1 WHERE project_id = $1 AND id = $2 AND EXISTS "
    "(SELECT "
    "1 FROM baselines b WHERE b.project_id = $1 AND b.id = $3) RETURNING " PLUMB_MONITOR_COLUMNS;
constexpr std::string_view kForgetFindings =
    "UPDATE monitors SET verdict = NULL, drifted_in_a_row = 0, firing = 0 WHERE id = $1";
constexpr std::string_view kAdvance =
    "UPDATE monitors SET revision = revision + 1, verdict = $4, drifted_in_a_row = $5, firing = "
    "$6, updated_at = $7 WHERE project_id = $1 AND id = $2 AND revision = $3";
constexpr std::string_view kMovePosition =
    "INSERT INTO monitor_positions (monitor_id, execution_id, next_number) SELECT $1, id, $3 FROM "
    "executions WHERE id = $2 ON CONFLICT (monitor_id, execution_id) DO UPDATE SET next_number = "
    "excluded.next_number";
// What is there when the windows begin is none of theirs.
constexpr std::string_view kTakePositions =
    "INSERT INTO monitor_positions (monitor_id, execution_id, next_number) SELECT $1, id, results "
    "FROM executions WHERE project_id = $2 AND completed_at IS NULL AND ($3 = '' OR name = $3)";
constexpr std::string_view kForgetPositions = "DELETE FROM monitor_positions WHERE monitor_id = $1";
constexpr std::string_view kDelete = "DELETE FROM monitors WHERE project_id = $1 AND id = $2";

constexpr std::string_view kSelectPoints =
    "SELECT id, created_at, execution_id, metric, value, verdict FROM monitor_points";
constexpr std::string_view kPointsOf =
    "SELECT count(*) FROM monitor_points WHERE execution_id = $2 AND monitor_id = $1";
constexpr std::string_view kInsertPoint =
    "INSERT INTO monitor_points (monitor_id, created_at, execution_id, metric, value, verdict) "
    "VALUES ($1, $2, $3, $4, $5, $6)";

Result<Monitor> read_monitor(const SqlRow& row) {
  Monitor monitor;
  MonitorSettings& settings = monitor.settings;
  MonitorState& state = monitor.state;
  PLUMB_CHECK_RESULT(row.read(monitor.id, monitor.project, settings.name, settings.baseline,
                              settings.stream, settings.window.results, settings.window.minutes,
                              settings.webhook, settings.signing_secret, settings.enabled,
                              state.revision, state.verdict, state.drifted_in_a_row, state.firing,
                              state.updated, state.started, monitor.created));
  return monitor;
}

Result<StoredMonitorPoint> read_point(const SqlRow& row) {
  StoredMonitorPoint stored;
  MonitorPoint& point = stored.point;
  PLUMB_CHECK_RESULT(
      row.read(stored.id, point.time, point.execution, point.metric, point.value, point.verdict));
  return stored;
}

std::unexpected<Error> no_monitor(MonitorId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no monitor {}", number_of(id)));
}

Result<Monitor> find(SqlConnection& connection, ProjectId project, MonitorId id) {
  PLUMB_TRY(auto found, connection.row(read_monitor, kById, project, id));
  if (found) return *std::move(found);
  return no_monitor(id);
}

Result<void> check_window(const MonitorWindow& window) {
  if (window.results && window.minutes) {
    return fail(ErrorCode::invalid_input,
                "a monitor's window is a number of results or of minutes, not both");
  }
  const std::int64_t size = window.results.value_or(window.minutes.value_or(1));
  if (size >= 1) return {};
  return fail(ErrorCode::invalid_input, fmt::format("a monitor's window of {} is empty", size));
}

// What was found of another baseline, or of another stream, says nothing of these: neither is a
// window the second in a row, nor can drift be over that was never told.
bool is_judged_anew(const MonitorSettings& before, const MonitorSettings& after) {
  return before.baseline != after.baseline || before.stream != after.stream;
}

bool has_window(const MonitorSettings& settings) {
  return settings.window.results || settings.window.minutes;
}

// Whether the windows begin now: of another stream, or of one that nobody looked at until now.
bool reads_anew(const MonitorSettings& before, const MonitorSettings& after) {
  return before.stream != after.stream || (after.enabled && !before.enabled) ||
         (has_window(after) && !has_window(before));
}

// Windows begin behind what their stream's executions hold now.
Result<void> begin_windows(SqlConnection& connection, const Monitor& monitor) {
  PLUMB_CHECK_RESULT(connection.change(kForgetPositions, monitor.id));
  if (!has_window(monitor.settings)) return {};
  PLUMB_CHECK_RESULT(
      connection.change(kTakePositions, monitor.id, monitor.project, monitor.settings.stream));
  return {};
}

std::unexpected<Error> no_baseline(BaselineId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no baseline {}", number_of(id)));
}

}  // namespace

Result<Monitor> Monitors::create(ProjectId project, const MonitorSettings& settings) {
  PLUMB_CHECK_RESULT(check_window(settings.window));
  return database_.write([&](SqlConnection& connection) -> Result<Monitor> {
    PLUMB_TRY(auto made,
              connection.row(read_monitor, kInsert, project, settings.baseline, settings.name,
                             settings.stream, settings.window.results, settings.window.minutes,
                             settings.webhook, settings.signing_secret.reveal(), settings.enabled,
                             database_.now()));
    if (!made) return no_baseline(settings.baseline);
    PLUMB_CHECK_RESULT(begin_windows(connection, *made));
    return *std::move(made);
  });
}

Result<Monitor> Monitors::change(ProjectId project, MonitorId id, const MonitorSettings& settings) {
  PLUMB_CHECK_RESULT(check_window(settings.window));
  return database_.write([&](SqlConnection& connection) -> Result<Monitor> {
    PLUMB_TRY(const Monitor before, find(connection, project, id));
    UtcTime updated = before.state.updated;
    UtcTime started = before.state.started;
    if (is_judged_anew(before.settings, settings)) {
      PLUMB_CHECK_RESULT(connection.change(kForgetFindings, id));
    }
    const bool begins = reads_anew(before.settings, settings);
    if (begins) updated = started = database_.now();
    PLUMB_TRY(auto changed,
              connection.row(read_monitor, kChange, project, id, settings.baseline, settings.name,
                             settings.stream, settings.window.results, settings.window.minutes,
                             settings.webhook, settings.signing_secret.reveal(), settings.enabled,
                             updated, started));
    if (!changed) return no_baseline(settings.baseline);
    if (begins) PLUMB_CHECK_RESULT(begin_windows(connection, *changed));
    return *std::move(changed);
  });
}

Result<Monitor> Monitors::get(ProjectId project, MonitorId id) {
  return database_.read([&](SqlConnection& connection) { return find(connection, project, id); });
}

Result<Page<Monitor>> Monitors::list(ProjectId project, const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<Monitor>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_monitor, key_by_id<Monitor>);
  });
}

Result<void> Monitors::remove(ProjectId project, MonitorId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto removed, connection.change(kDelete, project, id));
    if (removed == 1) return {};
    return no_monitor(id);
  });
}

Result<std::vector<Monitor>> Monitors::watching(ProjectId project,
                                                std::string_view execution_name) {
  return database_.read([&](SqlConnection& connection) {
    return connection.rows(read_monitor, kWatching, project, execution_name);
  });
}

Result<std::vector<Monitor>> Monitors::with_windows() {
  return database_.read(
      [&](SqlConnection& connection) { return connection.rows(read_monitor, kWithWindows); });
}

Result<bool> Monitors::has_seen(const Monitor& monitor, ExecutionId execution) {
  return database_.read([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto points, connection.number(kPointsOf, monitor.id, execution));
    return points > 0;
  });
}

Result<bool> Monitors::advance(const Monitor& seen, const MonitorState& next,
                               std::span<const MonitorPoint> points,
                               std::span<const WindowPiece> window) {
  return database_.write([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto changed,
              connection.change(kAdvance, seen.project, seen.id, seen.state.revision, next.verdict,
                                next.drifted_in_a_row, next.firing, next.updated));
    if (changed == 0) return false;
    for (const MonitorPoint& point : points) {
      PLUMB_CHECK_RESULT(connection.change(kInsertPoint, seen.id, point.time, point.execution,
                                           point.metric, point.value, point.verdict));
    }
    for (const WindowPiece& piece : window) {
      PLUMB_CHECK_RESULT(connection.change(kMovePosition, seen.id, piece.execution, piece.to));
    }
    return true;
  });
}

Result<Page<StoredMonitorPoint>> Monitors::history(ProjectId project, MonitorId id,
                                                   const HistoryFilter& filter,
                                                   const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<StoredMonitorPoint>> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    PageQuery query(kSelectPoints);
    query.where("monitor_id = ?", id);
    query.where_if("metric = ?", filter.metric);
    query.where_if("created_at >= ?", filter.from);
    query.where_if("created_at < ?", filter.before);
    PLUMB_CHECK_RESULT(query.sort_by({"created_at"}, request));
    return query.run(connection, read_point, [](const StoredMonitorPoint& last) {
      return PageKey{std::int64_t{last.point.time.time_since_epoch().count()}, last.id};
    });
  });
}

}  // namespace plumb
