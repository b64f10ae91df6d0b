#include "store/store.h"

#include <variant>

#include "store/backup.h"
#include "store/migrations.h"
#include "store/postgres_database.h"
#include "store/sqlite_database.h"

namespace plumb {
namespace {

Result<std::unique_ptr<Database>> open_database(const StoreAddress& address,
                                                const StoreOptions& options) {
  if (const auto* file = std::get_if<SqliteAddress>(&address)) {
    return open_sqlite({file->path, options.create}, options.database);
  }
  return open_postgres({std::get<PostgresAddress>(address).uri, options.password},
                       options.database);
}

}  // namespace

Result<Store> Store::open(const StoreAddress& address, const StoreOptions& options) {
  PLUMB_TRY(auto database, open_database(address, options));
  if (options.migrate) PLUMB_CHECK_RESULT(migrate(*database));
  return Store(std::move(database));
}

Result<void> Store::back_up(const std::filesystem::path& to) {
  return plumb::back_up(*database_, to);
}

Result<void> Store::ping() {
  return database_->read([](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(connection.number("SELECT 1"));
    return {};
  });
}

}  // namespace plumb
