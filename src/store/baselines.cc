#include "store/baselines.h"

#include <fmt/format.h>

#include "store/execution_lookup.h"
#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_BASELINE_COLUMNS "id, project_id, execution_id, name, tag, created_at"
constexpr std::string_view kSelect = "SELECT " PLUMB_BASELINE_COLUMNS " FROM baselines";
constexpr std::string_view kById =
    "SELECT " PLUMB_BASELINE_COLUMNS " FROM baselines WHERE project_id = $1 AND id = $2";
constexpr std::string_view kLockById =
    "SELECT " PLUMB_BASELINE_COLUMNS " FROM baselines WHERE project_id = $1 AND id = $2 {lock}";
constexpr std::string_view kByTag =
    "SELECT " PLUMB_BASELINE_COLUMNS
    " FROM baselines WHERE project_id = $1 AND tag = $2 ORDER BY id DESC LIMIT 1";
constexpr std::string_view kInsert =
    "INSERT INTO baselines (project_id, execution_id, name, tag, created_at) VALUES ($1, $2, $3, "
    "$4, $5) RETURNING " PLUMB_BASELINE_COLUMNS;
constexpr std::string_view kChange =
    "UPDATE baselines SET name = $2, tag = $3 WHERE id = $1 RETURNING " PLUMB_BASELINE_COLUMNS;
constexpr std::string_view kMonitorsOn = "SELECT count(*) FROM monitors WHERE baseline_id = $1";
constexpr std::string_view kDelete = "DELETE FROM baselines WHERE id = $1";

Result<StoredBaseline> read_baseline(const SqlRow& row) {
  StoredBaseline baseline;
  PLUMB_CHECK_RESULT(row.read(baseline.id, baseline.project, baseline.execution, baseline.name,
                              baseline.tag, baseline.created));
  return baseline;
}

std::unexpected<Error> no_baseline(BaselineId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no baseline {}", number_of(id)));
}

}  // namespace

Result<StoredBaseline> Baselines::create(ProjectId project, const NewBaseline& wanted) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredBaseline> {
    // Locked, so that nobody removes the execution meanwhile.
    PLUMB_TRY(const auto execution, lock_execution(connection, project, wanted.execution));
    if (execution.state != ExecutionState::completed) {
      return fail(ErrorCode::conflict,
                  fmt::format("execution {} is not completed, so it cannot be a baseline; complete "
                              "it first",
                              number_of(wanted.execution)));
    }
    if (execution.results == 0) {
      return fail(
          ErrorCode::conflict,
          fmt::format("execution {} has no results, so nothing can be compared with it; make "
                      "a baseline of one that has",
                      number_of(wanted.execution)));
    }
    return connection.only_row(read_baseline, kInsert, project, wanted.execution, wanted.name,
                               wanted.tag, database_.now());
  });
}

Result<StoredBaseline> Baselines::get(ProjectId project, BaselineId id) {
  return database_.read([&](SqlConnection& connection) -> Result<StoredBaseline> {
    PLUMB_TRY(auto found, connection.row(read_baseline, kById, project, id));
    if (found) return *std::move(found);
    return no_baseline(id);
  });
}

Result<StoredBaseline> Baselines::find_by_tag(ProjectId project, std::string_view tag) {
  return database_.read([&](SqlConnection& connection) -> Result<StoredBaseline> {
    PLUMB_TRY(auto found, connection.row(read_baseline, kByTag, project, tag));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found, fmt::format("no baseline carries the tag {}", tag));
  });
}

Result<Page<StoredBaseline>> Baselines::list(ProjectId project,
                                             const std::optional<std::string>& tag,
                                             const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<StoredBaseline>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    query.where_if("tag = ?", tag);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_baseline, key_by_id<StoredBaseline>);
  });
}

Result<StoredBaseline> Baselines::change(ProjectId project, BaselineId id,
                                         const BaselineChange& change) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredBaseline> {
    PLUMB_TRY(const auto found, connection.row(read_baseline, kLockById, project, id));
    if (!found) return no_baseline(id);
    return connection.only_row(read_baseline, kChange, id, change.name.value_or(found->name),
                               change.tag.value_or(found->tag));
  });
}

Result<void> Baselines::remove(ProjectId project, BaselineId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto found, connection.row(read_baseline, kLockById, project, id));
    if (!found) return no_baseline(id);
    PLUMB_TRY(const auto monitors, connection.number(kMonitorsOn, id));
    if (monitors > 0) {
      return fail(ErrorCode::conflict,
                  fmt::format("baseline {} is in use by {} monitor{}; delete the monitor first",
                              number_of(id), monitors, monitors == 1 ? "" : "s"));
    }
    PLUMB_CHECK_RESULT(connection.change(kDelete, id));
    return {};
  });
}

}  // namespace plumb
