#include "measure/session_drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "measure/entity_recall.h"

namespace plumb {
namespace {

constexpr std::size_t kSessionsPerCall = 1024;

using CasesById = std::map<std::string_view, const Case*>;

// One case in one variant, with its answers by turn.
struct Session {
  const Case* of = nullptr;
  GenerationVariant variant = GenerationVariant::dialogue;
  std::map<std::int64_t, const Generation*> answers;  // null where none is ok
  std::uint64_t not_ok = 0;
};

Result<void> add_answer(Session& session, const Generation& generation) {
  const Generation*& answer = session.answers[generation.turn];
  if (!generation.ok()) {
    ++session.not_ok;
    return {};
  }
  if (answer != nullptr) {
    return fail(ErrorCode::invalid_input,
                fmt::format("turn {} of case \"{}\" ({}) is answered twice, at lines {} and {}; "
                            "keep one",
                            generation.turn, generation.case_id, name_of(generation.variant),
                            answer->line, generation.line));
  }
  answer = &generation;
  return {};
}

Result<std::vector<Session>> sessions_of(const CasesById& cases,
                                         std::span<const Generation> generations) {
  std::vector<Session> sessions;
  std::map<std::pair<std::string_view, GenerationVariant>, std::size_t> places;
  for (const Generation& generation : generations) {
    const auto found = cases.find(generation.case_id);
    if (found == cases.end()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("line {} of the generations answers case \"{}\", which the cases do "
                              "not have",
                              generation.line, generation.case_id));
    }
    const auto [place, is_new] =
        places.try_emplace({found->first, generation.variant}, sessions.size());
    if (is_new) {
      sessions.push_back({found->second, generation.variant, {}, 0});
      for (const CaseTurn& turn : found->second->turns) sessions.back().answers[turn.turn];
    }
    PLUMB_CHECK_RESULT(add_answer(sessions[place->second], generation));
  }
  return sessions;
}

AlignmentInput alignment_input(const Session& session, const TermList& list,
                               const TargetPlan* plan) {
  AlignmentInput input;
  if (plan != nullptr) input.plan = plan->plan;
  for (const auto& [turn, answer] : session.answers) {
    input.turns.push_back(turn);
    input.responses.push_back(answer == nullptr ? std::string() : answer->response);
    input.actions.push_back(extract_actions(input.responses.back(), list));
  }
  return input;
}

void add_turns(const Session& session, const AlignmentInput& input, SessionResult& result) {
  for (std::size_t t = 0; t < input.turns.size(); ++t) {
    const bool scored = session.answers.at(input.turns[t]) != nullptr;
    result.turns.push_back({input.turns[t], scored, input.actions[t], {}});
  }
}

void add_recall(const Session& session, const SessionOptions& options, SessionResult& result) {
  if (session.of->critical_entities.empty()) return;
  RecallInput input{session.of->critical_entities, options.vocabulary, {}, {}};
  for (const auto& [turn, answer] : session.answers) {
    input.turns.push_back(turn);
    input.responses.emplace_back();
    if (answer != nullptr) input.responses.back() = without_thinking(answer->response);
  }
  std::vector<TurnMentions> mentions;
  result.recall = entity_recall(input, mentions);
  for (std::size_t t = 0; t < mentions.size(); ++t) {
    result.turns[t].missing_entities = std::move(mentions[t].missing);
  }
}

// Of the sessions that `results` are of, in their order.
Result<void> add_conflicts(std::span<const AlignmentInput> inputs, const InferPairs& infer,
                           std::span<SessionResult> results) {
  if (!infer) return {};
  std::vector<SessionAdvice> sessions;
  for (const AlignmentInput& input : inputs) {
    SessionAdvice& session = sessions.emplace_back();
    session.turns = input.turns;
    for (const auto& actions : input.actions) {
      session.advice.push_back(fmt::format("{}", fmt::join(actions, " ")));
    }
  }
  PLUMB_TRY(std::vector<ConflictRate> rates, conflict_rates(sessions, infer));
  for (std::size_t i = 0; i < rates.size(); ++i) results[i].conflicts = std::move(rates[i]);
  return {};
}

Result<void> measure_block(std::span<const Session> sessions, const TargetPlans& plans,
                           const TermList& list, const SessionOptions& options,
                           const EmbedTexts& embed, SessionReport& report) {
  TextVectors vectors(embed);
  std::vector<AlignmentInput> inputs;
  inputs.reserve(sessions.size());
  for (const Session& session : sessions) {
    const TargetPlan* plan = plans.find(session.of->id);
    inputs.push_back(alignment_input(session, list, plan));
    if (plan != nullptr) want_alignment(inputs.back(), options.alignment, vectors);
  }
  PLUMB_CHECK_RESULT(vectors.embed_wanted());
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    if (plans.find(sessions[i].of->id) != nullptr)
      want_ranges(inputs[i], options.alignment, vectors);
  }
  PLUMB_CHECK_RESULT(vectors.embed_wanted());
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    SessionResult result;
    result.case_id = sessions[i].of->id;
    result.variant = sessions[i].variant;
    result.not_ok = sessions[i].not_ok;
    add_turns(sessions[i], inputs[i], result);
    if (plans.find(result.case_id) != nullptr) {
      result.alignment = align(inputs[i], options.alignment, vectors);
    }
    add_recall(sessions[i], options, result);
    report.sessions.push_back(std::move(result));
  }
  return add_conflicts(inputs, options.infer, std::span(report.sessions).last(sessions.size()));
}

void warn_of_unknown_plans(const CasesById& cases, const TargetPlans& plans,
                           SessionReport& report) {
  std::size_t count = 0;
  std::string_view example;
  for (const TargetPlan& plan : plans.plans) {
    if (cases.contains(plan.case_id)) continue;
    if (count++ == 0) example = plan.case_id;
  }
  if (count == 0) return;
  report.warnings.push_back(
      fmt::format("{} plan{} of a case that is not among the cases, and {} not used; the first is "
                  "\"{}\"",
                  count, count == 1 ? " is" : "s are each", count == 1 ? "is" : "are", example));
}

void warn_of_unknown_turns(const CasesById& cases, std::span<const Generation> generations,
                           SessionReport& report) {
  std::size_t count = 0;
  const Generation* first = nullptr;
  for (const Generation& generation : generations) {
    const std::vector<CaseTurn>& turns = cases.at(generation.case_id)->turns;
    const bool known = std::ranges::find(turns, generation.turn, &CaseTurn::turn) != turns.end();
    if (turns.empty() || known) continue;
    if (count++ == 0) first = &generation;
  }
  if (count == 0) return;
  report.warnings.push_back(
      fmt::format("{} generation{} a turn that the case does not have, and {} measured all the "
                  "same; the first is turn {} of \"{}\", at line {}",
                  count, count == 1 ? " answers" : "s answer", count == 1 ? "is" : "are",
                  first->turn, first->case_id, first->line));
}

void warn_of_missing_plans(const TargetPlans& plans, SessionReport& report) {
  const auto lacking = std::ranges::count_if(
      report.sessions, [](const SessionResult& session) { return !session.alignment; });
  if (lacking == 0 || plans.plans.empty()) return;
  report.warnings.push_back(fmt::format("{} of {} sessions have no plan, so no alignment", lacking,
                                        report.sessions.size()));
}

void warn_of_blank_plans(SessionReport& report) {
  std::size_t count = 0;
  std::string_view example;
  for (const SessionResult& session : report.sessions) {
    if (!session.alignment || !session.alignment->blank_plan) continue;
    if (count++ == 0) example = session.case_id;
  }
  if (count == 0) return;
  report.warnings.push_back(
      fmt::format("{} session{} a blank plan, so no alignment; the first is \"{}\"", count,
                  count == 1 ? " has" : "s have", example));
}

void warn_of_pairs(SessionReport& report) {
  std::size_t pairs = 0;
  std::size_t unjudged = 0;
  std::size_t truncated = 0;
  std::string_view problem;
  for (const SessionResult& session : report.sessions) {
    if (!session.conflicts) continue;
    for (const JudgedPair& pair : session.conflicts->pairs) {
      ++pairs;
      if (pair.inference.truncated) ++truncated;
      if (pair.inference.label) continue;
      if (unjudged++ == 0) problem = pair.inference.problem;
    }
  }
  if (unjudged > 0) {
    report.warnings.push_back(
        fmt::format("of {} of {} pairs of turns it could not be said whether they conflict, and "
                    "they do not count; of the first: {}",
                    unjudged, pairs, problem));
  }
  if (truncated > 0) {
    report.warnings.push_back(
        fmt::format("{} of {} pairs of turns {} longer than the NLI classifier reads, and the rest "
                    "did not count",
                    truncated, pairs, truncated == 1 ? "was" : "were"));
  }
}

}  // namespace

Result<SessionReport> measure_sessions(std::span<const Case> cases,
                                       std::span<const Generation> generations,
                                       const TargetPlans& plans, const TermList& list,
                                       const SessionOptions& options, const EmbedTexts& embed) {
  CasesById by_id;
  for (const Case& each : cases) by_id.emplace(each.id, &each);
  PLUMB_TRY(const std::vector<Session> sessions, sessions_of(by_id, generations));
  SessionReport report;
  report.mode = options.alignment.mode;
  report.pooling = options.alignment.pooling;
  report.list = list.name();
  report.list_sha256 = list.sha256();
  report.vocabulary = options.vocabulary_name;
  report.provenance.thresholds = {{"alignment_strong_above", kStrongAbove},
                                  {"alignment_poor_below", kPoorBelow},
                                  {"entity_jaccard", kNearJaccard}};
  if (!options.infer) {
    report.no_conflicts =
        "neither an NLI model nor a judge is configured to compare advice (--nli)";
  }
  for (std::size_t begin = 0; begin < sessions.size(); begin += kSessionsPerCall) {
    const std::size_t count = std::min(kSessionsPerCall, sessions.size() - begin);
    PLUMB_CHECK_RESULT(measure_block(std::span(sessions).subspan(begin, count), plans, list,
                                     options, embed, report));
  }
  warn_of_unknown_plans(by_id, plans, report);
  warn_of_unknown_turns(by_id, generations, report);
  warn_of_missing_plans(plans, report);
  warn_of_blank_plans(report);
  warn_of_pairs(report);
  return report;
}

}  // namespace plumb
