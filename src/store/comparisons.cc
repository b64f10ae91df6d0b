#include "store/comparisons.h"

#include <fmt/format.h>

#include "store/execution_lookup.h"
#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_COMPARISON_COLUMNS                                                             \
  "id, project_id, execution_id, baseline_execution_id, verdict, drift_score, drift_grade, " \
  "created_at, document"
constexpr std::string_view kSelect = "SELECT " PLUMB_COMPARISON_COLUMNS " FROM comparisons";
constexpr std::string_view kSelectWithoutDocument =
    "SELECT id, project_id, execution_id, baseline_execution_id, verdict, drift_score, "
    "drift_grade, created_at, '' FROM comparisons";
constexpr std::string_view kById =
    "SELECT " PLUMB_COMPARISON_COLUMNS " FROM comparisons WHERE project_id = $1 AND id = $2";
constexpr std::string_view kInsert =
    "INSERT INTO comparisons (project_id, execution_id, baseline_execution_id, verdict, "
    "drift_score, drift_grade, created_at, document) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
    "RETURNING " PLUMB_COMPARISON_COLUMNS;

constexpr std::string_view kNewestScores =
    "SELECT p.name, c.drift_score FROM projects p JOIN comparisons c ON c.id = (SELECT max(n.id) "
    "FROM comparisons n WHERE n.project_id = p.id) ORDER BY p.id LIMIT $1";

Result<ProjectScore> read_score(const SqlRow& row) {
  ProjectScore score;
  PLUMB_CHECK_RESULT(row.read(score.project, score.drift_score));
  return score;
}

Result<StoredComparison> read_comparison(const SqlRow& row) {
  StoredComparison comparison;
  PLUMB_CHECK_RESULT(row.read(comparison.id, comparison.project, comparison.execution,
                              comparison.baseline_execution, comparison.verdict,
                              comparison.drift_score, comparison.drift_grade, comparison.created,
                              comparison.document));
  return comparison;
}

Result<Page<StoredComparison>> select_page(SqlConnection& connection, std::string_view select,
                                           ProjectId project, const ComparisonFilter& filter,
                                           const PageRequest& request) {
  PageQuery query(select);
  query.where("project_id = ?", project);
  query.where_if("execution_id = ?", filter.execution);
  query.where_if("baseline_execution_id = ?", filter.baseline_execution);
  query.where_if("verdict = ?", filter.verdict);
  PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
  return query.run(connection, read_comparison, key_by_id<StoredComparison>);
}

}  // namespace

Result<StoredComparison> Comparisons::add(ProjectId project, const StoredComparison& comparison) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredComparison> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, comparison.execution));
    PLUMB_CHECK_RESULT(find_execution(connection, project, comparison.baseline_execution));
    return connection.only_row(read_comparison, kInsert, project, comparison.execution,
                               comparison.baseline_execution, comparison.verdict,
                               comparison.drift_score, comparison.drift_grade, database_.now(),
                               comparison.document);
  });
}

Result<StoredComparison> Comparisons::get(ProjectId project, ComparisonId id) {
  return database_.read([&](SqlConnection& connection) -> Result<StoredComparison> {
    PLUMB_TRY(auto found, connection.row(read_comparison, kById, project, id));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found, fmt::format("there is no comparison {}", number_of(id)));
  });
}

Result<std::optional<StoredComparison>> Comparisons::newest(
    ProjectId project, ExecutionId execution, std::optional<ExecutionId> baseline_execution) {
  using Found = std::optional<StoredComparison>;
  return database_.read([&](SqlConnection& connection) -> Result<Found> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    ComparisonFilter filter;
    filter.execution = execution;
    filter.baseline_execution = baseline_execution;
    PageRequest one;
    one.limit = 1;
    PLUMB_TRY(auto page, select_page(connection, kSelect, project, filter, one));
    if (page.items.empty()) return Found();
    return Found(std::move(page.items.front()));
  });
}

Result<Page<StoredComparison>> Comparisons::list(ProjectId project, const ComparisonFilter& filter,
                                                 const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) {
    return select_page(connection, kSelectWithoutDocument, project, filter, request);
  });
}

Result<std::vector<ProjectScore>> Comparisons::newest_scores(std::size_t most) {
  return database_.read(
      [&](SqlConnection& connection) { return connection.rows(read_score, kNewestScores, most); });
}

}  // namespace plumb
