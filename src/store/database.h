// A database of either kind: connections, and transactions that are whole or not there at all.
//
// write() has committed, durably, when it returns a value; after an error nothing of it is there
// (one exception: the connection is lost during the commit itself, and the error says so). A
// read() sees one moment. Either may be called inside of write() by the same thread: it then
// belongs to the outer transaction, which ends as one. A write() that failed inside another makes
// the whole fail, whatever the outer body returns.
// Safe from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "store/connection_pool.h"
#include "store/dialect.h"
#include "store/sql_connection.h"

namespace plumb {

struct DatabaseOptions {
  std::size_t readers = 8;
  std::size_t writers = 8;  // SQLite has one
  // For how long a call waits for a connection or for somebody else's lock.
  std::chrono::milliseconds patience{10'000};
  std::function<UtcTime()> clock = utc_time_now;
};

class Database {
 public:
  using Options = DatabaseOptions;

  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  virtual Dialect dialect() const = 0;
  // For sentences: a path, or host and database; never a password.
  const std::string& name() const { return name_; }
  UtcTime now() const { return options_.clock(); }
  const Options& options() const { return options_; }

  // `body` is a Result<T>(SqlConnection&).
  template <class Body>
  auto read(const Body& body) {
    return in_transaction(Access::read, body);
  }
  template <class Body>
  auto write(const Body& body) {
    return in_transaction(Access::write, body);
  }

  // A connection of one's own, outside of the pools and of any transaction.
  virtual Result<std::unique_ptr<SqlConnection>> connect(Access access) const = 0;

 protected:
  Database(std::string name, Options options);

 private:
  template <class Body>
  auto in_transaction(Access access, const Body& body)
      -> std::invoke_result_t<const Body&, SqlConnection&> {
    using Value = typename std::invoke_result_t<const Body&, SqlConnection&>::value_type;
    if constexpr (std::is_void_v<Value>) {
      return transact(access, body);
    } else {
      std::optional<Value> value;
      PLUMB_CHECK_RESULT(transact(access, [&](SqlConnection& connection) -> Result<void> {
        PLUMB_TRY(value, body(connection));
        return {};
      }));
      return *std::move(value);
    }
  }

  Result<void> transact(Access access, const std::function<Result<void>(SqlConnection&)>& body);
  // A connection on which a transaction has begun.
  Result<std::unique_ptr<SqlConnection>> begin(Access access);
  ConnectionPool& pool(Access access) { return access == Access::read ? readers_ : writers_; }

  std::string name_;
  Options options_;
  ConnectionPool readers_;
  ConnectionPool writers_;
};

}  // namespace plumb
