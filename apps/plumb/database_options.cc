#include "database_options.h"

#include <CLI/App.hpp>

namespace plumb {

void add_database_options(CLI::App& command, DatabaseArguments& arguments) {
  command
      .add_option("--db", arguments.address,
                  "sqlite:FILE or postgresql://USER@HOST/DATABASE; else what plumb serve uses")
      ->type_name("ADDRESS");
  command
      .add_option("--db-password-file", arguments.password_file,
                  "one line, the password of the PostgreSQL user; else PGPASSWORD or ~/.pgpass")
      ->type_name("FILE");
}

Result<Store> open_store(const DatabaseArguments& arguments, StoreOptions options) {
  PLUMB_TRY(const StoreAddress address, parse_store_address(arguments.address));
  if (!arguments.password_file.empty()) {
    PLUMB_TRY(options.password, read_database_password(arguments.password_file));
  }
  return Store::open(address, options);
}

}  // namespace plumb
