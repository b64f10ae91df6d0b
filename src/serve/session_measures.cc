#include "serve/session_measures.h"

#include <fmt/format.h>

#include <algorithm>

#include "ingest/line_reader.h"
#include "ingest/session_reader.h"
#include "ingest/trace_turns.h"
#include "measure/session_drift.h"
#include "measure/term_lists.h"
#include "record/document_json.h"
#include "record/intent_report_json.h"
#include "record/session_report_json.h"
#include "serve/served_vectors.h"

namespace plumb {
namespace {

LineReader lines_of(std::string_view text, std::string_view name) {
  return LineReader(std::string(name), [text](std::span<char> out) mutable -> Result<std::size_t> {
    const std::size_t count = std::min(out.size(), text.size());
    std::copy_n(text.data(), count, out.data());
    text.remove_prefix(count);
    return count;
  });
}

Provenance provenance_of(const VectorOrigin& origin, std::uint64_t seed) {
  Provenance provenance;
  provenance.plumb_version = PLUMB_VERSION;
  provenance.seed = seed;
  provenance.vectors = origin;
  return provenance;
}

}  // namespace

Result<std::vector<SessionStep>> read_session_lines(std::string_view lines, std::string_view name) {
  SessionReaderOptions options;
  options.format = ExecutionFormat::jsonl;
  PLUMB_TRY(SessionReader reader, SessionReader::from(lines_of(lines, name), options));
  std::vector<SessionStep> steps;
  while (true) {
    PLUMB_TRY(const SessionStep* step, reader.next());
    if (step == nullptr) return steps;
    steps.push_back(*step);
  }
}

Result<std::vector<SessionStep>> measured_steps(Store& store, ProjectId project,
                                                const StoredSession& session) {
  if (session.steps > kMostMeasuredSteps) {
    return fail(ErrorCode::unsupported,
                fmt::format("session {} has {} steps, and at most {} are measured at once; use "
                            "plumb intent on its lines",
                            number_of(session.id), session.steps, kMostMeasuredSteps));
  }
  PLUMB_TRY(const auto stored, store.sessions().steps(project, session.id, 0, kMostMeasuredSteps));
  std::string lines;
  for (const StoredStep& step : stored) lines.append(step.line).append("\n");
  PLUMB_TRY(std::vector<SessionStep> steps, read_session_lines(lines, session.name));
  std::int64_t rank = 0;
  for (SessionStep& step : steps) {
    if (is_time_number(step.step)) step.step = rank;
    ++rank;
  }
  return steps;
}

Result<std::string> intent_document(std::span<const SessionStep> steps,
                                    const IntentOptions& options, EmbeddingService& embeddings) {
  PLUMB_TRY(ServedVectors vectors, ServedVectors::open(embeddings));
  PLUMB_TRY(IntentReport report, measure_intent(steps, options, vectors.embed()));
  PLUMB_CHECK_RESULT(vectors.check());
  const std::uint64_t permutations = report.provenance.permutations;
  report.provenance = provenance_of(vectors.origin(), options.seed);
  report.provenance.permutations = permutations;
  return json_line(to_json(report));
}

Result<std::string> alignment_document(std::span<const SessionStep> steps,
                                       const AlignmentRequest& request,
                                       EmbeddingService& embeddings) {
  PLUMB_TRY(ServedVectors vectors, ServedVectors::open(embeddings));
  PLUMB_TRY(const TermList list, load_term_list(request.list));
  Case of_session;
  of_session.id = steps.empty() ? "session" : steps.front().session;
  of_session.critical_entities = request.critical_entities;
  std::vector<Generation> generations;
  for (const SessionStep& step : steps) {
    of_session.turns.push_back({step.step, step.prompt});
    Generation& made = generations.emplace_back();
    made.case_id = of_session.id;
    made.turn = step.step;
    made.response = step.response;
    if (step.error) made.status = "error";
  }
  TargetPlans plans;
  if (!request.plan.empty()) plans.plans.push_back({of_session.id, request.plan, ""});
  SessionOptions options;
  options.alignment = request.options;
  PLUMB_TRY(SessionReport report, measure_sessions(std::span(&of_session, 1), generations, plans,
                                                   list, options, vectors.embed()));
  PLUMB_CHECK_RESULT(vectors.check());
  report.provenance = provenance_of(vectors.origin(), Provenance{}.seed);
  return json_line(to_json(report));
}

}  // namespace plumb
