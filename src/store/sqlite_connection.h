// A connection to an SQLite file. Opened by sqlite_database.cc alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "store/sql_connection.h"

struct sqlite3;
struct sqlite3_stmt;

namespace plumb {

class SqliteCheckpoints;

class SqliteConnection final : public SqlConnection {
 public:
  static Result<std::unique_ptr<SqliteConnection>> open(const std::filesystem::path& path,
                                                        Access access,
                                                        std::chrono::milliseconds patience);
  ~SqliteConnection() override;

  Result<std::int64_t> run(std::string_view sql, std::span<const SqlValue> values,
                           const EachRow& each) override;
  Result<void> run_script(std::string_view sql) override;
  Result<void> begin(Access access) override;
  Result<void> commit() override;
  void roll_back() override;
  bool is_usable() const override { return true; }

  // Tells `checkpoints` of each commit, and does what it says; without it SQLite itself moves the
  // log, inside of the commit that makes it long.
  void share(std::shared_ptr<SqliteCheckpoints> checkpoints);
  // As much of the log as nobody reads goes into the file. What fails is tried again later.
  void move_log();

  // The whole of this file into another, from one moment.
  Result<void> copy_into(const std::filesystem::path& to);

 private:
  struct Prepared;

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  SqliteConnection(std::string path, std::chrono::milliseconds patience);
  Result<void> set_up(Access access);
  Result<Prepared*> prepare(std::string_view sql);
  Result<void> bind(Prepared& statement, std::span<const SqlValue> values);
  // What SQLite's code means here, in a sentence about this file.
  std::unexpected<Error> failure(int code) const;
  std::unexpected<Error> disk_is_full() const;

  std::string path_;
  std::chrono::milliseconds patience_;
  sqlite3* handle_ = nullptr;
  std::uint64_t page_bytes_ = 0;
  std::shared_ptr<SqliteCheckpoints> checkpoints_;
  std::unordered_map<std::string, std::unique_ptr<Prepared>, TextHash, std::equal_to<>> statements_;
};

}  // namespace plumb
