#include "store/sessions.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_SESSION_COLUMNS "id, project_id, name, goal, created_at, updated_at, steps"
constexpr std::string_view kSelect = "SELECT " PLUMB_SESSION_COLUMNS " FROM sessions";
constexpr std::string_view kSizes = "SELECT coalesce({bytes_of:goal}, 0) FROM sessions";
constexpr std::string_view kById =
    "SELECT " PLUMB_SESSION_COLUMNS " FROM sessions WHERE project_id = $1 AND id = $2";
constexpr std::string_view kLockByName =
    "SELECT " PLUMB_SESSION_COLUMNS " FROM sessions WHERE project_id = $1 AND name = $2 {lock}";
constexpr std::string_view kInsert =
    "INSERT INTO sessions (project_id, name, goal, created_at, updated_at) "
    "SELECT id, $2, $3, $4, $4 FROM projects WHERE id = $1 "
    "ON CONFLICT (project_id, name) DO NOTHING";
constexpr std::string_view kUpdate =
    "UPDATE sessions SET goal = coalesce(goal, $2), updated_at = $3, steps = steps + $4 "
    "WHERE id = $1 RETURNING " PLUMB_SESSION_COLUMNS;
constexpr std::string_view kDelete = "DELETE FROM sessions WHERE project_id = $1 AND id = $2";

constexpr std::string_view kInsertStep =
    "INSERT INTO session_steps (session_id, step, line) VALUES ($1, $2, $3) "
    "ON CONFLICT (session_id, step) DO NOTHING";
constexpr std::string_view kStep =
    "SELECT step, line FROM session_steps WHERE session_id = $1 AND step = $2";
constexpr std::string_view kSteps =
    "SELECT step, line FROM session_steps WHERE session_id = $1 AND step >= $2 ORDER BY step LIMIT "
    "$3";
constexpr std::string_view kPageOfSteps =
    "SELECT step, line FROM session_steps WHERE session_id = $1 ORDER BY step LIMIT $2 OFFSET $3";
constexpr std::string_view kSizesOfSteps =
    "SELECT {bytes_of:line} FROM session_steps WHERE session_id = $1 ORDER BY step LIMIT $2 OFFSET "
    "$3";

constexpr std::string_view kPutCurve =
    "INSERT INTO session_curves (session_id, name, created_at, document, steps) VALUES ($1, $2, "
    "$3, "
    "$4, $5) ON CONFLICT (session_id, name) DO UPDATE SET created_at = excluded.created_at, "
    "document = excluded.document, steps = excluded.steps";
constexpr std::string_view kCurves =
    "SELECT name, created_at, document, steps FROM session_curves WHERE session_id = $1 ORDER BY "
    "name";

Result<StoredSession> read_session(const SqlRow& row) {
  StoredSession session;
  PLUMB_CHECK_RESULT(row.read(session.id, session.project, session.name, session.goal,
                              session.created, session.updated, session.steps));
  return session;
}

Result<StoredStep> read_step(const SqlRow& row) {
  StoredStep step;
  PLUMB_CHECK_RESULT(row.read(step.step, step.line));
  return step;
}

Result<SessionCurve> read_curve(const SqlRow& row) {
  SessionCurve curve;
  PLUMB_CHECK_RESULT(row.read(curve.name, curve.created, curve.document, curve.steps));
  return curve;
}

// Numbers are given in the order in which sessions are made.
std::string_view column_of(SessionSort sort) {
  switch (sort) {
    case SessionSort::created:
      return "id";
    case SessionSort::updated:
      return "updated_at";
  }
  std::unreachable();
}

PageKey key_of(const StoredSession& session, SessionSort sort) {
  switch (sort) {
    case SessionSort::created:
      return key_by_id(session);
    case SessionSort::updated:
      return {std::int64_t{session.updated.time_since_epoch().count()}, number_of(session.id)};
  }
  std::unreachable();
}

std::unexpected<Error> no_session(SessionId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no session {}", number_of(id)));
}

Result<StoredSession> find(SqlConnection& connection, ProjectId project, SessionId id) {
  PLUMB_TRY(auto found, connection.row(read_session, kById, project, id));
  if (found) return *std::move(found);
  return no_session(id);
}

Result<void> add_step(SqlConnection& connection, SessionId session, const StoredStep& step,
                      StepsOutcome& outcome) {
  PLUMB_TRY(const auto added, connection.change(kInsertStep, session, step.step, step.line));
  if (added == 1) {
    ++outcome.added;
    return {};
  }
  PLUMB_TRY(const StoredStep there, connection.only_row(read_step, kStep, session, step.step));
  if (there.line == step.line) {
    ++outcome.repeated;
  } else {
    outcome.differing.push_back(step.step);
  }
  return {};
}

}  // namespace

Result<StepsOutcome> Sessions::append(ProjectId project, std::string_view name,
                                      const std::optional<std::string>& goal,
                                      std::span<const StoredStep> steps) {
  if (name.empty()) return fail(ErrorCode::invalid_input, "a session needs a name");
  return database_.write([&](SqlConnection& connection) -> Result<StepsOutcome> {
    const UtcTime now = database_.now();
    PLUMB_TRY(const auto made, connection.change(kInsert, project, name, goal, now));
    PLUMB_TRY(auto session, connection.row(read_session, kLockByName, project, name));
    if (!session) {
      return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
    }
    StepsOutcome outcome;
    for (const StoredStep& step : steps) {
      PLUMB_CHECK_RESULT(add_step(connection, session->id, step, outcome));
    }
    const bool changed = made == 1 || outcome.added > 0;
    PLUMB_TRY(outcome.session,
              connection.only_row(read_session, kUpdate, session->id, goal,
                                  changed ? now : session->updated, outcome.added));
    return outcome;
  });
}

Result<StoredSession> Sessions::get(ProjectId project, SessionId id) {
  return database_.read([&](SqlConnection& connection) { return find(connection, project, id); });
}

Result<Page<StoredSession>> Sessions::list(ProjectId project, const SessionFilter& filter,
                                           SessionSort sort, const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<StoredSession>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    query.where_if("name = ?", filter.name);
    query.where_if("updated_at >= ?", filter.updated_from);
    PLUMB_CHECK_RESULT(query.sort_by({column_of(sort)}, request));
    return query.run_within_bytes(connection, kSizes, read_session,
                                  [sort](const StoredSession& last) { return key_of(last, sort); });
  });
}

Result<std::vector<StoredStep>> Sessions::steps(ProjectId project, SessionId id, std::int64_t from,
                                                std::size_t most) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<StoredStep>> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    return connection.rows(read_step, kSteps, id, from, most);
  });
}

Result<std::vector<StoredStep>> Sessions::page_of_steps(ProjectId project, SessionId id,
                                                        std::int64_t skipped, std::size_t most) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<StoredStep>> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    const std::array<SqlValue, 3> asked = {id, most, skipped};
    PLUMB_TRY(const auto sizes, connection.numbers_of(kSizesOfSteps, asked));
    return connection.rows(read_step, kPageOfSteps, id, how_many_fit(sizes), skipped);
  });
}

Result<SessionCurve> Sessions::put_curve(ProjectId project, SessionId id, std::string_view name,
                                         std::string_view document, std::int64_t steps) {
  return database_.write([&](SqlConnection& connection) -> Result<SessionCurve> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    SessionCurve curve{std::string(name), database_.now(), std::string(document), steps};
    PLUMB_CHECK_RESULT(
        connection.change(kPutCurve, id, curve.name, curve.created, curve.document, curve.steps));
    return curve;
  });
}

Result<std::vector<SessionCurve>> Sessions::curves(ProjectId project, SessionId id) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<SessionCurve>> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    return connection.rows(read_curve, kCurves, id);
  });
}

Result<void> Sessions::remove(ProjectId project, SessionId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto removed, connection.change(kDelete, project, id));
    if (removed == 1) return {};
    return no_session(id);
  });
}

}  // namespace plumb
