#include "store/sqlite_connection.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "store/checked_text.h"
#include "store/dialect.h"
#include "store/sqlite_checkpoints.h"

namespace plumb {

struct SqliteConnection::Prepared {
  sqlite3_stmt* handle = nullptr;
  std::vector<int> places;  // of $1, $2, ...: SQLite numbers names as they appear

  Prepared() = default;
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() { sqlite3_finalize(handle); }
};

namespace {

class SqliteRow final : public SqlRow {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : statement_(statement) {}
  bool is_null(int column) const override {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
  }
  std::int64_t integer(int column) const override {
    return sqlite3_column_int64(statement_, column);
  }
  double real(int column) const override { return sqlite3_column_double(statement_, column); }
  std::string_view bytes(int column) const override {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const int size = sqlite3_column_bytes(statement_, column);
    return data == nullptr ? std::string_view()
                           : std::string_view(data, static_cast<std::size_t>(size));
  }

 private:
  sqlite3_stmt* statement_;
};

// Ends a statement's run, so that it holds no lock and points at nobody's text.
class Run {
 public:
  explicit Run(sqlite3_stmt* statement) : statement_(statement) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

 private:
  sqlite3_stmt* statement_;
};

int bind_value(sqlite3_stmt* statement, int place, const SqlValue& value) {
  if (value.is_null()) return sqlite3_bind_null(statement, place);
  const std::string_view text = value.text();
  // An empty view may have no address, and SQLite takes such a one for null.
  const char* const data = text.empty() ? "" : text.data();
  switch (value.type()) {
    case SqlValue::Type::integer:
      return sqlite3_bind_int64(statement, place, value.integer());
    case SqlValue::Type::real:
      return sqlite3_bind_double(statement, place, value.real());
    case SqlValue::Type::text:
      return sqlite3_bind_text64(statement, place, data, text.size(), nullptr, SQLITE_UTF8);
    case SqlValue::Type::bytes:
      return sqlite3_bind_blob64(statement, place, data, text.size(), nullptr);
  }
  std::unreachable();
}

}  // namespace

SqliteConnection::SqliteConnection(std::string path, std::chrono::milliseconds patience)
    : path_(std::move(path)), patience_(patience) {}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(
    const std::filesystem::path& path, Access access, std::chrono::milliseconds patience) {
  std::unique_ptr<SqliteConnection> made(new SqliteConnection(path.string(), patience));
  const int code = sqlite3_open_v2(path.c_str(), &made->handle_,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) return made->failure(code);
  sqlite3_extended_result_codes(made->handle_, 1);
  PLUMB_CHECK_RESULT(made->set_up(access));
  return made;
}

Result<void> SqliteConnection::set_up(Access access) {
  sqlite3_busy_timeout(handle_, static_cast<int>(patience_.count()));
  // Of a file that is new: a body of results is a few long rows a page, and each page is a write
  // of its own.
  PLUMB_CHECK_RESULT(run_script("PRAGMA page_size=16384"));
  std::string mode;
  const EachRow take_mode = [&](const SqlRow& row) { return row.read(mode); };
  PLUMB_CHECK_RESULT(run("PRAGMA journal_mode=WAL", {}, take_mode));
  if (mode != "wal") {
    return fail(ErrorCode::io, fmt::format("{} cannot keep a write-ahead log ({} instead): put it "
                                           "on a local disk",
                                           path_, mode));
  }
  // trusted_schema: a file from elsewhere runs nothing. The autocheckpoint is at 16 MB, so that
  // a stream of batches does not sync the file itself behind every few of them.
  PLUMB_CHECK_RESULT(
      run_script("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;"
                 "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384;"
                 "PRAGMA wal_autocheckpoint=1000; PRAGMA cell_size_check=ON;"));
  PLUMB_TRY(const auto page_bytes, number("PRAGMA page_size"));
  page_bytes_ = static_cast<std::uint64_t>(page_bytes);
  if (access == Access::read) return run_script("PRAGMA query_only=ON");
  return {};
}

SqliteConnection::~SqliteConnection() {
  statements_.clear();
  sqlite3_close_v2(handle_);
}

Result<SqliteConnection::Prepared*> SqliteConnection::prepare(std::string_view sql) {
  const auto known = statements_.find(sql);
  if (known != statements_.end()) return known->second.get();
  constexpr std::size_t kMost = 500;  // lists with filters come in many shapes
  if (statements_.size() >= kMost) statements_.clear();
  const std::string spelled = spelled_for(Dialect::sqlite, sql);
  auto made = std::make_unique<Prepared>();
  const int code = sqlite3_prepare_v3(handle_, spelled.data(), static_cast<int>(spelled.size()),
                                      SQLITE_PREPARE_PERSISTENT, &made->handle, nullptr);
  if (code != SQLITE_OK) return failure(code);
  for (std::size_t i = 1;; ++i) {
    const std::string name = fmt::format("${}", i);
    const int place = sqlite3_bind_parameter_index(made->handle, name.c_str());
    if (place == 0) break;
    made->places.push_back(place);
  }
  return statements_.emplace(sql, std::move(made)).first->second.get();
}

Result<void> SqliteConnection::bind(Prepared& statement, std::span<const SqlValue> values) {
  if (values.size() != statement.places.size()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a statement wants {} values and gets {}: {}", statement.places.size(),
                            values.size(), sqlite3_sql(statement.handle)));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    PLUMB_CHECK_RESULT(check_text(values[i]));
    const int code = bind_value(statement.handle, statement.places[i], values[i]);
    if (code != SQLITE_OK) return failure(code);
  }
  return {};
}

Result<std::int64_t> SqliteConnection::run(std::string_view sql, std::span<const SqlValue> values,
                                           const EachRow& each) {
  PLUMB_TRY(Prepared* const statement, prepare(sql));
  const Run ending(statement->handle);
  PLUMB_CHECK_RESULT(bind(*statement, values));
  const SqliteRow row(statement->handle);
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement->handle)) == SQLITE_ROW) {
    if (each) PLUMB_CHECK_RESULT(each(row));
  }
  if (code != SQLITE_DONE) return failure(code);
  return sqlite3_stmt_readonly(statement->handle) != 0 ? 0 : sqlite3_changes64(handle_);
}

Result<void> SqliteConnection::run_script(std::string_view sql) {
  const std::string spelled = spelled_for(Dialect::sqlite, sql);
  const int code = sqlite3_exec(handle_, spelled.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(code);
  return {};
}

Result<void> SqliteConnection::begin(Access access) {
  // IMMEDIATE: a writer waits for the other here, where waiting works, and not halfway.
  PLUMB_CHECK_RESULT(run(access == Access::write ? "BEGIN IMMEDIATE" : "BEGIN", {}, {}));
  return {};
}

Result<void> SqliteConnection::commit() {
  PLUMB_CHECK_RESULT(run("COMMIT", {}, {}));
  return {};
}

void SqliteConnection::roll_back() {
  // A full disk has rolled back by itself.
  if (sqlite3_get_autocommit(handle_) == 0) {
    sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void SqliteConnection::share(std::shared_ptr<SqliteCheckpoints> checkpoints) {
  checkpoints_ = std::move(checkpoints);
  const auto committed = [](void* self, sqlite3*, const char*, int frames) {
    auto* const connection = static_cast<SqliteConnection*>(self);
    const auto bytes = static_cast<std::uint64_t>(frames) * connection->page_bytes_;
    if (connection->checkpoints_->committed(bytes)) connection->move_log();
    return SQLITE_OK;
  };
  sqlite3_wal_hook(handle_, committed, this);  // takes the place of SQLite's own
}

void SqliteConnection::move_log() {
  sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

Result<void> SqliteConnection::copy_into(const std::filesystem::path& to) {
  sqlite3* target = nullptr;
  int code =
      sqlite3_open_v2(to.c_str(), &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  sqlite3_backup* backup =
      code == SQLITE_OK ? sqlite3_backup_init(target, "main", handle_, "main") : nullptr;
  if (backup != nullptr) {
    sqlite3_backup_step(backup, -1);  // all pages of one moment; the log keeps writers free
    code = sqlite3_backup_finish(backup);
  } else if (code == SQLITE_OK) {
    code = sqlite3_errcode(target);
  }
  const std::string reason = code == SQLITE_OK ? "" : sqlite3_errmsg(target);
  // A copy is one file: no log that somebody could forget to take along.
  if (code == SQLITE_OK) {
    code = sqlite3_exec(target, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  }
  sqlite3_close_v2(target);
  if (code == SQLITE_OK) return {};
  return fail(ErrorCode::io, fmt::format("cannot copy {} to {}: {}", path_, to.string(), reason));
}

std::unexpected<Error> SqliteConnection::disk_is_full() const {
  return fail(ErrorCode::full, fmt::format("the disk of {} is full, and nothing of this write was "
                                           "kept; make room and send it again",
                                           path_));
}

std::unexpected<Error> SqliteConnection::failure(int code) const {
  const char* const said = handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_);
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fail(ErrorCode::io,
                  fmt::format("{} was locked by another process for {} ms; try again, or end "
                              "the process that holds it",
                              path_, patience_.count()));
    case SQLITE_FULL:
      return disk_is_full();
    case SQLITE_CORRUPT:
      return fail(ErrorCode::corrupt,
                  fmt::format("{} is damaged ({}); plumb db check tells where, and a backup mends "
                              "it",
                              path_, said));
    case SQLITE_NOTADB:
      return fail(ErrorCode::corrupt,
                  fmt::format("{} is no SQLite database, or its beginning is damaged; name "
                              "another file or restore a backup",
                              path_));
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      return fail(ErrorCode::io, fmt::format("cannot open {} for writing: {}; look at who may "
                                             "write the file and its folder",
                                             path_, said));
    case SQLITE_CONSTRAINT:
      return fail(ErrorCode::conflict, fmt::format("{} refuses the change: {}", path_, said));
    case SQLITE_TOOBIG:
      return fail(ErrorCode::invalid_input,
                  fmt::format("a text is longer than {} can hold (1 GB)", path_));
    case SQLITE_IOERR: {
      const int reason = handle_ == nullptr ? 0 : sqlite3_system_errno(handle_);
      if (reason == ENOSPC || reason == EDQUOT) return disk_is_full();
      return fail(ErrorCode::io,
                  fmt::format("cannot read or write {} ({}), and nothing of this write was kept; "
                              "look at its disk and quota",
                              path_, reason == 0 ? said : std::strerror(reason)));
    }
    default:
      return fail(ErrorCode::io, fmt::format("{}: {}", path_, said));
  }
}

}  // namespace plumb
