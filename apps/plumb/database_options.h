// --db and --db-password-file: where a server's database is.
#pragma once

#include <string>

#include "base/result.h"
#include "store/store.h"

namespace CLI {
class App;
}

namespace plumb {

struct DatabaseArguments {
  std::string address = default_store_address();
  std::string password_file;
};

void add_database_options(CLI::App& command, DatabaseArguments& arguments);

// The options but for the password, which comes from the arguments.
Result<Store> open_store(const DatabaseArguments& arguments, StoreOptions options);

}  // namespace plumb
