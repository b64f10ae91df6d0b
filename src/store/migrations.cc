#include "store/migrations.h"

#include <fmt/format.h>

namespace plumb {
namespace {

// Who applied what, when. The table itself never changes.
constexpr std::string_view kMakeHistory =
    "CREATE TABLE IF NOT EXISTS schema_migrations ("
    " version {integer} PRIMARY KEY, name {text} NOT NULL, applied_at {integer} NOT NULL) {strict}";

std::unexpected<Error> too_new(const std::string& database, int version) {
  return fail(ErrorCode::unsupported,
              fmt::format("{} has the schema {}, and this Plumb knows them up to {}; use the newer "
                          "Plumb that made it",
                          database, version, newest_schema()));
}

Result<void> apply(SqlConnection& connection, const Migration& migration, UtcTime now) {
  PLUMB_CHECK_RESULT(connection.run_script(migration.sql));
  PLUMB_CHECK_RESULT(connection.change(
      "INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, $3)",
      migration.version, migration.name, now));
  return {};
}

}  // namespace

int newest_schema() {
  return all_migrations().back().version;
}

Result<int> schema_version(SqlConnection& connection, Dialect dialect) {
  const auto first = [](const SqlRow& row) -> Result<std::int64_t> { return row.integer(0); };
  PLUMB_TRY(const auto there,
            connection.row(first, dialect == Dialect::sqlite
                                      ? "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name "
                                        "= 'schema_migrations'"
                                      : "SELECT 1 FROM pg_tables WHERE schemaname = 'plumb' AND "
                                        "tablename = 'schema_migrations'"));
  if (!there) return 0;
  PLUMB_TRY(const auto version,
            connection.number("SELECT coalesce(max(version), 0) FROM schema_migrations"));
  return static_cast<int>(version);
}

Result<void> migrate(Database& database, int version) {
  // Most starts find nothing to do, and need not wait for a writer.
  PLUMB_TRY(const int found, database.read([&](SqlConnection& connection) {
    return schema_version(connection, database.dialect());
  }));
  if (found > newest_schema()) return too_new(database.name(), found);
  if (found >= version) return {};
  return database.write([&](SqlConnection& connection) -> Result<void> {
    if (database.dialect() == Dialect::postgresql) {
      PLUMB_CHECK_RESULT(connection.run_script("SELECT pg_advisory_xact_lock(1349283170)"));
    }
    PLUMB_TRY(const int before, schema_version(connection, database.dialect()));
    if (before > newest_schema()) return too_new(database.name(), before);
    PLUMB_CHECK_RESULT(connection.run_script(kMakeHistory));
    for (const Migration& migration : all_migrations()) {
      if (migration.version <= before || migration.version > version) continue;
      PLUMB_CHECK_RESULT(apply(connection, migration, database.now()));
    }
    return {};
  });
}

Result<void> check_schema(Database& database) {
  PLUMB_TRY(const int found, database.read([&](SqlConnection& connection) {
    return schema_version(connection, database.dialect());
  }));
  if (found > newest_schema()) return too_new(database.name(), found);
  if (found == newest_schema()) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("{} has the schema {} and this Plumb wants {}; start plumb serve once, "
                          "which brings it forward",
                          database.name(), found, newest_schema()));
}

}  // namespace plumb
