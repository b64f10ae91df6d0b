// What every store promises, checked on an SQLite file and on a PostgreSQL server. The cases are in
// the files contract_*.cc, one a subject.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"
#include "support/must.h"
#include "support/postgres_cluster.h"
#include "support/temporary_folder.h"

namespace plumb {

enum class Engine { sqlite, postgresql };

// The code of an error that has to come.
template <class T>
std::optional<ErrorCode> code_of(const Result<T>& result) {
  return result ? std::nullopt : std::optional(result.error().code);
}

class StoreContract : public testing::TestWithParam<Engine> {
 protected:
  void SetUp() override {
    if (GetParam() == Engine::postgresql) {
      if (const std::string reason = PostgresCluster::why_not(); !reason.empty()) {
        GTEST_SKIP() << reason;
      }
      address_ = PostgresAddress{PostgresCluster::shared().empty_database()};
    } else {
      folder_.emplace();
      address_ = SqliteAddress{folder_->path() / "plumb.db"};
    }
    store_ = must(open_another());
    ASSERT_TRUE(store_);
    project_ = must(store_->projects().create("one")).id;
    other_ = must(store_->projects().create("other")).id;
  }

  // Another server on the same database.
  Result<std::unique_ptr<Store>> open_another() {
    PLUMB_TRY(auto store, Store::open(address_, options()));
    return std::make_unique<Store>(std::move(store));
  }
  Store& store() { return *store_; }
  void reopen() {
    store_.reset();
    store_ = must(open_another());
  }

  UtcTime now() const { return UtcTime(std::chrono::milliseconds(clock_->load())); }
  void pass(std::chrono::milliseconds time) { *clock_ += time.count(); }

  static std::vector<StoredResult> made_results(int first, int count) {
    std::vector<StoredResult> results;
    for (int i = first; i < first + count; ++i) {
      Response response;
      response.id = "r" + std::to_string(i);
      response.response = "answer " + std::to_string(i);
      if (i % 3 != 0) response.severity = i % 2 == 0 ? Severity::high : Severity::low;
      results.push_back(to_stored_result(response));
    }
    return results;
  }

  ExecutionId made_execution(const std::string& name = "run", int results = 0) {
    const ExecutionId id = must(store().executions().create(project_, {name, "", {}})).id;
    if (results > 0) must(store().results().append(project_, id, made_results(0, results)));
    return id;
  }
  ExecutionId completed_execution(const std::string& name = "run", int results = 1) {
    const ExecutionId id = made_execution(name, results);
    must(store().executions().complete(project_, id));
    return id;
  }

  static StoredComparison comparison_of(ExecutionId execution, ExecutionId baseline) {
    StoredComparison comparison;
    comparison.execution = execution;
    comparison.baseline_execution = baseline;
    return comparison;
  }

  ProjectId project_{};
  ProjectId other_{};
  StoreAddress address_;

 private:
  StoreOptions options() const {
    StoreOptions options;
    options.database.clock = [clock = clock_] {
      return UtcTime(std::chrono::milliseconds(clock->load()));
    };
    return options;
  }

  std::optional<TemporaryFolder> folder_;
  // Stands still until a test lets time pass.
  std::shared_ptr<std::atomic<std::int64_t>> clock_ =
      std::make_shared<std::atomic<std::int64_t>>(1'700'000'000'000);
  std::unique_ptr<Store> store_;
};

}  // namespace plumb
