// Connections that are made when they are needed, up to a bound, and kept for the next who asks.
// Safe from any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/sql_connection.h"

namespace plumb {

class ConnectionPool {
 public:
  using Connect = std::function<Result<std::unique_ptr<SqlConnection>>()>;

  struct Taken {
    std::unique_ptr<SqlConnection> connection;
    bool is_new = false;  // it was made for this call, so nobody can have cut it meanwhile
  };

  ConnectionPool(std::size_t limit, Connect connect)
      : limit_(limit), connect_(std::move(connect)) {}

  // Waits where all are taken; past `patience` it fails with io.
  Result<Taken> take(std::chrono::milliseconds patience, const std::string& database);
  // Gives back what take() gave; a lost connection is dropped here.
  void put_back(std::unique_ptr<SqlConnection> connection);

 private:
  std::size_t limit_;
  Connect connect_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<SqlConnection>> idle_;
  std::size_t taken_ = 0;
};

}  // namespace plumb
