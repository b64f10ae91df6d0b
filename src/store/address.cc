#include "store/address.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>

#include "base/environment.h"
#include "base/file.h"
#include "store/postgres_database.h"

namespace plumb {
namespace {

// As ssh looks at its keys: what belongs to somebody else (a mounted secret) is theirs to guard.
bool lies_open(const std::filesystem::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0 || status.st_uid != ::geteuid()) return false;
  return (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

}  // namespace

Result<StoreAddress> parse_store_address(const std::string& text) {
  if (text.starts_with("postgresql://") || text.starts_with("postgres://")) {
    PLUMB_CHECK_RESULT(postgres_name(text));
    return PostgresAddress{text};
  }
  constexpr std::string_view kScheme = "sqlite:";
  if (text.find("://") != std::string::npos) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a database is sqlite:FILE or postgresql://USER@HOST/DATABASE, not "
                            "{}://",
                            text.substr(0, text.find("://"))));
  }
  const std::string path = text.starts_with(kScheme) ? text.substr(kScheme.size()) : text;
  if (path.empty() || path.find('\0') != std::string::npos || path == ":memory:") {
    return fail(ErrorCode::invalid_input,
                "the address of the database names no file; write sqlite:FILE");
  }
  return SqliteAddress{path};
}

std::string default_store_address() {
  std::string folder = environment("XDG_DATA_HOME");
  if (folder.empty()) folder = home_folder().string() + "/.local/share";
  return fmt::format("sqlite:{}/plumb/plumb.db", folder);
}

Result<Secret> read_database_password(const std::filesystem::path& file) {
  if (lies_open(file)) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the password file {0} is open to others than its owner; run chmod 600 {0}",
                    file.string()));
  }
  constexpr std::size_t kMaxBytes = 4096;
  PLUMB_TRY(std::string password, read_file(file, kMaxBytes));
  password.erase(password.find_last_not_of("\r\n") + 1);
  if (password.empty() || password.find_first_of("\r\n") != std::string::npos) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the password file {} is to hold one line, the password", file.string()));
  }
  return Secret(password);
}

}  // namespace plumb
