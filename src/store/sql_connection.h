// One connection to a database, of either kind. Used by one thread at a time.
//
// Statements are written once, for both databases: parameters are $1, $2, ... and what differs is a
// word in braces that the dialect replaces (dialect.h). A statement is prepared when it is first
// run and kept.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/sql_row.h"
#include "store/sql_value.h"

namespace plumb {

enum class Access { read, write };

class SqlConnection {
 public:
  using EachRow = std::function<Result<void>(const SqlRow&)>;

  virtual ~SqlConnection() = default;
  SqlConnection() = default;
  SqlConnection(const SqlConnection&) = delete;
  SqlConnection& operator=(const SqlConnection&) = delete;

  // Runs one statement; rows go to `each`, which runs none itself. Returns how many rows were
  // changed. Text must be valid UTF-8 without NUL, which one of the two databases cannot hold.
  virtual Result<std::int64_t> run(std::string_view sql, std::span<const SqlValue> values,
                                   const EachRow& each) = 0;
  // Statements without parameters, one after the other.
  virtual Result<void> run_script(std::string_view sql) = 0;

  virtual Result<void> begin(Access access) = 0;
  virtual Result<void> commit() = 0;
  virtual void roll_back() = 0;
  // False once the connection is lost: it is thrown away, not put back.
  virtual bool is_usable() const = 0;

  template <class... Values>
  Result<std::int64_t> change(std::string_view sql, const Values&... values) {
    const std::array<SqlValue, sizeof...(Values)> all = {SqlValue(values)...};
    return run(sql, all, {});
  }

  // Every row by `read`, a Result<T>(const SqlRow&).
  template <class Read, class... Values>
  auto rows(const Read& read, std::string_view sql, const Values&... values) {
    const std::array<SqlValue, sizeof...(Values)> all = {SqlValue(values)...};
    return rows_of(read, sql, all);
  }
  template <class Read>
  auto rows_of(const Read& read, std::string_view sql, std::span<const SqlValue> values)
      -> Result<std::vector<typename std::invoke_result_t<Read, const SqlRow&>::value_type>> {
    std::vector<typename std::invoke_result_t<Read, const SqlRow&>::value_type> found;
    PLUMB_CHECK_RESULT(run(sql, values, [&](const SqlRow& row) -> Result<void> {
      PLUMB_TRY(auto value, read(row));
      found.push_back(std::move(value));
      return {};
    }));
    return found;
  }

  // The first column of every row.
  Result<std::vector<std::int64_t>> numbers_of(std::string_view sql,
                                               std::span<const SqlValue> values) {
    return rows_of([](const SqlRow& row) -> Result<std::int64_t> { return row.integer(0); }, sql,
                   values);
  }

  // The first row, none where there is none.
  template <class Read, class... Values>
  auto row(const Read& read, std::string_view sql, const Values&... values)
      -> Result<std::optional<typename std::invoke_result_t<Read, const SqlRow&>::value_type>> {
    PLUMB_TRY(auto found, rows(read, sql, values...));
    if (found.empty()) return std::nullopt;
    return std::optional(std::move(found.front()));
  }

  // The row of a statement that always gives one.
  template <class Read, class... Values>
  auto only_row(const Read& read, std::string_view sql, const Values&... values)
      -> std::invoke_result_t<Read, const SqlRow&> {
    PLUMB_TRY(auto found, rows(read, sql, values...));
    if (!found.empty()) return std::move(found.front());
    return fail(ErrorCode::corrupt, "a statement that always gives a row gave none");
  }

  // The first column of such a row.
  template <class... Values>
  Result<std::int64_t> number(std::string_view sql, const Values&... values) {
    const auto first = [](const SqlRow& row) -> Result<std::int64_t> { return row.integer(0); };
    return only_row(first, sql, values...);
  }
};

}  // namespace plumb
