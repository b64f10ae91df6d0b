// Monitors: what they watch, where they stand, and the history of their metrics.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/monitor.h"
#include "store/database.h"
#include "store/page.h"
#include "store/streams.h"

namespace plumb {

struct HistoryFilter {
  std::optional<std::string> metric{};
  std::optional<UtcTime> from{};    // inclusive
  std::optional<UtcTime> before{};  // exclusive
};

// A point with the number that its page is sorted by.
struct StoredMonitorPoint {
  std::int64_t id = 0;
  MonitorPoint point;
};

class Monitors {
 public:
  explicit Monitors(Database& database) : database_(database) {}

  // Fails with not_found (the baseline) or invalid_input: a window below one, or of two kinds.
  Result<Monitor> create(ProjectId project, const MonitorSettings& settings);
  // With another baseline or stream the monitor stands where a new one does. What comes to another
  // stream, or to one that was not watched, is read from now on.
  Result<Monitor> change(ProjectId project, MonitorId id, const MonitorSettings& settings);
  Result<Monitor> get(ProjectId project, MonitorId id);
  Result<Page<Monitor>> list(ProjectId project, const PageRequest& request);
  Result<void> remove(ProjectId project, MonitorId id);

  // The enabled ones that watch executions of this name.
  Result<std::vector<Monitor>> watching(ProjectId project, std::string_view execution_name);

  // The enabled ones of all projects that watch a window of a stream.
  Result<std::vector<Monitor>> with_windows();

  // Whether its history has a point of this execution.
  Result<bool> has_seen(const Monitor& monitor, ExecutionId execution);

  // Moves the monitor on from the state that was seen, with its points and past the window that it
  // looked at (Streams; empty: an execution): all of it, or, where somebody else has moved it
  // since, nothing and false. Of `next` the revision and the start are not looked at.
  Result<bool> advance(const Monitor& seen, const MonitorState& next,
                       std::span<const MonitorPoint> points,
                       std::span<const WindowPiece> window = {});

  Result<Page<StoredMonitorPoint>> history(ProjectId project, MonitorId id,
                                           const HistoryFilter& filter, const PageRequest& request);

 private:
  Database& database_;
};

}  // namespace plumb
