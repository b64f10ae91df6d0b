// What holds of every OTLP request that was taken.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "execution_round_trip.h"
#include "ingest/execution_line.h"
#include "ingest/otlp_trace.h"
#include "ingest/trace_turns.h"
#include "record/execution_json.h"
#include "text/utf8.h"

namespace plumb {

inline void check_turn(const Turn& turn) {
  require(!turn.service.empty() && turn.step && !turn.step->session.empty());
  require(turn.step->session.size() <= 400 && is_valid_utf8(turn.step->session));
  require(turn.step->step > 0);
  if (!turn.result) return;
  require(turn.result->id.size() == 49);
  std::string line;
  append_json_line(line, *turn.result);
  ExecutionLineParser parser;
  Response back;
  const auto read = parser.read(line, back);  // a bad line would poison its execution
  require(read.has_value());
  require(back == *turn.result);
}

inline void check_otlp(const Result<OtlpTraces>& traces) {
  if (!traces) {
    require(!traces.error().message.empty());
    return;
  }
  std::map<std::string, std::map<std::string, GenAiSpan>> by_trace;
  for (const OtlpSpan& span : traces->spans) {
    require(span.trace_id.size() == 32 && span.span_id.size() == 16);
    GenAiSpan read = genai_span(span, traces->resources[span.resource]);
    const auto back = genai_span_of_text(to_text(read));
    require(back.has_value() && *back == read);
    by_trace[span.trace_id].emplace(span.span_id, std::move(read));
  }
  for (const auto& [id, members] : by_trace) {
    std::vector<GenAiSpan> spans;
    for (const auto& [span_id, span] : members) spans.push_back(span);
    std::set<std::string> told;
    for (const Turn& turn : turns_of_trace(spans)) {
      check_turn(turn);
      for (const std::string& span : turn.spans) require(told.insert(span).second);
    }
  }
}

}  // namespace plumb
