// An execution as the store holds it: what is known of the whole, and its results one by one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "record/execution.h"
#include "record/ids.h"
#include "record/severity.h"

namespace plumb {

enum class ExecutionState { receiving, completed };
inline constexpr std::array kExecutionStates = {ExecutionState::receiving,
                                                ExecutionState::completed};
std::string_view name_of(ExecutionState state);

struct StoredExecution {
  ExecutionId id{};
  ProjectId project{};
  ExecutionHeader header;  // name, labels, who made the vectors that its results bring
  ExecutionState state = ExecutionState::receiving;
  UtcTime created;
  std::optional<UtcTime> completed;
  std::int64_t results = 0;
  std::array<std::int64_t, kSeverityCount> severity_counts{};  // in the order of kSeverities

  friend bool operator==(const StoredExecution&, const StoredExecution&) = default;
};

struct StoredResult {
  std::int64_t number = 0;  // from 0, in the order in which results came
  std::string id;           // of the one who sent it; unique in its execution
  std::optional<Severity> severity;
  std::string line;              // JSON, "execution/1", without the line's end and the vector
  std::vector<float> embedding;  // the vector that came with it; empty: none

  friend bool operator==(const StoredResult&, const StoredResult&) = default;
};

// A result on its way into the store, which numbers it.
StoredResult to_stored_result(const Response& response);
StoredResult to_stored_result(const ResponseView& response);

}  // namespace plumb
