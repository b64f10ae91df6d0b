// Results of executions: appended in batches that are durable or not there, never doubled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/stored_execution.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

// What became of a batch. All of it is durable: added + repeated + differing lines.
struct AppendOutcome {
  static constexpr std::size_t kMostPlaces = 100;

  std::size_t added = 0;
  std::size_t repeated = 0;   // were there already, letter for letter: a retry
  std::size_t differing = 0;  // their ids were there with another content, which stays
  std::vector<std::size_t> differing_places{};  // of the first kMostPlaces that differ

  std::size_t durable() const { return added + repeated + differing; }
  void note_place(std::size_t place) {
    if (differing_places.size() < kMostPlaces) differing_places.push_back(place);
  }
};

struct ResultFilter {
  std::optional<Severity> severity{};
};

class Results {
 public:
  explicit Results(Database& database) : database_(database) {}

  // One transaction: after an error no line of the batch is there, and sending it again is right.
  // The results' numbers are not looked at: the store gives them. A vector that comes with a
  // result is kept under the execution's embedding model.
  // Fails with not_found, conflict (the execution is completed, and a line is new; or a new line's
  // vector has another length than those before it) or invalid_input (an id that is empty or past
  // 500 bytes).
  Result<AppendOutcome> append(ProjectId project, ExecutionId execution,
                               std::span<const StoredResult> results);

  // How many numbers each vector has that came with the execution's results; none: none came.
  Result<std::optional<std::size_t>> dimension(ProjectId project, ExecutionId execution);

  Result<StoredResult> get(ProjectId project, ExecutionId execution, std::string_view id);
  // From number `from` on, in order: read on from the last number + 1. Without vectors.
  Result<std::vector<StoredResult>> read(ProjectId project, ExecutionId execution,
                                         std::int64_t from, std::size_t most);
  // In the order in which they came, unless the request says otherwise; without vectors. Its
  // pages end by kMostPageBytes too.
  Result<Page<StoredResult>> list(ProjectId project, ExecutionId execution,
                                  const ResultFilter& filter, const PageRequest& request);

 private:
  Database& database_;
};

}  // namespace plumb
