// What can go wrong with a server's disk: told as what it is.
#include <gtest/gtest.h>

#include "store/postgres_database.h"
#include "store/store.h"
#include "support/must.h"
#include "support/postgres_cluster.h"

namespace plumb {
namespace {

// In place of a disk of its own, the server says what it says where one is full.
constexpr std::string_view kFillTheDisk =
    "CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''could "
    "not extend file: No space left on device'' USING ERRCODE = ''53100''; END';"
    "CREATE TRIGGER is_full BEFORE INSERT ON executions EXECUTE FUNCTION is_full()";

TEST(PostgresFaults, AFullDiskIsToldAsThat) {
  if (const std::string reason = PostgresCluster::why_not(); !reason.empty()) {
    GTEST_SKIP() << reason;
  }
  const std::string address = PostgresCluster::shared().empty_database();
  Store store = Store::open(PostgresAddress{address}).value();
  const ProjectId project = must(store.projects().ensure("one")).id;
  const auto database = must(open_postgres({address, {}}, {}));
  must(database->write(
      [](SqlConnection& connection) { return connection.run_script(kFillTheDisk); }));
  const auto failed = store.executions().create(project, {"run", "", {}});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::full);
  EXPECT_EQ(failed.error().message, "the disk of " + store.name() +
                                        " is full, and nothing of this write was kept; make room "
                                        "and send it again");
}

}  // namespace
}  // namespace plumb
