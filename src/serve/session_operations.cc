// Sessions: steps uploaded or received by OTLP, and the curves that are measured along them.
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "ingest/trace_turns.h"
#include "serve/date_time.h"
#include "serve/document_answers_json.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"
#include "serve/session_measures.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

std::string subject_of(SessionId id) {
  return fmt::format("sessions/{}", number_of(id));
}

ServedResult<StoredSession> session_of(const Call& call) {
  PLUMB_TRY(auto session, call.services.store.sessions().get(call.caller.project,
                                                             SessionId{call.id("session_id")}));
  return session;
}

// A whole number that came as 7.0, as some languages write it.
void write_whole(nlohmann::json& step, const char* member) {
  const auto found = step.find(member);
  if (found == step.end() || !found->is_number_float()) return;
  *found = static_cast<std::int64_t>(found->get<double>());  // within 53 bits, by the schema
}

// The body as lines of "session/1": NDJSON as it came, or the objects of "steps" a line each.
std::string lines_of(Call& call) {
  if (call.body.is_null()) return call.request.body;
  std::string lines;
  for (auto& step : call.body.at("steps")) {
    write_whole(step, "session");
    write_whole(step, "step");
    lines += step.dump() + "\n";
  }
  return lines;
}

// Whole or not there: what is stored of a step stays, and what was sent beside it is not added.
ServedResult<std::vector<StepsOutcome>> add_all(Call& call, const std::vector<SessionStep>& steps) {
  PLUMB_TRY(auto outcomes, add_steps(call.services.store, call.caller.project, steps));
  std::size_t differing = 0;
  const StepsOutcome* first = nullptr;
  for (const StepsOutcome& outcome : outcomes) {
    if (first == nullptr && !outcome.differing.empty()) first = &outcome;
    differing += outcome.differing.size();
  }
  if (first == nullptr) return outcomes;
  Problem problem(
      409,
      fmt::format("step {} of session {} is there with another content, so none of these "
                  "steps was added; give it a number of its own, or delete session {}",
                  first->differing.front(), first->session.name, number_of(first->session.id)));
  problem.extra["differing"] = differing;
  return std::unexpected(std::move(problem));
}

ServedResult<Answer> add_uploaded(Call& call, const std::vector<SessionStep>& steps) {
  const auto added = add_all(call, steps);
  if (!added) return std::unexpected(added.error());
  Answer answer;
  answer.status = 201;
  answer.audit = "sessions";
  Json& made = answer.body["sessions"] = Json::array();
  for (const StepsOutcome& outcome : *added) {
    Json session = to_json(outcome.session);
    session["added_steps"] = outcome.added;
    session["repeated_steps"] = outcome.repeated;
    made.push_back(std::move(session));
  }
  return answer;
}

// Numbers of lines are bounded as those of every body, which a schema has looked at. Steps beyond
// are the times of those that OTLP brought.
ServedResult<void> check_numbers(std::string_view lines) {
  constexpr std::int64_t kLargest = 9'007'199'254'740'991;
  for (std::size_t at = 0, number = 1; at < lines.size(); ++number) {
    const std::string_view line = lines.substr(at, lines.find('\n', at) - at);
    at += line.size() + 1;
    const Json json = Json::parse(line, nullptr, false);
    for (const char* const member : {"session", "step"}) {
      if (!json.is_object() || !json.contains(member)) continue;
      const Json& value = json[member];
      const bool is_beyond = value.is_number_unsigned()
                                 ? value.get<std::uint64_t>() > std::uint64_t{kLargest}
                                 : value.is_number_integer() && value < -kLargest;
      if (!is_beyond) continue;
      return refused(422, fmt::format("body:{}: \"{}\" is {}, and whole numbers go from -{} to {}, "
                                      "which every reader sees as the same; give a smaller one{}",
                                      number, member, value.dump(), kLargest, kLargest,
                                      member == std::string_view("session") ? ", or text" : ""));
    }
  }
  return {};
}

ServedResult<AnswerFunction> upload(Call& call) {
  PLUMB_TRY(auto steps, read_session_lines(lines_of(call), "body"));
  if (steps.empty()) return refused(422, "the body holds no step of a session");
  if (call.body.is_null()) {
    if (auto sound = check_numbers(call.request.body); !sound) {
      return std::unexpected(std::move(sound.error()));
    }
  }
  return [steps = std::move(steps)](Call& writing) { return add_uploaded(writing, steps); };
}

ServedResult<Answer> list(Call& call) {
  SessionFilter filter;
  filter.name = call.parameter<std::string>("name");
  if (const auto from = call.parameter<std::string>("updated_from")) {
    filter.updated_from = parse_date_time(*from);
  }
  const bool by_change = call.parameters.at("sort") == "updated";
  return page_answer(
      call, call.services.store.sessions().list(
                call.caller.project, filter,
                by_change ? SessionSort::updated : SessionSort::created, page_request_of(call)));
}

ServedResult<Answer> get(Call& call) {
  auto session = session_of(call);
  if (!session) return std::unexpected(session.error());
  return Answer{to_json(*session)};
}

ServedResult<Answer> remove(Call& call) {
  const SessionId id{call.id("session_id")};
  PLUMB_CHECK_RESULT(call.services.store.sessions().remove(call.caller.project, id));
  return Answer{nullptr, 204, {}, subject_of(id)};
}

// A step as it is shown: numbered in its session, with the time that OTLP brought.
Json step_json(const StoredStep& stored, std::int64_t rank) {
  Json step = stored_document(stored.line);
  step.erase("session");
  if (is_time_number(stored.step)) {
    step["step"] = rank;
    step["started_at"] = to_json(UtcTime(std::chrono::milliseconds((stored.step >> 10) / 1'000)));
  }
  return step;
}

ServedResult<Answer> steps(Call& call) {
  auto session = session_of(call);
  if (!session) return std::unexpected(session.error());
  const auto from = call.parameters.at("from").get<std::int64_t>();
  const auto limit = call.parameters.at("limit").get<std::size_t>();
  PLUMB_TRY(const auto stored, call.services.store.sessions().page_of_steps(
                                   call.caller.project, session->id, from, limit));
  Answer answer;
  Json& items = answer.body["items"] = Json::array();
  std::int64_t rank = from;
  for (const StoredStep& step : stored) items.push_back(step_json(step, rank++));
  const bool is_last = stored.empty() || rank >= session->steps;
  answer.body["next_from"] = is_last ? Json() : Json(rank);
  answer.body["total"] = session->steps;
  return answer;
}

ServedResult<Answer> curves(Call& call) {
  auto session = session_of(call);
  if (!session) return std::unexpected(session.error());
  PLUMB_TRY(const auto found,
            call.services.store.sessions().curves(call.caller.project, session->id));
  Answer answer;
  Json& items = answer.body["items"] = Json::array();
  for (const SessionCurve& curve : found) {
    Json item = to_json(curve);
    item["is_current"] = curve.steps == session->steps;  // steps are added, and never changed
    items.push_back(std::move(item));
  }
  return answer;
}

std::string text_member(const Call& call, const char* name, std::string otherwise) {
  return call.body.value(name, std::move(otherwise));
}

Result<std::string> measure_intent_of(const Call& call, const std::vector<SessionStep>& steps) {
  IntentOptions options;
  options.against = *intent_reference_of(text_member(call, "against", "initial-output"));
  options.sentences = call.body.value("sentences", false);
  if (call.body.contains("goal")) options.goal = call.body.at("goal").get<std::string>();
  return intent_document(steps, options, call.services.embeddings);
}

Result<std::string> measure_alignment_of(const Call& call, const StoredSession& session,
                                         const std::vector<SessionStep>& steps) {
  AlignmentRequest request;
  request.plan = text_member(call, "plan", session.goal.value_or(std::string()));
  request.list = text_member(call, "list", "clinical");
  request.options.mode = *alignment_mode_of(text_member(call, "mode", "actions"));
  request.options.pooling = *alignment_pooling_of(text_member(call, "pooling", "joined"));
  request.critical_entities = call.body.value("critical_entities", std::vector<std::string>());
  if (request.plan.empty()) {
    return fail(ErrorCode::conflict,
                fmt::format("session {} has no goal; give the plan that it is held against",
                            number_of(session.id)));
  }
  return alignment_document(steps, request, call.services.embeddings);
}

ServedResult<AnswerFunction> measure(Call& call) {
  auto session = session_of(call);
  if (!session) return std::unexpected(session.error());
  PLUMB_TRY(const auto found, measured_steps(call.services.store, call.caller.project, *session));
  const bool is_intent = call.body.at("measure") == "intent";
  auto document =
      is_intent ? measure_intent_of(call, found) : measure_alignment_of(call, *session, found);
  if (!document) {
    // The request is sound; it is the session that cannot be measured so.
    if (document.error().code == ErrorCode::invalid_input) {
      document.error().code = ErrorCode::conflict;
    }
    return std::unexpected(Problem(document.error()));
  }
  const std::string name =
      is_intent ? "intent/" + text_member(call, "against", "initial-output") : "alignment";
  return [id = session->id, name, document = *std::move(document),
          steps = static_cast<std::int64_t>(found.size())](Call& writing) -> ServedResult<Answer> {
    PLUMB_TRY(const SessionCurve curve, writing.services.store.sessions().put_curve(
                                            writing.caller.project, id, name, document, steps));
    Answer answer{to_json(curve)};
    answer.audit = subject_of(id) + "/curves/" + name;
    return answer;
  };
}

}  // namespace

std::vector<Operation> session_operations() {
  return {
      {.id = "session.upload", .prepare = upload},   {.id = "session.list", .answer = list},
      {.id = "session.get", .answer = get},          {.id = "session.delete", .answer = remove},
      {.id = "session.steps", .answer = steps},      {.id = "session.curves", .answer = curves},
      {.id = "session.measure", .prepare = measure},
  };
}

}  // namespace plumb
