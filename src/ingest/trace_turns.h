// Turns of a trace: what was asked, what came back, and which tools were called in between. A turn
// is one result of an execution and one step of a session.
//
// Which spans make a turn (docs/otlp.md has the reasons):
//   - the outermost agent spans, each with all that lies below it;
//   - outside of agents, each answer of a model; answers that only ask for tools belong to the one
//     that was given the tools' results, and stand for themselves where there is none;
//   - in a trace without agents and answers, the outermost chain that says something.
// A pure function of the set of spans: their order does not matter.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/genai_span.h"
#include "record/execution.h"
#include "record/session.h"

namespace plumb {

struct Turn {
  std::string service;  // of the execution
  std::string version;
  std::optional<Response> result;  // none where nothing was answered; id is TRACE-SPAN
  std::optional<SessionStep> step;
  std::vector<std::string> spans;  // that it is made of, by span id
};

// The number of a step that began at this time (nanoseconds since 1970) with this span: steps of a
// session ascend by time, whenever they come in, and one that comes twice has the same number.
// Microseconds since 1970 times 1024, plus 10 bits of the span's id.
std::int64_t step_number(std::uint64_t start, std::string_view span_id);
// Whether a step was numbered that way, by a time from 2000 to 2200.
bool is_time_number(std::int64_t step);

// A name of at most 400 bytes: a longer one is known by its start and its hash.
std::string session_name(std::string_view name);

// All spans of one trace, in any order, each once. `told` are ids of spans that earlier turns
// were made of: no turn is told twice, and what lies below a told agent stays part of it.
std::vector<Turn> turns_of_trace(std::span<const GenAiSpan> spans,
                                 const std::set<std::string, std::less<>>& told = {});

}  // namespace plumb
