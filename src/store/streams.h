// Streams: the executions of one name, seen as one flow of results in the order of their arrival.
//
// Within an execution results are numbered as they come, so what arrived last is the end of each
// execution: a window is a piece of each, however many executions receive at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/stored_execution.h"
#include "store/database.h"

namespace plumb {

// The results of one execution from number `from` to its end as of `to`, exclusive.
struct WindowPiece {
  ExecutionId execution{};
  std::int64_t from = 0;
  std::int64_t to = 0;

  std::int64_t results() const { return to - from; }
  friend bool operator==(const WindowPiece&, const WindowPiece&) = default;
};

class Streams {
 public:
  explicit Streams(Database& database) : database_(database) {}

  // The newest results of the executions of this name (empty: of every execution of the project),
  // completed or not, `most` at most. Pieces with no result are left out; ascending by execution.
  // Cost: `most` times of each execution that overlaps with the window.
  Result<std::vector<WindowPiece>> newest(ProjectId project, std::string_view stream,
                                          std::int64_t most);
  // Those that arrived at `time` or later.
  Result<std::vector<WindowPiece>> since(ProjectId project, std::string_view stream, UtcTime time);

 private:
  Database& database_;
};

// How many results a window holds.
std::int64_t results_in(const std::vector<WindowPiece>& window);

}  // namespace plumb
