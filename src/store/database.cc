#include "store/database.h"

#include <cassert>

namespace plumb {
namespace {

// The transactions that this thread is inside of; usually none or one.
struct OpenTransaction {
  const Database* database;
  SqlConnection* connection;
  Access access;
  std::optional<Error> failure;  // of a write inside it
  OpenTransaction* outer;
};
thread_local OpenTransaction* innermost = nullptr;

OpenTransaction* find_open(const Database* database) {
  OpenTransaction* open = innermost;
  while (open != nullptr && open->database != database) open = open->outer;
  return open;
}

Result<void> join(OpenTransaction& open, Access access,
                  const std::function<Result<void>(SqlConnection&)>& body) {
  if (access == Access::write && open.access == Access::read) {
    return fail(ErrorCode::invalid_input, "something is to be written inside of a read");
  }
  Result<void> done = body(*open.connection);
  if (!done && access == Access::write && !open.failure) open.failure = done.error();
  return done;
}

// Rolls back unless told that all is done, and gives the connection back, whatever happens.
class Ending {
 public:
  Ending(ConnectionPool& pool, std::unique_ptr<SqlConnection> connection)
      : pool_(pool), connection_(std::move(connection)) {}
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;
  ~Ending() {
    if (!committed_) connection_->roll_back();
    pool_.put_back(std::move(connection_));
  }
  SqlConnection& connection() { return *connection_; }
  Result<void> commit() {
    PLUMB_CHECK_RESULT(connection_->commit());
    committed_ = true;
    return {};
  }

 private:
  ConnectionPool& pool_;
  std::unique_ptr<SqlConnection> connection_;
  bool committed_ = false;
};

class Entered {
 public:
  explicit Entered(OpenTransaction& open) { innermost = &open; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;
  ~Entered() { innermost = innermost->outer; }
};

}  // namespace

Database::Database(std::string name, Options options)
    : name_(std::move(name)),
      options_(std::move(options)),
      readers_(options_.readers, [this] { return connect(Access::read); }),
      writers_(options_.writers, [this] { return connect(Access::write); }) {}

Result<std::unique_ptr<SqlConnection>> Database::begin(Access access) {
  for (;;) {
    PLUMB_TRY(auto taken, pool(access).take(options_.patience, name_));
    auto begun = taken.connection->begin(access);
    if (begun) return std::move(taken.connection);
    // One that was idle while the server went away is no reason to fail: the next may be new.
    const bool try_another = !taken.is_new && !taken.connection->is_usable();
    pool(access).put_back(std::move(taken.connection));
    if (!try_another) return std::unexpected<Error>(std::move(begun.error()));
  }
}

Result<void> Database::transact(Access access,
                                const std::function<Result<void>(SqlConnection&)>& body) {
  if (OpenTransaction* open = find_open(this)) return join(*open, access, body);
  PLUMB_TRY(auto begun, begin(access));
  Ending ending(pool(access), std::move(begun));
  OpenTransaction open{this, &ending.connection(), access, std::nullopt, innermost};
  {
    const Entered entered(open);
    PLUMB_CHECK_RESULT(body(ending.connection()));
  }
  if (open.failure) return std::unexpected<Error>(*std::move(open.failure));
  return ending.commit();
}

}  // namespace plumb
