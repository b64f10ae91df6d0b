#include "store/results.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "store/execution_lookup.h"
#include "store/page_query.h"
#include "store/result_key.h"

namespace plumb {
namespace {

constexpr std::string_view kSelect = "SELECT number, result_id, severity, line FROM results";
constexpr std::string_view kSizes = "SELECT {bytes_of:line} FROM results";
constexpr std::string_view kById =
    "SELECT number, result_id, severity, line FROM results WHERE execution_id = $1 AND result_id = "
    "$2";
constexpr std::string_view kRead =
    "SELECT number, result_id, severity, line FROM results WHERE key BETWEEN $1 AND $2 ORDER BY "
    "key LIMIT $3";
constexpr std::string_view kInsert =
    "INSERT INTO results (key, execution_id, number, result_id, severity, line, received_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (execution_id, result_id) DO NOTHING";
constexpr std::string_view kDelete = "DELETE FROM results WHERE key BETWEEN $1 AND $2";
constexpr std::string_view kInsertVector =
    "INSERT INTO embeddings (execution_id, encoder, number, vector) VALUES ($1, $2, $3, $4)";
constexpr std::string_view kFirstVector =
    "SELECT vector FROM embeddings WHERE execution_id = $1 AND encoder = $2 ORDER BY number LIMIT "
    "1";
constexpr std::string_view kCount =
    "UPDATE executions SET results = results + $2, critical = critical + $3, high = high + $4, "
    "medium = medium + $5, low = low + $6, info = info + $7, unknown = unknown + $8, received_at = "
    "CASE WHEN received_at > $9 THEN received_at ELSE $9 END WHERE id = $1";

Result<StoredResult> read_result(const SqlRow& row) {
  StoredResult result;
  PLUMB_CHECK_RESULT(row.read(result.number, result.id, result.severity, result.line));
  return result;
}

Result<std::vector<float>> read_vector(const SqlRow& row) {
  std::vector<float> vector;
  PLUMB_CHECK_RESULT(row.read(vector));
  return vector;
}

Result<std::optional<std::size_t>> dimension_of(SqlConnection& connection,
                                                const StoredExecution& execution) {
  PLUMB_TRY(const auto first, connection.row(read_vector, kFirstVector, execution.id,
                                             execution.header.embedding_model));
  return first ? std::optional(first->size()) : std::nullopt;
}

Result<void> check_id(const StoredResult& result) {
  constexpr std::size_t kMostBytes = 500;
  if (!result.id.empty() && result.id.size() <= kMostBytes) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("a result's id has 1 to {} bytes, not {}", kMostBytes, result.id.size()));
}

// Rows that one statement adds. What a statement costs beside its rows is then a small part.
constexpr std::size_t kRowsAtOnce = 100;

// As kInsert, of kRowsAtOnce rows: $1 is the execution, $2 the time, $3 and $4 the first row's key
// and number, and each row has three more.
const std::string& insert_many() {
  static const std::string sql = [] {
    std::string made =
        "INSERT INTO results (key, execution_id, number, result_id, severity, line, received_at) "
        "VALUES";
    for (std::size_t row = 0; row < kRowsAtOnce; ++row) {
      const std::size_t first = 5 + 3 * row;
      made += fmt::format("{0} ($3 + {1}, $1, $4 + {1}, ${2}, ${3}, ${4}, $2)", row == 0 ? "" : ",",
                          row, first, first + 1, first + 2);
    }
    return made + " ON CONFLICT (execution_id, result_id) DO NOTHING";
  }();
  return sql;
}

// Whether every new result finds a key.
Result<void> check_room(const StoredExecution& execution, std::size_t more) {
  const bool has_room = std::cmp_less_equal(more, kResultsAnExecution - execution.results) &&
                        number_of(execution.id) <= kLastExecutionId;
  if (has_room) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("execution {} with {} results has no room for {} more; make another",
                          number_of(execution.id), execution.results, more));
}

// One batch into one execution, whose row is locked.
class Appending {
 public:
  Appending(SqlConnection& connection, const StoredExecution& execution, UtcTime now)
      : connection_(connection), execution_(execution), now_(now) {}

  Result<void> add_all(std::span<const StoredResult> results) {
    std::size_t place = 0;
    if (execution_.state != ExecutionState::completed) {
      for (; place + kRowsAtOnce <= results.size(); place += kRowsAtOnce) {
        PLUMB_CHECK_RESULT(add_many(place, results.subspan(place, kRowsAtOnce)));
      }
    }
    return add_each(place, results.subspan(place));
  }

  Result<AppendOutcome> finish() {
    if (outcome_.added > 0) {
      PLUMB_CHECK_RESULT(connection_.change(kCount, execution_.id, outcome_.added, counts_[0],
                                            counts_[1], counts_[2], counts_[3], counts_[4],
                                            counts_[5], now_));
    }
    return std::move(outcome_);
  }

 private:
  std::int64_t next_number() const {
    return execution_.results + static_cast<std::int64_t>(outcome_.added);
  }

  // By one statement, as long as all of them are new. Those of a retry, which are told one by one,
  // would leave holes between the numbers of the others: then what it added is taken back.
  Result<void> add_many(std::size_t place, std::span<const StoredResult> results) {
    const std::int64_t first = next_number();
    values_.assign({execution_.id, now_, result_key(execution_.id, first), first});
    for (const StoredResult& result : results) {
      PLUMB_CHECK_RESULT(check_id(result));
      values_.insert(values_.end(), {result.id, result.severity, result.line});
    }
    PLUMB_TRY(const auto inserted, connection_.run(insert_many(), values_, {}));
    if (inserted == static_cast<std::int64_t>(results.size())) {
      for (const StoredResult& result : results) PLUMB_CHECK_RESULT(take_note_of_added(result));
      return {};
    }
    if (inserted > 0) {
      PLUMB_CHECK_RESULT(connection_.change(kDelete, result_key(execution_.id, first),
                                            last_result_key(execution_.id)));
    }
    return add_each(place, results);
  }

  Result<void> add_each(std::size_t place, std::span<const StoredResult> results) {
    for (const StoredResult& result : results) PLUMB_CHECK_RESULT(add(place++, result));
    return {};
  }

  Result<void> add(std::size_t place, const StoredResult& result) {
    PLUMB_CHECK_RESULT(check_id(result));
    PLUMB_TRY(const auto inserted,
              connection_.change(kInsert, result_key(execution_.id, next_number()), execution_.id,
                                 next_number(), result.id, result.severity, result.line, now_));
    if (inserted == 0) return take_note_of_repeated(place, result);
    if (execution_.state == ExecutionState::completed) {
      return fail(ErrorCode::conflict,
                  fmt::format("execution {} is completed, so the result {} cannot be added; make "
                              "another execution",
                              number_of(execution_.id), result.id));
    }
    return take_note_of_added(result);
  }

  Result<void> take_note_of_added(const StoredResult& result) {
    const std::int64_t number = next_number();
    ++outcome_.added;
    if (result.severity) ++counts_[static_cast<std::size_t>(*result.severity)];
    if (result.embedding.empty()) return {};
    PLUMB_CHECK_RESULT(check_dimension(result));
    PLUMB_CHECK_RESULT(connection_.change(kInsertVector, execution_.id,
                                          execution_.header.embedding_model, number,
                                          SqlValue::bytes(result.embedding)));
    return {};
  }

  Result<void> check_dimension(const StoredResult& result) {
    if (!dimension_) {
      PLUMB_TRY(const auto before, dimension_of(connection_, execution_));
      dimension_ = before.value_or(result.embedding.size());
    }
    if (result.embedding.size() == *dimension_) return {};
    return fail(
        ErrorCode::conflict,
        fmt::format("the vector of result {} has {} numbers, and those of execution {} have "
                    "{}; vectors of another model belong to another execution",
                    result.id, result.embedding.size(), number_of(execution_.id), *dimension_));
  }

  Result<void> take_note_of_repeated(std::size_t place, const StoredResult& result) {
    PLUMB_TRY(const auto there, connection_.row(read_result, kById, execution_.id, result.id));
    if (there && there->line == result.line) {
      ++outcome_.repeated;
    } else {
      ++outcome_.differing;
      outcome_.note_place(place);
    }
    return {};
  }

  SqlConnection& connection_;
  const StoredExecution& execution_;
  UtcTime now_;
  AppendOutcome outcome_;
  std::vector<SqlValue> values_;  // of add_many(), which keeps its memory
  std::array<std::int64_t, kSeverityCount> counts_{};
  std::optional<std::size_t> dimension_;  // none until a vector came
};

}  // namespace

Result<AppendOutcome> Results::append(ProjectId project, ExecutionId execution,
                                      std::span<const StoredResult> results) {
  return database_.write([&](SqlConnection& connection) -> Result<AppendOutcome> {
    PLUMB_TRY(const auto found, lock_execution(connection, project, execution));
    PLUMB_CHECK_RESULT(check_room(found, results.size()));
    Appending appending(connection, found, database_.now());
    PLUMB_CHECK_RESULT(appending.add_all(results));
    return appending.finish();
  });
}

Result<std::optional<std::size_t>> Results::dimension(ProjectId project, ExecutionId execution) {
  using Dimension = std::optional<std::size_t>;
  return database_.read([&](SqlConnection& connection) -> Result<Dimension> {
    PLUMB_TRY(const auto found, find_execution(connection, project, execution));
    return dimension_of(connection, found);
  });
}

Result<StoredResult> Results::get(ProjectId project, ExecutionId execution, std::string_view id) {
  return database_.read([&](SqlConnection& connection) -> Result<StoredResult> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    PLUMB_TRY(auto found, connection.row(read_result, kById, execution, id));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found,
                fmt::format("execution {} has no result {}", number_of(execution), id));
  });
}

Result<std::vector<StoredResult>> Results::read(ProjectId project, ExecutionId execution,
                                                std::int64_t from, std::size_t most) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<StoredResult>> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    return connection.rows(read_result, kRead, result_key_from(execution, from),
                           last_result_key(execution), most);
  });
}

Result<Page<StoredResult>> Results::list(ProjectId project, ExecutionId execution,
                                         const ResultFilter& filter, const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<StoredResult>> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    PageQuery query(kSelect);
    query.where("key BETWEEN ? AND ?", result_key(execution, 0), last_result_key(execution));
    query.where_if("severity = ?", filter.severity);
    PLUMB_CHECK_RESULT(query.sort_by({"key", "key"}, request));
    return query.run_within_bytes(connection, kSizes, read_result, [&](const StoredResult& last) {
      const std::int64_t key = result_key(execution, last.number);
      return PageKey{key, key};
    });
  });
}

}  // namespace plumb
