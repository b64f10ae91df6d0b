// Watching: executions, or a window of a stream, held against a baseline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/secret.h"
#include "record/ids.h"
#include "record/measurement.h"

namespace plumb {

// Which results are compared: those of each completed execution where neither is set, else those of
// a stream, so many at a time, or those of so many minutes.
struct MonitorWindow {
  std::optional<std::int64_t> results;
  std::optional<std::int64_t> minutes;

  friend bool operator==(const MonitorWindow&, const MonitorWindow&) = default;
};

struct MonitorSettings {
  std::string name;
  BaselineId baseline{};
  std::string stream;  // executions of this name; empty: all of the project
  MonitorWindow window;
  std::optional<std::string> webhook;  // address
  Secret signing_secret;               // of the webhook; stored as it is, since signing needs it
  bool enabled = true;
};

// Where the watch stands. `revision` counts the changes: whoever moves the state says which
// revision it saw, so that of two servers one moves it and one webhook is sent.
struct MonitorState {
  std::int64_t revision = 0;
  std::optional<Verdict> verdict;     // of the newest window; none: not compared yet
  std::int64_t drifted_in_a_row = 0;  // windows
  bool firing = false;                // a webhook told of drift, and none of recovery since
  UtcTime updated;                    // when it looked last
  UtcTime started;                    // what came to its stream before is in no window

  friend bool operator==(const MonitorState&, const MonitorState&) = default;
};

struct Monitor {
  MonitorId id{};
  ProjectId project{};
  MonitorSettings settings;
  MonitorState state;
  UtcTime created;
};

// One metric of one window, for a chart. No value where the metric did not apply: a gap.
struct MonitorPoint {
  UtcTime time;
  std::optional<ExecutionId> execution;
  std::string metric;
  std::optional<double> value;
  std::optional<Verdict> verdict;

  friend bool operator==(const MonitorPoint&, const MonitorPoint&) = default;
};

}  // namespace plumb
