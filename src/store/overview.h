// A project at a glance: how much it holds, and what came since a moment. Numbers alone, each by an
// index or by a table that has a row an execution, never a row a result.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "record/ids.h"
#include "record/stored_documents.h"
#include "store/database.h"

namespace plumb {

struct ProjectTotals {
  std::int64_t executions = 0;
  std::int64_t results = 0;
  std::int64_t baselines = 0;
  std::int64_t comparisons = 0;
  std::int64_t monitors = 0;
  std::int64_t monitors_firing = 0;
  std::int64_t sessions = 0;
  std::int64_t experiments = 0;
  std::int64_t stereotype_analyses = 0;
};

// A monitor whose state moved.
struct MovedMonitor {
  MonitorId id{};
  std::string name;
  std::optional<Verdict> verdict;
  bool firing = false;
  UtcTime updated;
};

struct ProjectChanges {
  std::int64_t executions = 0;  // that were made since
  std::int64_t results = 0;     // of those
  std::int64_t baselines = 0;
  std::int64_t sessions = 0;  // that got a step since
  std::int64_t failed_jobs = 0;
  std::array<std::int64_t, 3> comparisons{};  // stable, undecided, drifted
  std::vector<StoredComparison> drifted;      // the newest 20, without their documents
  std::vector<MovedMonitor> monitors;         // the newest 20
};

class Overview {
 public:
  explicit Overview(Database& database) : database_(database) {}

  Result<ProjectTotals> totals(ProjectId project);
  Result<ProjectChanges> changes(ProjectId project, UtcTime since);

 private:
  Database& database_;
};

}  // namespace plumb
