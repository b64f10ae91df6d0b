#include "store/postgres_database.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include "base/environment.h"
#include "store/postgres_connection.h"

namespace plumb {
namespace {

class PostgresDatabase final : public Database {
 public:
  PostgresDatabase(PostgresServer server, std::string name, const DatabaseOptions& options)
      : Database(std::move(name), options), server_(std::move(server)) {}

  Dialect dialect() const override { return Dialect::postgresql; }
  Result<std::unique_ptr<SqlConnection>> connect(Access) const override {
    return PostgresConnection::open(server_, name(), options().patience);
  }

 private:
  PostgresServer server_;
};

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

// Two servers that start together: the second waits for the lock and finds the schema made.
Result<void> make_schema(SqlConnection& connection) {
  PLUMB_TRY(const auto there,
            connection.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'plumb'"));
  if (there > 0) return {};
  return connection.run_script(
      "SELECT pg_advisory_xact_lock(1349283170);"
      "CREATE SCHEMA IF NOT EXISTS plumb");
}

}  // namespace

Result<std::string> postgres_name(const std::string& uri) {
  char* complaint = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(uri.c_str(), &complaint));
  PQfreemem(complaint);  // it repeats the address, and with it any password
  if (options == nullptr) {
    return fail(ErrorCode::invalid_input,
                "the address of the database is not of the form postgresql://USER@HOST/DATABASE");
  }
  std::string host = "the local server";
  std::string database = "of the user's name";
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val == nullptr || *option->val == '\0') continue;
    const std::string_view keyword = option->keyword;
    if (keyword == "password" || keyword == "sslpassword") {
      return fail(ErrorCode::invalid_input,
                  "the address of the database carries a password, which every user of this "
                  "machine could see; put it into PGPASSWORD or a password file");
    }
    if (keyword == "host") host = option->val;
    if (keyword == "dbname") database = option->val;
  }
  return fmt::format("the PostgreSQL database {} at {}", database, host);
}

Result<std::unique_ptr<Database>> open_postgres(const PostgresServer& server,
                                                const DatabaseOptions& options) {
  PLUMB_TRY(std::string name, postgres_name(server.uri));
  PostgresServer with_password = server;
  if (with_password.password.empty()) with_password.password = environment("PGPASSWORD");
  std::unique_ptr<Database> database =
      std::make_unique<PostgresDatabase>(std::move(with_password), std::move(name), options);
  PLUMB_CHECK_RESULT(database->write(make_schema));
  return database;
}

}  // namespace plumb
