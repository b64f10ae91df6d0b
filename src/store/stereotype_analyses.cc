#include "store/stereotype_analyses.h"

#include <fmt/format.h>

#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_ANALYSIS_COLUMNS "id, project_id, name, classifier, created_at, document"
constexpr std::string_view kSelect =
    "SELECT id, project_id, name, classifier, created_at, '' FROM stereotype_analyses";
constexpr std::string_view kById =
    "SELECT " PLUMB_ANALYSIS_COLUMNS " FROM stereotype_analyses WHERE project_id = $1 AND id = $2";
constexpr std::string_view kInsert =
    "INSERT INTO stereotype_analyses (project_id, name, classifier, created_at, document) "
    "SELECT id, $2, $3, $4, $5 FROM projects WHERE id = $1 RETURNING " PLUMB_ANALYSIS_COLUMNS;
constexpr std::string_view kDelete =
    "DELETE FROM stereotype_analyses WHERE project_id = $1 AND id = $2";

Result<StoredStereotypeAnalysis> read_analysis(const SqlRow& row) {
  StoredStereotypeAnalysis analysis;
  PLUMB_CHECK_RESULT(row.read(analysis.id, analysis.project, analysis.name, analysis.classifier,
                              analysis.created, analysis.document));
  return analysis;
}

std::unexpected<Error> no_analysis(StereotypeAnalysisId id) {
  return fail(ErrorCode::not_found,
              fmt::format("there is no stereotype analysis {}", number_of(id)));
}

}  // namespace

Result<StoredStereotypeAnalysis> StereotypeAnalyses::add(ProjectId project,
                                                         const StoredStereotypeAnalysis& analysis) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredStereotypeAnalysis> {
    PLUMB_TRY(auto made, connection.row(read_analysis, kInsert, project, analysis.name,
                                        analysis.classifier, database_.now(), analysis.document));
    if (made) return *std::move(made);
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
  });
}

Result<StoredStereotypeAnalysis> StereotypeAnalyses::get(ProjectId project,
                                                         StereotypeAnalysisId id) {
  return database_.read([&](SqlConnection& connection) -> Result<StoredStereotypeAnalysis> {
    PLUMB_TRY(auto found, connection.row(read_analysis, kById, project, id));
    if (found) return *std::move(found);
    return no_analysis(id);
  });
}

Result<Page<StoredStereotypeAnalysis>> StereotypeAnalyses::list(ProjectId project,
                                                                const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<StoredStereotypeAnalysis>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_analysis, key_by_id<StoredStereotypeAnalysis>);
  });
}

Result<void> StereotypeAnalyses::remove(ProjectId project, StereotypeAnalysisId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto removed, connection.change(kDelete, project, id));
    if (removed == 1) return {};
    return no_analysis(id);
  });
}

}  // namespace plumb
