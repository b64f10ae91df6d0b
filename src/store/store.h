// The store: everything that a server keeps, in one SQLite file or one PostgreSQL database.
//
//   PLUMB_TRY(auto store, Store::open(SqliteAddress{"plumb.db"}));
//   PLUMB_TRY(auto project, store.projects().ensure("default"));
//   PLUMB_TRY(auto execution, store.executions().create(project.id, {.name = "nightly"}));
//   PLUMB_TRY(auto outcome, store.results().append(project.id, execution.id, results));
//
// What a call has returned is durable: there after a SIGKILL and, as far as the disk keeps its
// word, after a loss of power. What belongs to another project does not exist here: not_found.
// Safe from any thread. Both databases keep the same promises; one suite of tests holds them to it.
#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "base/result.h"
#include "base/secret.h"
#include "store/address.h"
#include "store/api_keys.h"
#include "store/audit_log.h"
#include "store/baselines.h"
#include "store/check.h"
#include "store/comparisons.h"
#include "store/database.h"
#include "store/embeddings.h"
#include "store/executions.h"
#include "store/experiments.h"
#include "store/idempotency.h"
#include "store/jobs.h"
#include "store/monitors.h"
#include "store/overview.h"
#include "store/projects.h"
#include "store/result_stream.h"
#include "store/results.h"
#include "store/retention.h"
#include "store/sessions.h"
#include "store/sign_ins.h"
#include "store/stereotype_analyses.h"
#include "store/streams.h"
#include "store/traces.h"

namespace plumb {

struct StoreOptions {
  bool create = true;   // an SQLite file that is missing
  bool migrate = true;  // else an older schema is left as it is, for check() alone
  Secret password{};    // of PostgreSQL; empty: libpq's own ways
  DatabaseOptions database{};
};

class Store {
 public:
  // Fails as open_sqlite and open_postgres do, and with unsupported for a newer schema than this
  // program knows.
  static Result<Store> open(const StoreAddress& address, const StoreOptions& options = {});

  Projects projects() { return Projects(*database_); }
  ApiKeys api_keys() { return ApiKeys(*database_); }
  Overview overview() { return Overview(*database_); }
  SignIns sign_ins() { return SignIns(*database_); }
  Executions executions() { return Executions(*database_); }
  Results results() { return Results(*database_); }
  ResultEmbeddings embeddings() { return ResultEmbeddings(*database_); }
  Baselines baselines() { return Baselines(*database_); }
  Comparisons comparisons() { return Comparisons(*database_); }
  Sessions sessions() { return Sessions(*database_); }
  Experiments experiments() { return Experiments(*database_); }
  StereotypeAnalyses stereotype_analyses() { return StereotypeAnalyses(*database_); }
  Streams streams() { return Streams(*database_); }
  Traces traces() { return Traces(*database_); }
  Jobs jobs() { return Jobs(*database_); }
  Monitors monitors() { return Monitors(*database_); }
  IdempotencyKeys idempotency_keys() { return IdempotencyKeys(*database_); }
  AuditLog audit_log() { return AuditLog(*database_); }

  // Everything that `body`, a Result<T>(), writes through this store is one transaction: it is all
  // there when this returns a value, and none of it behind an error. `body` stays on its thread
  // and takes no time: SQLite has one writer.
  template <class Body>
  auto atomically(const Body& body) {
    return database_->write([&](SqlConnection&) { return body(); });
  }

  Result<RetentionReport> apply_retention(const RetentionOptions& options = {}) {
    return plumb::apply_retention(*database_, options);
  }
  Result<StoreCheck> check() { return check_store(*database_); }
  // One SQLite file, of whichever database; see backup.h.
  Result<void> back_up(const std::filesystem::path& to);
  // Cheap: does the database answer?
  Result<void> ping();

  // By the store's own clock.
  UtcTime now() const { return database_->now(); }
  // For sentences; without a password.
  const std::string& name() const { return database_->name(); }

 private:
  explicit Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
  std::unique_ptr<Database> database_;
};

}  // namespace plumb
