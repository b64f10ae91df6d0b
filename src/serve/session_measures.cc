#include "serve/session_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "ingest/json_line.h"
#include "ingest/session_line.h"
#include "ingest/trace_turns.h"
#include "measure/session_drift.h"
#include "measure/term_lists.h"
#include "record/document_json.h"
#include "record/intent_report_json.h"
#include "record/session_json.h"
#include "record/session_report_json.h"

namespace plumb {
namespace {

std::unexpected<Error> bad_line(std::string_view name, std::uint64_t line, std::size_t column,
                                std::string_view reason) {
  return fail(ErrorCode::invalid_input, fmt::format("{}:{}:{}: {}", name, line, column, reason));
}

// A first line may say which format follows: {"plumb": "session/1"}.
bool is_header(const JsonLineParser& parser, std::uint64_t line) {
  const JsonNode* kind = parser.find("plumb");
  return line == 1 && kind != nullptr && kind->text == "session/1";
}

Result<SessionStep> read_step(const JsonLineParser& parser, std::string_view name,
                              std::uint64_t line) {
  SessionStep step;
  const FindField find = [&](std::string_view field) -> std::optional<SessionField> {
    const JsonNode* node = parser.find(field);
    if (node == nullptr || node->is(JsonKind::null)) return std::nullopt;
    return SessionField{node->kind, node->text, node->raw, node, 0};
  };
  auto done = read_session_step(find, {}, step);
  if (done) done = read_session_objects(parser, step);
  if (!done) {
    const auto& field = done.error().field;
    const std::size_t column =
        field && field->node != nullptr ? parser.problem(*field->node, "").column : 1;
    return bad_line(name, line, column, done.error().reason);
  }
  step.line = line;
  return step;
}

void add_origin(const VectorOrigin& origin, std::uint64_t seed, Provenance& measured) {
  measured.plumb_version = PLUMB_VERSION;
  measured.seed = seed;
  measured.vectors = origin;
}

}  // namespace

Result<std::vector<SessionStep>> read_session_lines(std::string_view lines, std::string_view name) {
  JsonLineParser parser(JsonWanted{});
  std::vector<SessionStep> steps;
  for (std::uint64_t number = 1; !lines.empty(); ++number) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    if (const auto parsed = parser.parse(line); !parsed) {
      return bad_line(name, number, parsed.error().column, parsed.error().reason);
    }
    if (is_header(parser, number)) continue;
    PLUMB_TRY(SessionStep step, read_step(parser, name, number));
    steps.push_back(std::move(step));
  }
  const auto key = [](const SessionStep& step) {
    return std::tie(step.session, step.agent, step.step);
  };
  std::ranges::sort(steps, [&](const SessionStep& a, const SessionStep& b) {
    return std::tuple_cat(key(a), std::tie(a.line)) < std::tuple_cat(key(b), std::tie(b.line));
  });
  const auto repeated = std::ranges::unique(steps, {}, key);
  steps.erase(repeated.begin(), repeated.end());
  return steps;
}

Result<std::vector<StepsOutcome>> add_steps(Store& store, ProjectId project,
                                            std::span<const SessionStep> steps) {
  struct Upload {
    std::optional<std::string> goal;
    std::vector<StoredStep> steps;
  };
  std::map<std::string, Upload> sessions;
  for (const SessionStep& step : steps) {
    const std::string name =
        step.agent ? fmt::format("{} ({})", step.session, *step.agent) : step.session;
    Upload& upload = sessions[session_name(name)];
    if (!upload.goal) upload.goal = step.goal;
    StoredStep& stored = upload.steps.emplace_back();
    stored.step = step.step;
    append_json_line(stored.line, step);
    stored.line.pop_back();  // the line's end
  }
  return store.atomically([&]() -> Result<std::vector<StepsOutcome>> {
    std::vector<StepsOutcome> outcomes;
    for (const auto& [name, each] : sessions) {
      PLUMB_TRY(StepsOutcome outcome,
                store.sessions().append(project, name, each.goal, each.steps));
      outcomes.push_back(std::move(outcome));
    }
    return outcomes;
  });
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
  PLUMB_TRY(const VectorOrigin origin, embeddings.origin());
  PLUMB_TRY(IntentReport report, measure_intent(steps, options, embed_with(embeddings)));
  add_origin(origin, options.seed, report.provenance);
  return json_line(to_json(report));
}

Result<std::string> alignment_document(std::span<const SessionStep> steps,
                                       const AlignmentRequest& request,
                                       EmbeddingService& embeddings) {
  PLUMB_TRY(const VectorOrigin origin, embeddings.origin());
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
                                                   list, options, embed_with(embeddings)));
  add_origin(origin, Provenance{}.seed, report.provenance);
  return json_line(to_json(report));
}

}  // namespace plumb
