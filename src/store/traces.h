// Spans of traces, kept until the turns that they make can be told, and the executions that these
// turns go to.
//
// Meant to be called inside of one Store::atomically() for all that one request brings: then a
// span and what was told of it are there together or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "record/stored_execution.h"
#include "store/database.h"

namespace plumb {

struct StoredSpan {
  std::string span_id;
  std::string document;
  bool told = false;  // a turn was made of it

  friend bool operator==(const StoredSpan&, const StoredSpan&) = default;
};

struct TraceState {
  std::int64_t spans = 0;
  bool ended = false;       // its root has come
  std::size_t added = 0;    // by this call; the others were there already and stay as they are
  std::size_t refused = 0;  // past the most spans that a trace may have
};

struct TraceKey {
  ProjectId project{};
  std::string trace_id;

  friend bool operator==(const TraceKey&, const TraceKey&) = default;
};

class Traces {
 public:
  // A trace with more spans than this is a mistake, such as one id for all.
  static constexpr std::int64_t kMostSpans = 5'000;

  explicit Traces(Database& database) : database_(database) {}

  // Adds spans of one trace, which nobody else changes before this transaction ends. Fails with
  // not_found: no such project.
  Result<TraceState> add(ProjectId project, std::string_view trace_id,
                         std::span<const StoredSpan> spans, bool has_root);
  // All of a trace, by span id.
  Result<std::vector<StoredSpan>> spans(ProjectId project, std::string_view trace_id);
  // These spans were told, and the trace waits no more until others come.
  Result<void> mark_told(ProjectId project, std::string_view trace_id,
                         std::span<const std::string> span_ids);

  // Traces of all projects that wait and to which nothing came since; the oldest first. Other
  // servers do not get the same ones while this transaction lasts.
  Result<std::vector<TraceKey>> quiet_since(UtcTime before, std::size_t most);
  // Clears away traces that were told and to which nothing came since. How many went.
  Result<std::int64_t> forget_told(UtcTime before, std::size_t most);

  // The execution that receives a stream's results: the last one, or one made by `header` where
  // there is none yet, or where that was completed or removed. Nobody completes it before this
  // transaction ends.
  Result<ExecutionId> receiving_execution(ProjectId project, std::string_view stream,
                                          const ExecutionHeader& header);

 private:
  Database& database_;
};

}  // namespace plumb
