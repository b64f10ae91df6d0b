#include "store/backup.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "store/check.h"
#include "store/migrations.h"
#include "store/sqlite_database.h"

namespace plumb {
namespace {

// In the order in which they were made, so behind those that they refer to.
constexpr std::string_view kTables =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> "
    "'schema_migrations' ORDER BY rowid";

struct Column {
  std::string name;
  SqlValue::Type type;
};

Result<Column> read_column(const SqlRow& row) {
  const std::string_view type = row.bytes(2);  // cid, name, type, ...
  return Column{std::string(row.bytes(1)), type == "INTEGER" ? SqlValue::Type::integer
                                           : type == "REAL"  ? SqlValue::Type::real
                                           : type == "BLOB"  ? SqlValue::Type::bytes
                                                             : SqlValue::Type::text};
}

Result<std::string> read_name(const SqlRow& row) {
  return std::string(row.bytes(0));
}

SqlValue value_at(const SqlRow& row, int column, SqlValue::Type type) {
  const bool is_null = row.is_null(column);
  switch (type) {
    case SqlValue::Type::integer:
      return is_null ? SqlValue(std::optional<std::int64_t>()) : SqlValue(row.integer(column));
    case SqlValue::Type::real:
      return is_null ? SqlValue(std::optional<double>()) : SqlValue(row.real(column));
    case SqlValue::Type::bytes:
    case SqlValue::Type::text:
      break;
  }
  if (is_null) return SqlValue(std::optional<std::string_view>());
  return type == SqlValue::Type::bytes ? SqlValue::bytes(row.bytes(column))
                                       : SqlValue(row.bytes(column));
}

// All rows, in pieces through a cursor, so that memory is bounded by a piece.
Result<void> copy_table(SqlConnection& from, SqlConnection& to, std::string_view table) {
  PLUMB_TRY(const auto columns, to.rows(read_column, fmt::format("PRAGMA table_info({})", table)));
  std::string names;
  std::string places;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", columns[i].name);
    places += fmt::format("{}${}", i == 0 ? "" : ", ", i + 1);
  }
  const std::string insert = fmt::format("INSERT INTO {} ({}) VALUES ({})", table, names, places);
  const std::string fetch = fmt::format("FETCH 500 FROM copy_{}", table);
  PLUMB_CHECK_RESULT(from.run_script(
      fmt::format("DECLARE copy_{0} NO SCROLL CURSOR FOR SELECT {1} FROM {0}", table, names)));
  for (std::size_t copied = 1; copied > 0;) {
    copied = 0;
    PLUMB_CHECK_RESULT(from.run(fetch, {}, [&](const SqlRow& row) -> Result<void> {
      std::vector<SqlValue> values;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        values.push_back(value_at(row, static_cast<int>(i), columns[i].type));
      }
      PLUMB_TRY(const std::int64_t inserted, to.run(insert, values, {}));
      copied += static_cast<std::size_t>(inserted);
      return {};
    }));
  }
  return from.run_script(fmt::format("CLOSE copy_{}", table));
}

Result<void> copy_postgres(Database& database, const std::filesystem::path& to) {
  PLUMB_TRY(const auto copy, open_sqlite({to, true}, {}));
  PLUMB_CHECK_RESULT(migrate(*copy));
  // One reading transaction: all tables are of one moment.
  return database.read([&](SqlConnection& from) {
    return copy->write([&](SqlConnection& into) -> Result<void> {
      PLUMB_TRY(const auto tables, into.rows(read_name, kTables));
      for (const std::string& table : tables) {
        PLUMB_CHECK_RESULT(copy_table(from, into, table));
      }
      return {};
    });
  });
}

Result<void> check_copy(const std::filesystem::path& path) {
  PLUMB_TRY(const auto copy, open_sqlite({path, false}, {}));
  PLUMB_TRY(const StoreCheck check, check_store(*copy));
  if (check.is_sound()) return {};
  return fail(ErrorCode::corrupt,
              fmt::format("the copy is not sound, so it was not kept: {}", check.problems.front()));
}

void remove_with_log(const std::filesystem::path& path) {
  std::error_code ignored;
  for (const std::string_view end : {"", "-wal", "-shm", "-journal"}) {
    std::filesystem::remove(path.string() + std::string(end), ignored);
  }
}

}  // namespace

Result<void> back_up(Database& database, const std::filesystem::path& to) {
  std::error_code ignored;
  if (std::filesystem::exists(to, ignored)) {
    return fail(
        ErrorCode::conflict,
        fmt::format("{} is there already; name a new file, or delete it first", to.string()));
  }
  PLUMB_CHECK_RESULT(check_schema(database));
  const std::filesystem::path draft = to.string() + ".partial";
  remove_with_log(draft);
  Result<void> done = database.dialect() == Dialect::sqlite ? copy_sqlite(database, draft)
                                                            : copy_postgres(database, draft);
  if (done) done = check_copy(draft);
  if (done) done = publish_sqlite(draft, to);
  remove_with_log(draft);
  return done;
}

}  // namespace plumb
