// A connection to a PostgreSQL server. Opened by postgres_database.cc alone.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "store/postgres_database.h"
#include "store/sql_connection.h"

struct pg_conn;
struct pg_result;

namespace plumb {

class PostgresConnection final : public SqlConnection {
 public:
  static Result<std::unique_ptr<PostgresConnection>> open(const PostgresServer& server,
                                                          const std::string& name,
                                                          std::chrono::milliseconds patience);
  ~PostgresConnection() override;

  Result<std::int64_t> run(std::string_view sql, std::span<const SqlValue> values,
                           const EachRow& each) override;
  Result<void> run_script(std::string_view sql) override;
  Result<void> begin(Access access) override;
  Result<void> commit() override;
  void roll_back() override;
  bool is_usable() const override;

 private:
  PostgresConnection(std::string name, Secret password)
      : name_(std::move(name)), password_(std::move(password)) {}
  Result<void> set_up(std::chrono::milliseconds patience);
  Result<const std::string*> prepare(std::string_view sql, std::span<const SqlValue> values);
  // What the server's SQLSTATE means here, in a sentence about this database.
  std::unexpected<Error> failure(const pg_result* result) const;

  std::string name_;
  Secret password_;  // so that nothing that libpq says can carry it on
  pg_conn* handle_ = nullptr;
  std::unordered_map<std::string, std::string> statements_;  // SQL -> its name on the server
};

}  // namespace plumb
