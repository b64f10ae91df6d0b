// Executions: made, filled with results (results.h), completed, listed, removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "record/stored_documents.h"
#include "record/stored_execution.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

enum class ExecutionSort { created, name, results };

struct ExecutionFilter {
  std::optional<std::string> name{};
  std::optional<ExecutionState> state{};
  std::optional<UtcTime> created_from{};    // inclusive
  std::optional<UtcTime> created_before{};  // exclusive
  Labels labels{};                          // all of them, each with this value
};

class Executions {
 public:
  explicit Executions(Database& database) : database_(database) {}

  // Made now, or at the time that is given: of a run that is known from elsewhere. Fails with
  // not_found: no such project.
  Result<StoredExecution> create(ProjectId project, const ExecutionHeader& header,
                                 std::optional<UtcTime> created = {});
  // Another project's id is not_found here and everywhere below.
  Result<StoredExecution> get(ProjectId project, ExecutionId id);
  Result<Page<StoredExecution>> list(ProjectId project, const ExecutionFilter& filter,
                                     ExecutionSort sort, const PageRequest& request);
  // The same with what lists show beside: three statements a page, whatever its length.
  Result<Page<ListedExecution>> list_with_drift(ProjectId project, const ExecutionFilter& filter,
                                                ExecutionSort sort, const PageRequest& request);

  // No result comes in after this. A second call changes nothing and is no error.
  Result<StoredExecution> complete(ProjectId project, ExecutionId id);

  // The newest completed execution that was made before this one; none where there is none.
  Result<std::optional<StoredExecution>> previous(ProjectId project, ExecutionId id);

  // Gone for every reader when this returns, with its results, embeddings and comparisons; their
  // rows stay until clear_removed() is called, outside of any transaction. Fails with conflict
  // while a baseline stands on it.
  Result<void> remove(ProjectId project, ExecutionId id);

  // Clears away the rows of removed executions, in pieces that hold up no writer for long;
  // retention calls it too, for what a kill left behind.
  Result<void> clear_removed();
  // One such piece. True when nothing is left.
  Result<bool> clear_removed_piece(std::size_t rows = 5'000);

 private:
  Database& database_;
};

}  // namespace plumb
