// From every schema that was ever released, on both databases: the content stays, and the schema is
// that of a new database.
#include "store/migrations.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/sha256.h"
#include "store/postgres_database.h"
#include "store/sqlite_database.h"
#include "store/store.h"
#include "support/places.h"
#include "support/postgres_cluster.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

Result<std::string> read_text(const SqlRow& row) {
  return std::string(row.bytes(0));
}

// Every table, column and index, in words that compare.
std::vector<std::string> schema_of(Database& database) {
  return database
      .read([&](SqlConnection& connection) {
        return connection.rows(
            read_text,
            database.dialect() == Dialect::sqlite
                ? "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema "
                  "ORDER BY 1"
                : "SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' "
                  "|| is_nullable || ' ' || coalesce(column_default, '') FROM "
                  "information_schema.columns WHERE table_schema = 'plumb' UNION ALL SELECT "
                  "indexdef FROM pg_indexes WHERE schemaname = 'plumb' ORDER BY 1");
      })
      .value();
}

// What a store of a schema may hold, written by its own statements: the program of today does not
// know how to write it any more.
constexpr std::string_view kContent =
    "INSERT INTO projects (id, name, created_at, retention_days) VALUES (1, 'kept', 5, 30);"
    "INSERT INTO api_keys (id, project_id, name, prefix, sha256, scope, created_at) VALUES "
    "(4, 1, 'ci', '3f9c0a1b2c3d', 'hash', 'write', 5);"
    "INSERT INTO executions (id, project_id, name, embedding_model, state, created_at, "
    "completed_at, results, low) VALUES (7, 1, 'run', '', 'completed', 6, 7, 1, 1);"
    "INSERT INTO baselines (id, project_id, execution_id, name, tag, created_at) VALUES "
    "(3, 1, 7, 'b', 'v1', 8);";
constexpr int kFirstWithKeys = 6;
constexpr std::string_view kResult =
    "INSERT INTO results (execution_id, number, result_id, severity, line, received_at) VALUES "
    "(7, 0, 'r0', 'low', '{}', 6);";
constexpr std::string_view kResultWithKey =
    "INSERT INTO results (key, execution_id, number, result_id, severity, line, received_at) "
    "VALUES (30064771072, 7, 0, 'r0', 'low', '{}', 6);";

class MigrationsTest : public testing::TestWithParam<Dialect> {
 protected:
  void SetUp() override {
    if (GetParam() == Dialect::sqlite) return;
    const std::string reason = PostgresCluster::why_not();
    if (!reason.empty()) GTEST_SKIP() << reason;
  }

  // An empty database without any schema.
  std::unique_ptr<Database> fresh() {
    if (GetParam() == Dialect::postgresql) {
      return open_postgres({PostgresCluster::shared().empty_database(), {}}, {}).value();
    }
    const auto path = folder_.path() / (std::to_string(files_++) + ".db");
    return open_sqlite({path, true}, {}).value();
  }

 private:
  TemporaryFolder folder_;
  int files_ = 0;
};

TEST_P(MigrationsTest, EverySchemaLeadsToTheNewestWithItsContent) {
  std::vector<std::string> wanted;
  {
    const auto database = fresh();
    ASSERT_TRUE(migrate(*database));
    wanted = schema_of(*database);
  }
  for (int version = 1; version <= newest_schema(); ++version) {
    SCOPED_TRACE(version);
    const auto database = fresh();
    auto done = migrate(*database, version);
    ASSERT_TRUE(done) << done.error().message;
    const auto fill = [&](SqlConnection& connection) -> Result<void> {
      PLUMB_CHECK_RESULT(connection.run_script(kContent));
      return connection.run_script(version < kFirstWithKeys ? kResult : kResultWithKey);
    };
    done = database->write(fill);
    ASSERT_TRUE(done) << done.error().message;
    if (version < newest_schema()) {
      EXPECT_EQ(check_schema(*database).error().code, ErrorCode::unsupported);
    }

    done = migrate(*database);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(check_schema(*database));
    EXPECT_EQ(schema_of(*database), wanted);
    EXPECT_EQ(Results(*database).get(ProjectId{1}, ExecutionId{7}, "r0").value().line, "{}");
    EXPECT_EQ(Results(*database).read(ProjectId{1}, ExecutionId{7}, 0, 9).value().front().id, "r0");
    EXPECT_EQ(Baselines(*database).find_by_tag(ProjectId{1}, "v1").value().id, BaselineId{3});
    EXPECT_EQ(Projects(*database).get(ProjectId{1}).value().retention_days, 30);
    const auto keys = ApiKeys(*database).list(ProjectId{1}, {}).value().items;
    ASSERT_EQ(keys.size(), 1U);
    EXPECT_EQ(keys.front().prefix, "3f9c0a1b2c3d");
    EXPECT_EQ(keys.front().limits, KeyLimits());
    const auto check = check_store(*database).value();
    EXPECT_TRUE(check.is_sound()) << check.problems.front();
    EXPECT_TRUE(migrate(*database));  // nothing is left to do
  }
}

TEST_P(MigrationsTest, AMonitorGoesOnWhereItStoodBeforeExecutionsKnewTheirArrivals) {
  constexpr int kBefore = 10;
  const auto database = fresh();
  ASSERT_TRUE(migrate(*database, kBefore));
  const auto fill = [&](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(connection.run_script(kContent));
    // Of execution 8 two results came before the monitor started and one since; of 9, one before.
    return connection.run_script(
        "INSERT INTO executions (id, project_id, name, embedding_model, state, created_at, "
        "results) "
        "VALUES (8, 1, 'run', '', 'receiving', 10, 3), (9, 1, 'run', '', 'receiving', 11, 1);"
        "INSERT INTO results (key, execution_id, number, result_id, line, received_at) VALUES "
        "(34359738368, 8, 0, 'r0', '{}', 10), (34359738369, 8, 1, 'r1', '{}', 11), "
        "(34359738370, 8, 2, 'r2', '{}', 30), (38654705664, 9, 0, 'r0', '{}', 12);"
        "INSERT INTO monitors (id, project_id, name, baseline_id, stream, window_results, "
        "signing_secret, enabled, updated_at, started_at, created_at) VALUES "
        "(1, 1, 'm', 3, 'run', 5, '', 1, 20, 20, 20);");
  };
  ASSERT_TRUE(database->write(fill));
  const auto done = migrate(*database);
  ASSERT_TRUE(done) << done.error().message;
  const Monitor monitor = Monitors(*database).get(ProjectId{1}, MonitorId{1}).value();
  const std::vector<WindowPiece> expected = {{ExecutionId{8}, 2, 3}};
  EXPECT_EQ(Streams(*database).unread(monitor).value(), expected);
}

INSTANTIATE_TEST_SUITE_P(Sqlite, MigrationsTest, testing::Values(Dialect::sqlite));
INSTANTIATE_TEST_SUITE_P(Postgresql, MigrationsTest, testing::Values(Dialect::postgresql));

TEST(Migrations, AreNumberedWithoutAGap) {
  int expected = 0;
  for (const Migration& migration : all_migrations()) EXPECT_EQ(migration.version, ++expected);
}

// A step that was released stays as it is: databases out there were made by it. Lines of
// released_schemas.txt are "VERSION SHA256"; a release adds those of its new steps.
TEST(Migrations, ReleasedStepsAreNeverChanged) {
  const auto released = read_file(source_path("tests/store/released_schemas.txt"), 1 << 20);
  ASSERT_TRUE(released);
  std::istringstream lines(*released);
  int version = 0;
  std::string hash;
  while (lines >> version >> hash) {
    ASSERT_LE(version, newest_schema());
    const Migration& step = all_migrations()[static_cast<std::size_t>(version - 1)];
    EXPECT_EQ(sha256_hex(std::as_bytes(std::span(step.sql))), hash) << step.name;
  }
}

}  // namespace
}  // namespace plumb
