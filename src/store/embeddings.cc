#include "store/embeddings.h"

#include <fmt/format.h>

#include "store/execution_lookup.h"
#include "store/result_key.h"

namespace plumb {
namespace {

constexpr std::string_view kPut =
    "INSERT INTO embeddings (execution_id, encoder, number, vector, truncated) VALUES ($1, $2, $3, "
    "$4, "
    "$5) ON CONFLICT (execution_id, encoder, number) DO UPDATE SET vector = excluded.vector, "
    "truncated = excluded.truncated";
constexpr std::string_view kMissing =
    "SELECT r.number, r.result_id, r.severity, r.line FROM results r LEFT JOIN embeddings e "
    "ON e.execution_id = r.execution_id AND e.encoder = $3 AND e.number = r.number "
    "WHERE r.key BETWEEN $1 AND $2 AND e.number IS NULL ORDER BY r.key LIMIT $4";
constexpr std::string_view kRead =
    "SELECT number, vector, truncated FROM embeddings WHERE execution_id = $1 AND encoder = $2 AND "
    "number >= "
    "$3 ORDER BY number LIMIT $4";
constexpr std::string_view kCount =
    "SELECT count(*) FROM embeddings WHERE execution_id = $1 AND encoder = $2";

Result<StoredResult> read_result(const SqlRow& row) {
  StoredResult result;
  PLUMB_CHECK_RESULT(row.read(result.number, result.id, result.severity, result.line));
  return result;
}

Result<NumberedVector> read_vector(const SqlRow& row) {
  NumberedVector vector;
  PLUMB_CHECK_RESULT(row.read(vector.number, vector.vector, vector.truncated));
  return vector;
}

}  // namespace

Result<void> ResultEmbeddings::put(ProjectId project, ExecutionId execution,
                                   std::string_view encoder,
                                   std::span<const NumberedVector> vectors) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto found, lock_execution(connection, project, execution));
    for (const NumberedVector& each : vectors) {
      if (each.number < 0 || each.number >= found.results) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("execution {} has {} results, so none has the number {}",
                                number_of(execution), found.results, each.number));
      }
      PLUMB_CHECK_RESULT(connection.change(kPut, execution, encoder, each.number,
                                           SqlValue::bytes(each.vector), each.truncated));
    }
    return {};
  });
}

Result<std::vector<StoredResult>> ResultEmbeddings::missing(ProjectId project,
                                                            ExecutionId execution,
                                                            std::string_view encoder,
                                                            std::int64_t from, std::size_t most) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<StoredResult>> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    return connection.rows(read_result, kMissing, result_key_from(execution, from),
                           last_result_key(execution), encoder, most);
  });
}

Result<std::vector<NumberedVector>> ResultEmbeddings::read(ProjectId project, ExecutionId execution,
                                                           std::string_view encoder,
                                                           std::int64_t from, std::size_t most) {
  return database_.read([&](SqlConnection& connection) -> Result<std::vector<NumberedVector>> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    return connection.rows(read_vector, kRead, execution, encoder, from, most);
  });
}

Result<std::int64_t> ResultEmbeddings::count(ProjectId project, ExecutionId execution,
                                             std::string_view encoder) {
  return database_.read([&](SqlConnection& connection) -> Result<std::int64_t> {
    PLUMB_CHECK_RESULT(find_execution(connection, project, execution));
    return connection.number(kCount, execution, encoder);
  });
}

}  // namespace plumb
