#include "store/traces.h"

#include <fmt/format.h>

#include <optional>

#include "store/execution_lookup.h"
#include "store/executions.h"

namespace plumb {
namespace {

constexpr std::string_view kInsert =
    "INSERT INTO traces (project_id, trace_id, updated_at) SELECT id, $2, $3 FROM projects WHERE "
    "id = $1 ON CONFLICT (project_id, trace_id) DO NOTHING";
constexpr std::string_view kLock =
    "SELECT spans, ended FROM traces WHERE project_id = $1 AND trace_id = $2 {lock}";
constexpr std::string_view kInsertSpan =
    "INSERT INTO trace_spans (project_id, trace_id, span_id, document) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (project_id, trace_id, span_id) DO NOTHING";
constexpr std::string_view kUpdate =
    "UPDATE traces SET spans = $3, ended = $4, waiting = 1, updated_at = $5 WHERE project_id = $1 "
    "AND trace_id = $2";
constexpr std::string_view kSpans =
    "SELECT span_id, document, told FROM trace_spans WHERE project_id = $1 AND trace_id = $2 "
    "ORDER BY span_id";
constexpr std::string_view kTellSpan =
    "UPDATE trace_spans SET told = 1 WHERE project_id = $1 AND trace_id = $2 AND span_id = $3";
constexpr std::string_view kTell =
    "UPDATE traces SET waiting = 0 WHERE project_id = $1 AND trace_id = $2";
constexpr std::string_view kQuiet =
    "SELECT project_id, trace_id FROM traces WHERE waiting = 1 AND updated_at < $1 ORDER BY "
    "updated_at LIMIT $2 {skip_locked}";
constexpr std::string_view kForget =
    "DELETE FROM traces WHERE waiting = 0 AND updated_at < $1 AND (project_id, trace_id) IN "
    "(SELECT project_id, trace_id FROM traces WHERE waiting = 0 AND updated_at < $1 ORDER BY "
    "updated_at LIMIT $2)";

constexpr std::string_view kInsertStream =
    "INSERT INTO trace_streams (project_id, stream) SELECT id, $2 FROM projects WHERE id = $1 "
    "ON CONFLICT (project_id, stream) DO NOTHING";
constexpr std::string_view kLockStream =
    "SELECT execution_id FROM trace_streams WHERE project_id = $1 AND stream = $2 {lock}";
constexpr std::string_view kSetStream =
    "UPDATE trace_streams SET execution_id = $3 WHERE project_id = $1 AND stream = $2";

Result<TraceState> read_state(const SqlRow& row) {
  TraceState state;
  std::int64_t ended = 0;
  PLUMB_CHECK_RESULT(row.read(state.spans, ended));
  state.ended = ended != 0;
  return state;
}

Result<StoredSpan> read_span(const SqlRow& row) {
  StoredSpan span;
  std::int64_t told = 0;
  PLUMB_CHECK_RESULT(row.read(span.span_id, span.document, told));
  span.told = told != 0;
  return span;
}

Result<TraceKey> read_key(const SqlRow& row) {
  TraceKey key;
  PLUMB_CHECK_RESULT(row.read(key.project, key.trace_id));
  return key;
}

Result<std::optional<std::int64_t>> read_execution(const SqlRow& row) {
  return row.is_null(0) ? std::nullopt : std::optional(row.integer(0));
}

std::unexpected<Error> no_project(ProjectId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(id)));
}

}  // namespace

Result<TraceState> Traces::add(ProjectId project, std::string_view trace_id,
                               std::span<const StoredSpan> spans, bool has_root) {
  return database_.write([&](SqlConnection& connection) -> Result<TraceState> {
    const UtcTime now = database_.now();
    PLUMB_CHECK_RESULT(connection.change(kInsert, project, trace_id, now));
    PLUMB_TRY(auto state, connection.row(read_state, kLock, project, trace_id));
    if (!state) return no_project(project);
    for (const StoredSpan& span : spans) {
      if (state->spans >= kMostSpans) {
        ++state->refused;
        continue;
      }
      PLUMB_TRY(const auto added,
                connection.change(kInsertSpan, project, trace_id, span.span_id, span.document));
      state->added += static_cast<std::size_t>(added);
      state->spans += added;
    }
    state->ended = state->ended || has_root;
    if (state->added > 0) {
      PLUMB_CHECK_RESULT(
          connection.change(kUpdate, project, trace_id, state->spans, state->ended ? 1 : 0, now));
    }
    return *state;
  });
}

Result<std::vector<StoredSpan>> Traces::spans(ProjectId project, std::string_view trace_id) {
  return database_.read([&](SqlConnection& connection) {
    return connection.rows(read_span, kSpans, project, trace_id);
  });
}

Result<void> Traces::mark_told(ProjectId project, std::string_view trace_id,
                               std::span<const std::string> span_ids) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    for (const std::string& id : span_ids) {
      PLUMB_CHECK_RESULT(connection.change(kTellSpan, project, trace_id, id));
    }
    PLUMB_CHECK_RESULT(connection.change(kTell, project, trace_id));
    return {};
  });
}

Result<std::vector<TraceKey>> Traces::quiet_since(UtcTime before, std::size_t most) {
  return database_.write(
      [&](SqlConnection& connection) { return connection.rows(read_key, kQuiet, before, most); });
}

Result<std::int64_t> Traces::forget_told(UtcTime before, std::size_t most) {
  return database_.write(
      [&](SqlConnection& connection) { return connection.change(kForget, before, most); });
}

Result<ExecutionId> Traces::receiving_execution(ProjectId project, std::string_view stream,
                                                const ExecutionHeader& header) {
  return database_.write([&](SqlConnection& connection) -> Result<ExecutionId> {
    PLUMB_CHECK_RESULT(connection.change(kInsertStream, project, stream));
    PLUMB_TRY(const auto found, connection.row(read_execution, kLockStream, project, stream));
    if (!found) return no_project(project);
    if (*found) {
      const auto last = lock_execution(connection, project, ExecutionId{**found});
      if (last && last->state == ExecutionState::receiving) return last->id;
      if (!last && last.error().code != ErrorCode::not_found) return std::unexpected(last.error());
    }
    PLUMB_TRY(const StoredExecution made, Executions(database_).create(project, header));
    PLUMB_CHECK_RESULT(connection.change(kSetStream, project, stream, made.id));
    return made.id;
  });
}

}  // namespace plumb
