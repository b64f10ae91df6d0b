#include "store/executions.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/execution_lookup.h"
#include "store/page_query.h"
#include "store/result_key.h"

namespace plumb {
namespace {

#define PLUMB_EXECUTION_COLUMNS                                                       \
  "id, project_id, name, embedding_model, state, created_at, completed_at, results, " \
  "critical, high, medium, low, info, unknown"
constexpr std::string_view kSelect = "SELECT " PLUMB_EXECUTION_COLUMNS " FROM executions";
// No column of the newest comparison has the name of one of executions, by which lists filter and
// sort.
constexpr std::string_view kSelectWithDrift =
    "SELECT " PLUMB_EXECUTION_COLUMNS
    ", comparison_id, baseline_execution_id, verdict, drift_score, drift_grade, compared_at "
    "FROM executions LEFT JOIN (SELECT id AS comparison_id, baseline_execution_id, verdict, "
    "drift_score, drift_grade, created_at AS compared_at FROM comparisons) newest ON "
    "newest.comparison_id = (SELECT max(c.id) FROM comparisons c WHERE c.execution_id = "
    "executions.id)";
constexpr std::string_view kById = "SELECT " PLUMB_EXECUTION_COLUMNS
                                   " FROM executions WHERE project_id = $1 AND id = $2 AND removed "
                                   "= 0";
constexpr std::string_view kLockById =
    "SELECT " PLUMB_EXECUTION_COLUMNS
    " FROM executions WHERE project_id = $1 AND id = $2 AND removed = 0 {lock}";
constexpr std::string_view kPrevious =
    "SELECT " PLUMB_EXECUTION_COLUMNS
    " FROM executions WHERE project_id = $1 AND id < $2 AND removed = 0 AND state = 'completed' "
    "ORDER BY id DESC LIMIT 1";
constexpr std::string_view kInsert =
    "INSERT INTO executions (project_id, name, embedding_model, state, created_at) "
    "SELECT id, $2, $3, $4, $5 FROM projects WHERE id = $1 RETURNING " PLUMB_EXECUTION_COLUMNS;
constexpr std::string_view kComplete =
    "UPDATE executions SET state = $2, completed_at = $3 WHERE id = $1";
constexpr std::string_view kInsertLabel =
    "INSERT INTO execution_labels (execution_id, name, value) VALUES ($1, $2, $3)";
constexpr std::string_view kLabels =
    "SELECT name, value FROM execution_labels WHERE execution_id = $1 ORDER BY name";
constexpr std::string_view kLabelsOfMany =
    "SELECT execution_id, name, value FROM execution_labels WHERE execution_id IN {numbers_of_1} "
    "ORDER BY execution_id, name";
constexpr std::string_view kBaselinesOfMany =
    "SELECT id, project_id, execution_id, name, tag, created_at FROM baselines WHERE execution_id "
    "IN {numbers_of_1} ORDER BY id";
constexpr std::string_view kHasLabel =
    "EXISTS (SELECT 1 FROM execution_labels l WHERE l.execution_id = executions.id AND l.name = ? "
    "AND l.value = ?)";

constexpr std::string_view kBaselinesOn = "SELECT count(*) FROM baselines WHERE execution_id = $1";
constexpr std::string_view kClearComparisons =
    "DELETE FROM comparisons WHERE execution_id = $1 OR baseline_execution_id = $1";
constexpr std::string_view kMarkRemoved = "UPDATE executions SET removed = 1 WHERE id = $1";
constexpr std::string_view kOneRemoved =
    "SELECT id FROM executions WHERE removed = 1 ORDER BY id LIMIT 1 {skip_locked}";
constexpr std::string_view kClearEmbeddings =
    "DELETE FROM embeddings WHERE execution_id = $1 AND number IN (SELECT number FROM embeddings "
    "WHERE execution_id = $1 ORDER BY encoder, number LIMIT $2)";
constexpr std::string_view kClearResults =
    "DELETE FROM results WHERE key IN (SELECT key FROM results WHERE key BETWEEN $1 AND $2 ORDER "
    "BY "
    "key LIMIT $3)";
constexpr std::string_view kClearExecution = "DELETE FROM executions WHERE id = $1";

Result<StoredExecution> read_execution(const SqlRow& row) {
  StoredExecution execution;
  auto& counts = execution.severity_counts;
  static_assert(kSeverityCount == 6);
  PLUMB_CHECK_RESULT(row.read(execution.id, execution.project, execution.header.name,
                              execution.header.embedding_model, execution.state, execution.created,
                              execution.completed, execution.results, counts[0], counts[1],
                              counts[2], counts[3], counts[4], counts[5]));
  return execution;
}

Result<ListedExecution> read_listed(const SqlRow& row) {
  constexpr int kFirst = 14;  // of the comparison's columns
  ListedExecution listed;
  PLUMB_TRY(listed.execution, read_execution(row));
  if (row.is_null(kFirst)) return listed;
  StoredComparison& newest = listed.newest.emplace();
  PLUMB_CHECK_RESULT(row.read_from(kFirst, newest.id, newest.baseline_execution, newest.verdict,
                                   newest.drift_score, newest.drift_grade, newest.created));
  newest.project = listed.execution.project;
  newest.execution = listed.execution.id;
  return listed;
}

struct OwnedLabel {
  ExecutionId execution{};
  std::pair<std::string, std::string> label;
};

Result<OwnedLabel> read_owned_label(const SqlRow& row) {
  OwnedLabel owned;
  PLUMB_CHECK_RESULT(row.read(owned.execution, owned.label.first, owned.label.second));
  return owned;
}

Result<StoredBaseline> read_baseline(const SqlRow& row) {
  StoredBaseline baseline;
  PLUMB_CHECK_RESULT(row.read(baseline.id, baseline.project, baseline.execution, baseline.name,
                              baseline.tag, baseline.created));
  return baseline;
}

Result<std::pair<std::string, std::string>> read_label(const SqlRow& row) {
  std::pair<std::string, std::string> label;
  PLUMB_CHECK_RESULT(row.read(label.first, label.second));
  return label;
}

Result<void> add_labels(SqlConnection& connection, StoredExecution& execution) {
  PLUMB_TRY(execution.header.labels, connection.rows(read_label, kLabels, execution.id));
  return {};
}

StoredExecution& execution_in(StoredExecution& item) {
  return item;
}
StoredExecution& execution_in(ListedExecution& item) {
  return item.execution;
}

// "[3,17]", for {numbers_of_1}.
template <class Items>
std::string ids_of(Items& items) {
  std::string ids = "[";
  for (auto& item : items) {
    ids += fmt::format("{}{}", ids.size() > 1 ? "," : "", number_of(execution_in(item).id));
  }
  return ids + "]";
}

template <class Items>
auto* item_of(Items& items, ExecutionId id) {
  const auto found =
      std::ranges::find_if(items, [&](auto& item) { return execution_in(item).id == id; });
  return found == items.end() ? nullptr : &*found;
}

// Of a whole page at once. Rows come sorted by execution, so each is looked for once.
template <class Items>
Result<void> add_labels_to(SqlConnection& connection, Items& items) {
  PLUMB_TRY(auto labels, connection.rows(read_owned_label, kLabelsOfMany, ids_of(items)));
  typename Items::value_type* item = nullptr;
  for (OwnedLabel& owned : labels) {
    if (item == nullptr || execution_in(*item).id != owned.execution) {
      item = item_of(items, owned.execution);
    }
    if (item != nullptr) execution_in(*item).header.labels.push_back(std::move(owned.label));
  }
  return {};
}

Result<void> add_baselines_to(SqlConnection& connection, std::vector<ListedExecution>& items) {
  PLUMB_TRY(auto baselines, connection.rows(read_baseline, kBaselinesOfMany, ids_of(items)));
  for (StoredBaseline& baseline : baselines) {
    if (ListedExecution* item = item_of(items, baseline.execution)) {
      item->baselines.push_back(std::move(baseline));
    }
  }
  return {};
}

Result<StoredExecution> find_by(std::string_view sql, SqlConnection& connection, ProjectId project,
                                ExecutionId id) {
  PLUMB_TRY(auto found, connection.row(read_execution, sql, project, id));
  if (!found) return no_execution(id);
  PLUMB_CHECK_RESULT(add_labels(connection, *found));
  return *std::move(found);
}

std::string_view column_of(ExecutionSort sort) {
  switch (sort) {
    case ExecutionSort::created:
      return "created_at";
    case ExecutionSort::name:
      return "name";
    case ExecutionSort::results:
      return "results";
  }
  std::unreachable();
}

PageKey key_of(const StoredExecution& execution, ExecutionSort sort) {
  const std::int64_t id = number_of(execution.id);
  switch (sort) {
    case ExecutionSort::created:
      return {std::int64_t{execution.created.time_since_epoch().count()}, id};
    case ExecutionSort::name:
      return {execution.header.name, id};
    case ExecutionSort::results:
      return {execution.results, id};
  }
  std::unreachable();
}

void add_filter(PageQuery& query, const ExecutionFilter& filter) {
  query.where_if("name = ?", filter.name);
  query.where_if("state = ?", filter.state);
  query.where_if("created_at >= ?", filter.created_from);
  query.where_if("created_at < ?", filter.created_before);
  for (const auto& [name, value] : filter.labels) query.where(kHasLabel, name, value);
}

}  // namespace

std::unexpected<Error> no_execution(ExecutionId id) {
  return fail(ErrorCode::not_found, fmt::format("there is no execution {}", number_of(id)));
}

Result<StoredExecution> find_execution(SqlConnection& connection, ProjectId project,
                                       ExecutionId id) {
  return find_by(kById, connection, project, id);
}

Result<StoredExecution> lock_execution(SqlConnection& connection, ProjectId project,
                                       ExecutionId id) {
  return find_by(kLockById, connection, project, id);
}

Result<StoredExecution> Executions::create(ProjectId project, const ExecutionHeader& header,
                                           std::optional<UtcTime> created) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredExecution> {
    PLUMB_TRY(auto made,
              connection.row(read_execution, kInsert, project, header.name, header.embedding_model,
                             ExecutionState::receiving, created.value_or(database_.now())));
    if (!made) {
      return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
    }
    for (const auto& [name, value] : header.labels) {
      PLUMB_CHECK_RESULT(connection.change(kInsertLabel, made->id, name, value));
    }
    PLUMB_CHECK_RESULT(add_labels(connection, *made));
    return *std::move(made);
  });
}

Result<StoredExecution> Executions::get(ProjectId project, ExecutionId id) {
  return database_.read(
      [&](SqlConnection& connection) { return find_execution(connection, project, id); });
}

namespace {

template <class Read>
auto select_page(SqlConnection& connection, std::string_view select, const Read& read,
                 ProjectId project, const ExecutionFilter& filter, ExecutionSort sort,
                 const PageRequest& request)
    -> Result<Page<typename std::invoke_result_t<Read, const SqlRow&>::value_type>> {
  PageQuery query(select);
  query.where("project_id = ?", project);
  query.where("removed = 0");
  add_filter(query, filter);
  PLUMB_CHECK_RESULT(query.sort_by({column_of(sort)}, request));
  PLUMB_TRY(auto page, query.run(connection, read,
                                 [&](auto last) { return key_of(execution_in(last), sort); }));
  PLUMB_CHECK_RESULT(add_labels_to(connection, page.items));
  return page;
}

}  // namespace

Result<Page<StoredExecution>> Executions::list(ProjectId project, const ExecutionFilter& filter,
                                               ExecutionSort sort, const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) {
    return select_page(connection, kSelect, read_execution, project, filter, sort, request);
  });
}

Result<Page<ListedExecution>> Executions::list_with_drift(ProjectId project,
                                                          const ExecutionFilter& filter,
                                                          ExecutionSort sort,
                                                          const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<ListedExecution>> {
    PLUMB_TRY(auto page, select_page(connection, kSelectWithDrift, read_listed, project, filter,
                                     sort, request));
    PLUMB_CHECK_RESULT(add_baselines_to(connection, page.items));
    return page;
  });
}

Result<StoredExecution> Executions::complete(ProjectId project, ExecutionId id) {
  return database_.write([&](SqlConnection& connection) -> Result<StoredExecution> {
    PLUMB_TRY(auto execution, lock_execution(connection, project, id));
    if (execution.state == ExecutionState::completed) return execution;
    execution.state = ExecutionState::completed;
    execution.completed = database_.now();
    PLUMB_CHECK_RESULT(connection.change(kComplete, id, execution.state, execution.completed));
    return execution;
  });
}

Result<std::optional<StoredExecution>> Executions::previous(ProjectId project, ExecutionId id) {
  using Found = std::optional<StoredExecution>;
  return database_.read([&](SqlConnection& connection) -> Result<Found> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, id));
    PLUMB_TRY(Found found, connection.row(read_execution, kPrevious, project, id));
    if (found) PLUMB_CHECK_RESULT(add_labels(connection, *found));
    return found;
  });
}

Result<void> Executions::remove(ProjectId project, ExecutionId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(lock_execution(connection, project, id));
    PLUMB_TRY(const auto baselines, connection.number(kBaselinesOn, id));
    if (baselines > 0) {
      return fail(ErrorCode::conflict,
                  fmt::format("execution {} is in use by {} baseline{}; "
                              "delete the baseline first",
                              number_of(id), baselines, baselines == 1 ? "" : "s"));
    }
    PLUMB_CHECK_RESULT(connection.change(kClearComparisons, id));
    PLUMB_CHECK_RESULT(connection.change(kMarkRemoved, id));
    return {};
  });
}

Result<void> Executions::clear_removed() {
  for (bool all_clear = false; !all_clear;) {
    PLUMB_TRY(all_clear, clear_removed_piece());
  }
  return {};
}

Result<bool> Executions::clear_removed_piece(std::size_t rows) {
  return database_.write([&](SqlConnection& connection) -> Result<bool> {
    const auto first = [](const SqlRow& row) -> Result<std::int64_t> { return row.integer(0); };
    PLUMB_TRY(const auto id, connection.row(first, kOneRemoved));
    if (!id) return true;
    const ExecutionId removed{*id};
    PLUMB_TRY(const auto embeddings, connection.change(kClearEmbeddings, *id, rows));
    if (embeddings > 0) return false;
    PLUMB_TRY(const auto results, connection.change(kClearResults, result_key(removed, 0),
                                                    last_result_key(removed), rows));
    if (results > 0) return false;
    PLUMB_CHECK_RESULT(connection.change(kClearExecution, *id));
    return false;
  });
}

}  // namespace plumb
