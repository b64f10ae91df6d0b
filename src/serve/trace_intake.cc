#include "serve/trace_intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "ingest/trace_turns.h"
#include "record/session_json.h"

namespace plumb {
namespace {

struct TraceBatch {
  std::vector<GenAiSpan> spans;
  bool has_root = false;
  bool speaks = false;  // a span of it says something
};
using TraceBatches = std::map<std::string, TraceBatch, std::less<>>;

struct TurnOfProject {
  ProjectId project{};
  Turn turn;
};

TraceBatches batches_of(const OtlpTraces& traces, const GenAiOptions& options) {
  TraceBatches batches;
  for (const OtlpSpan& span : traces.spans) {
    TraceBatch& batch = batches[span.trace_id];
    batch.spans.push_back(genai_span(span, traces.resources[span.resource], options));
    batch.has_root = batch.has_root || span.parent_span_id.empty();
    batch.speaks = batch.speaks || batch.spans.back().role != SpanRole::other;
  }
  return batches;
}

// Models were asked, but nobody recorded what they answered.
bool is_silent(const TraceBatches& batches) {
  bool has_answers = false;
  for (const auto& [id, batch] : batches) {
    for (const GenAiSpan& span : batch.spans) {
      if (span.role != SpanRole::answer) continue;
      if (span.response || span.error) return false;
      has_answers = true;
    }
  }
  return has_answers;
}

// Reads what the store has of a trace, and which turns are to be told of it.
Result<void> collect_turns(Store& store, const TraceKey& key, std::vector<TurnOfProject>& turns) {
  PLUMB_TRY(const auto stored, store.traces().spans(key.project, key.trace_id));
  std::vector<GenAiSpan> spans;
  std::set<std::string, std::less<>> told;
  for (const StoredSpan& each : stored) {
    PLUMB_TRY(GenAiSpan span, genai_span_of_text(each.document));
    spans.push_back(std::move(span));
    if (each.told) told.insert(each.span_id);
  }
  std::vector<std::string> newly_told;
  for (Turn& turn : turns_of_trace(spans, told)) {
    newly_told.insert(newly_told.end(), turn.spans.begin(), turn.spans.end());
    turns.push_back({key.project, std::move(turn)});
  }
  return store.traces().mark_told(key.project, key.trace_id, newly_told);
}

ExecutionHeader header_of(const Turn& turn) {
  ExecutionHeader header;
  header.name = turn.service;
  header.labels.emplace_back("service.name", turn.service);
  if (!turn.version.empty()) header.labels.emplace_back("service.version", turn.version);
  header.labels.emplace_back("source", "otlp");
  return header;
}

// In the order of their time, a batch for each execution.
Result<std::size_t> add_results(Store& store, const std::vector<TurnOfProject>& turns) {
  std::map<std::tuple<ProjectId, std::string, std::string>, std::vector<const Turn*>> streams;
  for (const auto& [project, turn] : turns) {
    if (turn.result) streams[{project, turn.service, turn.version}].push_back(&turn);
  }
  std::size_t added = 0;
  for (auto& [stream, members] : streams) {
    const auto& [project, service, version] = stream;
    std::ranges::sort(members, {}, [](const Turn* turn) {
      return std::pair(turn->step->step, std::string_view(turn->result->id));
    });
    std::vector<StoredResult> results;
    for (const Turn* turn : members) results.push_back(to_stored_result(*turn->result));
    PLUMB_TRY(const ExecutionId execution,
              store.traces().receiving_execution(project, fmt::format("{}\n{}", service, version),
                                                 header_of(*members.front())));
    PLUMB_TRY(const AppendOutcome outcome, store.results().append(project, execution, results));
    added += outcome.added;
  }
  return added;
}

Result<std::size_t> add_steps(Store& store, const std::vector<TurnOfProject>& turns) {
  std::map<std::pair<ProjectId, std::string>, std::vector<const SessionStep*>> sessions;
  for (const auto& [project, turn] : turns) {
    if (turn.step) sessions[{project, turn.step->session}].push_back(&*turn.step);
  }
  std::size_t added = 0;
  for (auto& [session, members] : sessions) {
    std::ranges::sort(members, {}, [](const SessionStep* step) { return step->step; });
    std::vector<StoredStep> steps;
    std::optional<std::string> goal;
    for (const SessionStep* step : members) {
      StoredStep& stored = steps.emplace_back();
      stored.step = step->step;
      append_json_line(stored.line, *step);
      stored.line.pop_back();  // the line's end
      if (!goal) goal = step->goal;
    }
    PLUMB_TRY(const StepsOutcome outcome,
              store.sessions().append(session.first, session.second, goal, steps));
    added += outcome.added;
  }
  return added;
}

Result<void> tell(Store& store, const std::vector<TraceKey>& traces, TraceOutcome& outcome) {
  std::vector<TurnOfProject> turns;
  for (const TraceKey& key : traces) PLUMB_CHECK_RESULT(collect_turns(store, key, turns));
  PLUMB_TRY(outcome.results, add_results(store, turns));
  PLUMB_TRY(outcome.steps, add_steps(store, turns));
  return {};
}

// Keeps the spans of one trace, unless there is nothing in it for Plumb. Whether it can be told.
Result<bool> keep_batch(Store& store, ProjectId project, const std::string& trace_id,
                        const TraceBatch& batch, TraceOutcome& outcome) {
  if (!batch.speaks && batch.has_root) {
    PLUMB_TRY(const auto known, store.traces().spans(project, trace_id));
    if (known.empty()) return false;  // requests to databases and the like, from start to end
  }
  std::vector<StoredSpan> spans;
  for (const GenAiSpan& span : batch.spans) spans.push_back({span.span_id, to_text(span), false});
  PLUMB_TRY(const TraceState state, store.traces().add(project, trace_id, spans, batch.has_root));
  outcome.accepted -= state.refused;
  outcome.rejected += state.refused;
  if (state.refused > 0 && outcome.message.empty()) {
    outcome.message =
        fmt::format("the trace {} has more than {} spans; start a trace for each turn", trace_id,
                    Traces::kMostSpans);
  }
  return state.ended && state.added > 0;
}

Result<TraceOutcome> take_batches(Store& store, ProjectId project, const TraceBatches& batches,
                                  TraceOutcome outcome) {
  std::vector<TraceKey> ended;
  for (const auto& [trace_id, batch] : batches) {
    PLUMB_TRY(const bool has_ended, keep_batch(store, project, trace_id, batch, outcome));
    if (has_ended) ended.push_back({project, trace_id});
  }
  PLUMB_CHECK_RESULT(tell(store, ended, outcome));
  return outcome;
}

}  // namespace

Result<TraceOutcome> take_traces(Store& store, ProjectId project, const OtlpTraces& traces,
                                 const TraceIntakeOptions& options) {
  const TraceBatches batches = batches_of(traces, options.genai);
  TraceOutcome outcome;
  outcome.accepted = traces.spans.size();
  outcome.rejected = traces.rejected;
  outcome.message = traces.first_rejected;
  if (outcome.message.empty() && is_silent(batches)) {
    outcome.message =
        "the spans of models have no messages, so there is nothing to measure; let the "
        "instrumentation record them (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true)";
  }
  return store.atomically([&] { return take_batches(store, project, batches, outcome); });
}

Result<std::size_t> tell_quiet_traces(Store& store, const TraceIntakeOptions& options,
                                      std::size_t most) {
  const UtcTime now = store.now();
  return store.atomically([&]() -> Result<std::size_t> {
    PLUMB_TRY(const auto quiet, store.traces().quiet_since(now - options.quiet, most));
    TraceOutcome outcome;
    PLUMB_CHECK_RESULT(tell(store, quiet, outcome));
    PLUMB_CHECK_RESULT(store.traces().forget_told(now - options.keep, most));
    return quiet.size();
  });
}

}  // namespace plumb
