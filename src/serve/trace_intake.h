// Spans of a request into the store: kept until their trace has ended or is quiet, then told as
// results of executions and steps of sessions. docs/otlp.md says what is decided how.
//
// Any span may come in any request, in any order, and twice: what is told in the end is the same.
// Safe from any thread, and from several servers on one database.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/result.h"
#include "ingest/genai_span.h"
#include "ingest/otlp_trace.h"
#include "store/store.h"

namespace plumb {

struct TraceIntakeOptions {
  GenAiOptions genai{};
  // A trace whose root does not come is told when nothing came to it for so long.
  std::chrono::milliseconds quiet{120'000};
  // For so long spans stay after they were told, to know those that come late.
  std::chrono::hours keep{24};
};

struct TraceOutcome {
  std::size_t accepted = 0;  // spans; those that were there already, and those of no use, too
  std::size_t rejected = 0;
  std::size_t results = 0;  // that were added to executions
  std::size_t steps = 0;    // that were added to sessions
  std::string message;      // a sentence where something was rejected, or nothing can be measured
};

// One transaction: after an error nothing of the request is there, and sending it again is right.
Result<TraceOutcome> take_traces(Store& store, ProjectId project, const OtlpTraces& traces,
                                 const TraceIntakeOptions& options = {});

// Tells traces of all projects whose root did not come in time, and forgets what is old. Requests
// do it by the way; a server also calls it now and then, for the last ones. How many were told.
Result<std::size_t> tell_quiet_traces(Store& store, const TraceIntakeOptions& options = {},
                                      std::size_t most = 100);

}  // namespace plumb
