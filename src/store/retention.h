// What is old goes: by age for the whole store, and by each project's own rule.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "store/database.h"

namespace plumb {

struct RetentionOptions {
  std::chrono::hours idempotency_keys{24};
  std::chrono::hours finished_jobs{30 * 24};
  std::chrono::hours audit_lines{365 * 24};
  std::size_t piece = 500;  // rows a transaction: writers wait no longer than for one
};

struct RetentionReport {
  std::int64_t executions = 0;
  std::int64_t comparisons = 0;
  std::int64_t sessions = 0;
  std::int64_t experiments = 0;
  std::int64_t stereotype_analyses = 0;
  std::int64_t monitor_points = 0;
  std::int64_t jobs = 0;
  std::int64_t idempotency_keys = 0;
  std::int64_t audit_lines = 0;
};

// Removes what is past its time. Executions are as old as their completion or, while they receive,
// as their newest result: one that takes a service's results for months loses nothing while they
// come. Those that a baseline stands on stay, whatever their age; what a killed removal left behind
// is cleared away. Safe to run beside writers, by several servers, and again after a kill.
Result<RetentionReport> apply_retention(Database& database, const RetentionOptions& options);

}  // namespace plumb
