// Where a store is: "sqlite:FILE", or "postgresql://USER@HOST/DATABASE".
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "base/result.h"
#include "base/secret.h"

namespace plumb {

struct SqliteAddress {
  std::filesystem::path path;
};
struct PostgresAddress {
  std::string uri;  // without a password
};
using StoreAddress = std::variant<SqliteAddress, PostgresAddress>;

// A path alone is an SQLite file. Fails with invalid_input: another scheme, no file, a password in
// the address. No sentence repeats the address of a server: a password may stand in it.
Result<StoreAddress> parse_store_address(const std::string& text);

// plumb.db in $XDG_DATA_HOME/plumb or ~/.local/share/plumb, as text to parse.
std::string default_store_address();

// One line, of a file that its owner alone may read. Without it libpq looks at PGPASSWORD,
// PGPASSFILE and ~/.pgpass. Fails with not_found or invalid_input.
Result<Secret> read_database_password(const std::filesystem::path& file);

}  // namespace plumb
