#include "database_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <variant>

namespace plumb {
namespace {

// Nobody is asked to make the folder of a file that they did not name.
Result<void> make_folder_of(const StoreAddress& address) {
  const auto* file = std::get_if<SqliteAddress>(&address);
  if (file == nullptr) return {};
  const std::filesystem::path folder = std::filesystem::path(file->path).parent_path();
  std::error_code error;
  if (std::filesystem::create_directories(folder, error)) {
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
  }
  if (!error) return {};
  return fail(ErrorCode::io, fmt::format("cannot make the folder {} of the database: {}; name "
                                         "another file with --db sqlite:FILE",
                                         folder.string(), error.message()));
}

}  // namespace

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
  if (options.create && arguments.address == default_store_address()) {
    PLUMB_CHECK_RESULT(make_folder_of(address));
  }
  if (!arguments.password_file.empty()) {
    PLUMB_TRY(options.password, read_database_password(arguments.password_file));
  }
  return Store::open(address, options);
}

}  // namespace plumb
