// Watching: what a monitor makes of one more window, and who is told.
//
// Two drifted windows in a row fire, once; the first stable one after that is the recovery, once.
// An undecided window breaks the row and is no recovery: it says that the data cannot tell.
// Windows of a stream follow each other in the order of arrival, share no result and leave none
// out: the next is looked at when as many new results came as it holds, or as many minutes have
// passed. So two in a row are two findings and not one seen twice.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "record/monitor.h"
#include "serve/job_run.h"
#include "serve/services.h"

namespace plumb {

inline constexpr std::string_view kDriftedEvent = "monitor.drifted";
inline constexpr std::string_view kRecoveredEvent = "monitor.recovered";

struct MonitorStep {
  MonitorState next;
  std::optional<std::string_view> event;  // of the two above
};

// Pure.
MonitorStep next_step(const MonitorState& state, Verdict verdict);

// Queues a job for each monitor of a stream whose next window is there.
Result<void> queue_due_windows(Services& services);

// The job "watch": compares, moves the monitor on and queues its webhook, in one transaction.
Result<void> do_watch(JobRun& run);

}  // namespace plumb
