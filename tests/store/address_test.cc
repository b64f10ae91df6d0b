#include "store/address.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "store/store.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

std::string message_of(const std::string& address) {
  const auto parsed = parse_store_address(address);
  return parsed ? "" : parsed.error().message;
}

TEST(StoreAddress, NamesAFileOrAServer) {
  EXPECT_EQ(std::get<SqliteAddress>(parse_store_address("sqlite:a/b.db").value()).path, "a/b.db");
  EXPECT_EQ(std::get<SqliteAddress>(parse_store_address("b.db").value()).path, "b.db");
  const std::string server = "postgresql://me@db.internal:5433/plumb?sslmode=require";
  EXPECT_EQ(std::get<PostgresAddress>(parse_store_address(server).value()).uri, server);
  EXPECT_EQ(message_of("sqlite:"), "the address of the database names no file; write sqlite:FILE");
  EXPECT_EQ(message_of("mysql://host/db"),
            "a database is sqlite:FILE or postgresql://USER@HOST/DATABASE, not mysql://");
  EXPECT_TRUE(parse_store_address(default_store_address()));
}

TEST(StoreAddress, APasswordIsRefusedAndNeverRepeated) {
  for (const char* address :
       {"postgresql://me:hunter2@host/db", "postgres://me@host/db?password=hunter2",
        "postgresql://me:hunter2@[host/db", "postgresql://me:hunter2@host/db?nonsense=1",
        "postgresql://host/db?sslpassword=hunter2"}) {
    const std::string said = message_of(address);
    EXPECT_FALSE(said.empty()) << address;
    EXPECT_EQ(said.find("hunter2"), std::string::npos) << said;
  }
}

TEST(StoreAddress, ASentenceAboutAServerCarriesNoPassword) {
  StoreOptions options;
  options.password = std::string("hunter2");
  const auto store = Store::open(PostgresAddress{"postgresql://me@/db?host=/nonexistent"}, options);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::io);
  EXPECT_EQ(store.error().message.find("hunter2"), std::string::npos) << store.error().message;
  EXPECT_TRUE(store.error().message.starts_with(
      "cannot reach the PostgreSQL database db at /nonexistent: "))
      << store.error().message;
  EXPECT_EQ(store.error().message.find('\n'), std::string::npos);
}

TEST(StoreAddress, APasswordFileIsForItsOwnerAlone) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "password";
  ASSERT_TRUE(write_file(path, "hunter2\n"));
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  const auto open = read_database_password(path);
  ASSERT_FALSE(open);
  EXPECT_NE(open.error().message.find("chmod 600"), std::string::npos);
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  EXPECT_EQ(read_database_password(path).value().reveal(), "hunter2");
  ASSERT_TRUE(write_file(path, "a\nb\n"));
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  EXPECT_EQ(read_database_password(path).error().code, ErrorCode::invalid_input);
  EXPECT_EQ(read_database_password(folder.path() / "none").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
