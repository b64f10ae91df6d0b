#include "store/sqlite_database.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <system_error>

#include "store/sqlite_checkpoints.h"
#include "store/sqlite_connection.h"

namespace plumb {
namespace {

constexpr std::int64_t kApplicationId = 0x506C6D62;  // "Plmb", in the file's header

class SqliteDatabase final : public Database {
 public:
  SqliteDatabase(std::filesystem::path path, const DatabaseOptions& options)
      : Database(path.string(), options),
        path_(std::move(path)),
        checkpoints_(std::make_shared<SqliteCheckpoints>(mover_of(path_, options.patience))) {}

  Dialect dialect() const override { return Dialect::sqlite; }
  Result<std::unique_ptr<SqlConnection>> connect(Access access) const override {
    PLUMB_TRY(auto made, SqliteConnection::open(path_, access, options().patience));
    if (access == Access::write) made->share(checkpoints_);
    return made;
  }

 private:
  // By a connection that is made when it is first needed, and kept.
  static std::function<void()> mover_of(std::filesystem::path path,
                                        std::chrono::milliseconds patience) {
    return [path = std::move(path), patience,
            connection = std::shared_ptr<SqliteConnection>()]() mutable {
      if (connection == nullptr) {
        auto made = SqliteConnection::open(path, Access::write, patience);
        if (!made) return;  // the next commit asks again
        connection = *std::move(made);
      }
      connection->move_log();
    };
  }

  std::filesystem::path path_;
  std::shared_ptr<SqliteCheckpoints> checkpoints_;
};

// SQLite itself would let others read what it makes.
Result<void> make_file(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0) {
    ::close(fd);
    return {};
  }
  if (errno == EEXIST) return {};
  return fail(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io,
              fmt::format("cannot make the database {}: {}", path.string(), std::strerror(errno)));
}

// A new file is marked as Plumb's; another program's is left alone.
Result<void> claim(Database& database) {
  return database.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto mark, connection.number("PRAGMA application_id"));
    if (mark == kApplicationId) return {};
    PLUMB_TRY(const auto things, connection.number("SELECT count(*) FROM sqlite_schema"));
    if (mark != 0 || things != 0) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{} is an SQLite database of another program; name another file",
                              database.name()));
    }
    return connection.run_script(fmt::format("PRAGMA application_id={}", kApplicationId));
  });
}

Result<void> sync(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  if (done) return {};
  return fail(ErrorCode::io,
              fmt::format("cannot sync {}: {}", path.string(), std::strerror(reason)));
}

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const SqliteFile& file,
                                              const DatabaseOptions& options) {
  std::error_code ignored;
  if (file.create) {
    PLUMB_CHECK_RESULT(make_file(file.path));
  } else if (!std::filesystem::exists(file.path, ignored)) {
    return fail(ErrorCode::not_found,
                fmt::format("there is no database {}; name the one that plumb serve uses by --db",
                            file.path.string()));
  }
  DatabaseOptions with_one_writer = options;
  with_one_writer.writers = 1;
  std::unique_ptr<Database> database = std::make_unique<SqliteDatabase>(file.path, with_one_writer);
  PLUMB_CHECK_RESULT(claim(*database));
  return database;
}

Result<void> copy_sqlite(const Database& database, const std::filesystem::path& to) {
  PLUMB_CHECK_RESULT(make_file(to));
  PLUMB_TRY(const auto connection,
            SqliteConnection::open(database.name(), Access::read, database.options().patience));
  return connection->copy_into(to);
}

Result<void> publish_sqlite(const std::filesystem::path& draft, const std::filesystem::path& to) {
  std::error_code error;
  const std::string log = draft.string() + "-wal";
  if (std::filesystem::exists(log, error)) {
    return fail(ErrorCode::io,
                fmt::format("{} is still in use, so {} was not made; end who uses it",
                            draft.string(), to.string()));
  }
  PLUMB_CHECK_RESULT(sync(draft));
  std::filesystem::rename(draft, to, error);
  if (error) {
    return fail(ErrorCode::io, fmt::format("cannot give {} its name {}: {}", draft.string(),
                                           to.string(), error.message()));
  }
  const auto folder = to.parent_path();
  return sync(folder.empty() ? "." : folder);
}

}  // namespace plumb
