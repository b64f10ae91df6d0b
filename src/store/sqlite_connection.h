// A connection to an SQLite file. Opened by sqlite_database.cc alone.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "store/sql_connection.h"

struct sqlite3;
struct sqlite3_stmt;

namespace plumb {

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

  // The whole of this file into another, from one moment.
  Result<void> copy_into(const std::filesystem::path& to);

 private:
  struct Prepared;

  SqliteConnection(std::string path, std::chrono::milliseconds patience);
  Result<void> set_up(Access access);
  Result<Prepared*> prepare(std::string_view sql);
  Result<void> bind(Prepared& statement, std::span<const SqlValue> values);
  // What SQLite's code means here, in a sentence about this file.
  std::unexpected<Error> failure(int code) const;

  std::string path_;
  std::chrono::milliseconds patience_;
  sqlite3* handle_ = nullptr;
  std::unordered_map<std::string, std::unique_ptr<Prepared>> statements_;
};

}  // namespace plumb
