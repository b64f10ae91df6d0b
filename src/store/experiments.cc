#include "store/experiments.h"

#include <fmt/format.h>

#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_EXPERIMENT_COLUMNS "id, project_id, name, created_at, interpretation"
// Of the interpretation, which may be long, a list tells whether it is there.
constexpr std::string_view kSelect =
    "SELECT id, project_id, name, created_at, substr(interpretation, 1, 0) FROM experiments";
constexpr std::string_view kById =
    "SELECT " PLUMB_EXPERIMENT_COLUMNS " FROM experiments WHERE project_id = $1 AND id = $2";
constexpr std::string_view kInsert =
    "INSERT INTO experiments (project_id, name, created_at) SELECT id, $2, $3 FROM projects "
    "WHERE id = $1 RETURNING " PLUMB_EXPERIMENT_COLUMNS;
constexpr std::string_view kInterpret = "UPDATE experiments SET interpretation = $2 WHERE id = $1";
constexpr std::string_view kForgetInterpretation =
    "UPDATE experiments SET interpretation = NULL WHERE id = $1";
constexpr std::string_view kDelete = "DELETE FROM experiments WHERE project_id = $1 AND id = $2";

constexpr std::string_view kPutLog =
    "INSERT INTO experiment_logs (experiment_id, name, content) VALUES ($1, $2, $3) "
    "ON CONFLICT (experiment_id, name) DO UPDATE SET content = excluded.content";
constexpr std::string_view kLogNames =
    "SELECT name FROM experiment_logs WHERE experiment_id = $1 ORDER BY name";
constexpr std::string_view kLog =
    "SELECT content FROM experiment_logs WHERE experiment_id = $1 AND name = $2";

Result<StoredExperiment> read_experiment(const SqlRow& row) {
  StoredExperiment experiment;
  PLUMB_CHECK_RESULT(row.read(experiment.id, experiment.project, experiment.name,
                              experiment.created, experiment.interpretation));
  return experiment;
}

Result<std::string> read_text(const SqlRow& row) {
  return std::string(row.bytes(0));
}

std::unexpected<Error> no_experiment(ExperimentId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no experiment {}", number_of(id)));
}

Result<StoredExperiment> find(SqlConnection& connection, ProjectId project, ExperimentId id) {
  PLUMB_TRY(auto found, connection.row(read_experiment, kById, project, id));
  if (found) return *std::move(found);
  return no_experiment(id);
}

}  // namespace

Result<StoredExperiment> Experiments::create(ProjectId project, std::string_view name) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredExperiment> {
    PLUMB_TRY(auto made, connection.row(read_experiment, kInsert, project, name, database_.now()));
    if (made) return *std::move(made);
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
  });
}

Result<void> Experiments::put_log(ProjectId project, ExperimentId id, std::string_view name,
                                  std::string_view content) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    PLUMB_CHECK_RESULT(connection.change(kPutLog, id, name, SqlValue::bytes(content)));
    PLUMB_CHECK_RESULT(connection.change(kForgetInterpretation, id));
    return {};
  });
}

Result<std::vector<std::string>> Experiments::log_names(ProjectId project, ExperimentId id) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<std::string>> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    return connection.rows(read_text, kLogNames, id);
  });
}

Result<std::string> Experiments::log(ProjectId project, ExperimentId id, std::string_view name) {
  return database_.read([&](SqlConnection& connection) -> Result<std::string> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    PLUMB_TRY(auto found, connection.row(read_text, kLog, id, name));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found,
                fmt::format("experiment {} has no log {}", number_of(id), name));
  });
}

Result<void> Experiments::set_interpretation(ProjectId project, ExperimentId id,
                                             std::string_view document) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(find(connection, project, id));
    PLUMB_CHECK_RESULT(connection.change(kInterpret, id, document));
    return {};
  });
}

Result<StoredExperiment> Experiments::get(ProjectId project, ExperimentId id) {
  return database_.read([&](SqlConnection& connection) { return find(connection, project, id); });
}

Result<Page<StoredExperiment>> Experiments::list(ProjectId project, const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<StoredExperiment>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_experiment, key_by_id<StoredExperiment>);
  });
}

Result<void> Experiments::remove(ProjectId project, ExperimentId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto removed, connection.change(kDelete, project, id));
    if (removed == 1) return {};
    return no_experiment(id);
  });
}

}  // namespace plumb
