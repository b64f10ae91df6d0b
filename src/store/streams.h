// Streams: the executions of one name, seen as one flow of results in the order of their arrival.
//
// Within an execution results are numbered as they come, without a gap, and become visible in that
// order. A window is therefore a piece of each execution, and where a monitor has read to is a
// number in each: a result that was stamped before a look and committed after it is in the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "record/monitor.h"
#include "record/stored_execution.h"
#include "store/database.h"

namespace plumb {

// The results of one execution from number `from` to `to`, exclusive.
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

  // What came to the monitor's stream, into executions that are completed or not, since it started
  // and in none of the windows that it was moved on with (Monitors::advance). Pieces with no result
  // are left out; ascending by execution. Cost: a row of each execution that got a result since the
  // monitor started, however many others are receiving.
  Result<std::vector<WindowPiece>> unread(const Monitor& monitor);
  // Those of them that arrived first, `most` at most. Cost besides: `most` rows of each execution
  // that overlaps with them.
  Result<std::vector<WindowPiece>> oldest_unread(const Monitor& monitor, std::int64_t most);

 private:
  Database& database_;
};

// How many results a window holds.
std::int64_t results_in(const std::vector<WindowPiece>& window);

}  // namespace plumb
