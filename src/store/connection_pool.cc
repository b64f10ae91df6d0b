#include "store/connection_pool.h"

#include <fmt/format.h>

#include <utility>

namespace plumb {

Result<ConnectionPool::Taken> ConnectionPool::take(std::chrono::milliseconds patience,
                                                   const std::string& database) {
  {
    std::unique_lock lock(mutex_);
    if (!returned_.wait_for(lock, patience, [&] { return taken_ < limit_; })) {
      return fail(ErrorCode::io,
                  fmt::format("all {} connections to {} were in use for {} ms; try again when "
                              "there is less to do",
                              limit_, database, patience.count()));
    }
    ++taken_;
    if (!idle_.empty()) {
      Taken taken{std::move(idle_.back()), false};
      idle_.pop_back();
      return taken;
    }
  }
  auto made = connect_();
  if (made) return Taken{*std::move(made), true};
  put_back(nullptr);
  return std::unexpected<Error>(std::move(made.error()));
}

void ConnectionPool::put_back(std::unique_ptr<SqlConnection> connection) {
  {
    const std::lock_guard lock(mutex_);
    --taken_;
    if (connection != nullptr && connection->is_usable()) idle_.push_back(std::move(connection));
  }
  returned_.notify_one();
}

}  // namespace plumb
