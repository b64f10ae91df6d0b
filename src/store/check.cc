#include "store/check.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "store/migrations.h"

namespace plumb {
namespace {

// What always holds between tables: a query that finds who breaks it, and the sentence about them.
struct Invariant {
  std::string_view query;  // gives an id
  std::string_view sentence;
};

constexpr std::array kInvariants = {
    Invariant{"SELECT e.id FROM executions e LEFT JOIN results r ON r.execution_id = e.id WHERE "
              "e.removed = 0 GROUP BY e.id, e.results HAVING e.results <> count(r.number) OR "
              "e.results <> coalesce(max(r.number), -1) + 1 ORDER BY e.id LIMIT 10",
              "execution {} has another number of results than it counts"},
    Invariant{"SELECT DISTINCT execution_id FROM results WHERE key <> execution_id * 4294967296 + "
              "number ORDER BY execution_id LIMIT 10",
              "execution {} has a result at another place than its number says"},
    Invariant{"SELECT e.id FROM executions e LEFT JOIN results r ON r.execution_id = e.id WHERE "
              "e.removed = 0 GROUP BY e.id, e.critical, e.high, e.medium, e.low, e.info, e.unknown "
              "HAVING e.critical <> count(CASE WHEN r.severity = 'critical' THEN 1 END) "
              "OR e.high <> count(CASE WHEN r.severity = 'high' THEN 1 END) "
              "OR e.medium <> count(CASE WHEN r.severity = 'medium' THEN 1 END) "
              "OR e.low <> count(CASE WHEN r.severity = 'low' THEN 1 END) "
              "OR e.info <> count(CASE WHEN r.severity = 'info' THEN 1 END) "
              "OR e.unknown <> count(CASE WHEN r.severity = 'unknown' THEN 1 END) "
              "ORDER BY e.id LIMIT 10",
              "execution {} counts other severities than its results have"},
    Invariant{"SELECT DISTINCT m.execution_id FROM embeddings m JOIN executions e ON e.id = "
              "m.execution_id WHERE e.removed = 0 AND (m.number < 0 OR m.number >= e.results) "
              "ORDER BY m.execution_id LIMIT 10",
              "execution {} has a vector of a result that it does not have"},
    Invariant{"SELECT s.id FROM sessions s LEFT JOIN session_steps t ON t.session_id = s.id "
              "GROUP BY s.id, s.steps HAVING s.steps <> count(t.step) ORDER BY s.id LIMIT 10",
              "session {} has another number of steps than it counts"},
};

Result<std::string> read_text(const SqlRow& row) {
  return std::string(row.bytes(0));
}
Result<std::int64_t> read_number(const SqlRow& row) {
  return row.integer(0);
}

Result<void> check_sqlite(SqlConnection& connection, StoreCheck& check) {
  PLUMB_TRY(const auto said, connection.rows(read_text, "PRAGMA integrity_check(20)"));
  for (const std::string& line : said) {
    if (line != "ok") check.problems.push_back("the file is damaged: " + line);
  }
  if (!check.is_sound()) return {};  // a damaged table may not be readable at all
  PLUMB_TRY(const auto broken, connection.rows(read_text, "PRAGMA foreign_key_check"));
  for (const std::string& table : broken) {
    check.problems.push_back(fmt::format("a row of {} belongs to something that is gone", table));
    if (check.problems.size() > 20) break;
  }
  return {};
}

Result<void> check_postgres(SqlConnection& connection, StoreCheck& check) {
  for (const std::string_view setting : {"fsync", "full_page_writes"}) {
    PLUMB_TRY(const auto value, connection.row(read_text, "SELECT current_setting($1)", setting));
    if (value == "off") {
      check.problems.push_back(fmt::format(
          "the server runs with {}=off: a loss of power can take results that were acknowledged",
          setting));
    }
  }
  return {};
}

Result<void> check_content(SqlConnection& connection, StoreCheck& check) {
  PLUMB_TRY(check.projects, connection.number("SELECT count(*) FROM projects"));
  PLUMB_TRY(check.executions,
            connection.number("SELECT count(*) FROM executions WHERE removed = 0"));
  PLUMB_TRY(check.results, connection.number("SELECT count(*) FROM results"));
  PLUMB_TRY(check.embeddings, connection.number("SELECT count(*) FROM embeddings"));
  for (const Invariant& invariant : kInvariants) {
    PLUMB_TRY(const auto ids, connection.rows(read_number, invariant.query));
    for (const std::int64_t id : ids) {
      check.problems.push_back(fmt::format(fmt::runtime(invariant.sentence), id));
    }
  }
  return {};
}

}  // namespace

Result<StoreCheck> check_store(Database& database) {
  return database.read([&](SqlConnection& connection) -> Result<StoreCheck> {
    StoreCheck check;
    check.database = database.name();
    check.newest_schema = newest_schema();
    PLUMB_CHECK_RESULT(database.dialect() == Dialect::sqlite ? check_sqlite(connection, check)
                                                             : check_postgres(connection, check));
    // Where the engine itself finds damage, what the tables hold says nothing.
    if (!check.is_sound()) return check;
    PLUMB_TRY(check.schema, schema_version(connection, database.dialect()));
    if (check.schema == check.newest_schema) PLUMB_CHECK_RESULT(check_content(connection, check));
    return check;
  });
}

}  // namespace plumb
