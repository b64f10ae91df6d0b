// A result's place in the whole store: its execution and its number there as one integer, the key
// of the table `results`. An execution's results are one range of keys, in their order.
//
// For executions that are there: their ids were taken by Results::append(), which sees to both
// bounds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "record/ids.h"

namespace plumb {

inline constexpr std::int64_t kResultsAnExecution = std::int64_t{1} << 32;
inline constexpr std::int64_t kLastExecutionId = (std::int64_t{1} << 31) - 1;

constexpr std::int64_t result_key(ExecutionId execution, std::int64_t number) {
  return static_cast<std::int64_t>(execution) * kResultsAnExecution + number;
}
// Where a range begins, for any number: one that no result has never leads out of the execution.
constexpr std::int64_t result_key_from(ExecutionId execution, std::int64_t number) {
  return result_key(execution, std::clamp(number, std::int64_t{0}, kResultsAnExecution));
}
constexpr std::int64_t last_result_key(ExecutionId execution) {
  return result_key(execution, kResultsAnExecution - 1);
}

}  // namespace plumb
