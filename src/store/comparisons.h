// Comparisons that were made, with their whole document.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/stored_documents.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

struct ComparisonFilter {
  std::optional<ExecutionId> execution{};
  std::optional<ExecutionId> baseline_execution{};
  std::optional<Verdict> verdict{};
};

struct ProjectScore {
  std::string project;  // its name
  double drift_score = 0;

  friend bool operator==(const ProjectScore&, const ProjectScore&) = default;
};

class Comparisons {
 public:
  explicit Comparisons(Database& database) : database_(database) {}

  // Its id, project and time are the store's to give. Fails with not_found: an execution.
  Result<StoredComparison> add(ProjectId project, const StoredComparison& comparison);
  Result<StoredComparison> get(ProjectId project, ComparisonId id);
  // The newest of the execution, or of the execution with one baseline; none: never compared.
  // Fails with not_found: no such execution.
  Result<std::optional<StoredComparison>> newest(ProjectId project, ExecutionId execution,
                                                 std::optional<ExecutionId> baseline_execution);
  // Of each project that has one, the score of its newest; of `most` projects. Cost: a row of an
  // index and one of the table each.
  Result<std::vector<ProjectScore>> newest_scores(std::size_t most);
  // Without their documents, which are large.
  Result<Page<StoredComparison>> list(ProjectId project, const ComparisonFilter& filter,
                                      const PageRequest& request);

 private:
  Database& database_;
};

}  // namespace plumb
