#include "report/conflict_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/cells.h"
#include "report/html_page.h"
#include "report/markup.h"

namespace plumb {
namespace {

// One pair as a reader meets it.
struct ShownPair {
  std::string session;
  std::string turns;
  std::string earlier;
  std::string later;
  std::string verdict;
};

double probability_of(InferenceLabel label, const InferenceProbabilities& of) {
  switch (label) {
    case InferenceLabel::entailment:
      return of.entailment;
    case InferenceLabel::neutral:
      return of.neutral;
    case InferenceLabel::contradiction:
      return of.contradiction;
  }
  std::unreachable();
}

std::string advice_at(const SessionResult& session, std::int64_t turn) {
  const auto found = std::ranges::find(session.turns, turn, &SessionTurn::turn);
  return found == session.turns.end() ? "" : fmt::format("{}", fmt::join(found->actions, " "));
}

std::string explained(const Inference& inference) {
  if (inference.label) return verdict_text(inference);
  std::string text = fmt::format("{}: {}", verdict_text(inference), inference.problem);
  if (inference.reply) text += fmt::format(" (\"{}\")", *inference.reply);
  return text;
}

std::vector<ShownPair> shown_pairs(const SessionReport& report) {
  std::vector<ShownPair> shown;
  for (const SessionResult& session : report.sessions) {
    if (!session.conflicts) continue;
    for (const JudgedPair& pair : session.conflicts->pairs) {
      const auto& label = pair.inference.label;
      if (label && *label != InferenceLabel::contradiction) continue;
      shown.push_back({fmt::format("{} ({})", session.case_id, name_of(session.variant)),
                       fmt::format("{}, {}", pair.earlier, pair.later),
                       advice_at(session, pair.earlier), advice_at(session, pair.later),
                       explained(pair.inference)});
    }
  }
  return shown;
}

}  // namespace

std::string verdict_text(const Inference& inference) {
  if (!inference.label) return "no verdict";
  if (!inference.probabilities) return std::string(name_of(*inference.label));
  return fmt::format("{} {:.2f}", name_of(*inference.label),
                     probability_of(*inference.label, *inference.probabilities));
}

std::string conflict_line(const SessionReport& report) {
  const auto total = total_conflicts(report);
  if (!total || !report.nli) return {};
  const std::string rate = total->rate ? fmt::format("{:.4f} ({} of {} pairs)", *total->rate,
                                                     total->contradicted, total->evaluated)
                                       : "none, for no pair was evaluated";
  return fmt::format(
      "Knowledge conflict rate over all sessions: {}, judged by {}{}.\n", rate,
      description_of(*report.nli),
      total->unjudged > 0 ? fmt::format("; {} more without a verdict", total->unjudged) : "");
}

std::string conflict_section_html(const SessionReport& report) {
  const auto pairs = shown_pairs(report);
  if (pairs.empty()) return {};
  std::string out = "<section><h2>Advice that conflicts or has no verdict</h2>\n" +
                    html_table_start("The actions of consecutive turns, and what was said of them",
                                     {{"Session"}, {"Turns"}, {"Earlier"}, {"Later"}, {"Verdict"}});
  for (const ShownPair& pair : pairs) {
    out += fmt::format(
        "<tr><th scope=\"row\"><bdi>{}</bdi></th><td>{}</td><td class=\"t\">{}</td><td "
        "class=\"t\">{}</td><td class=\"t\">{}</td></tr>\n",
        markup(pair.session), pair.turns, markup(pair.earlier), markup(pair.later),
        markup(pair.verdict));
  }
  return out + std::string(kHtmlTableEnd) + "</section>\n";
}

std::string conflict_section_markdown(const SessionReport& report) {
  const auto pairs = shown_pairs(report);
  if (pairs.empty()) return {};
  std::string out =
      "\n### Advice that conflicts or has no verdict\n\n| session | turns | earlier | later | "
      "verdict "
      "|\n|---|---|---|---|---|\n";
  for (const ShownPair& pair : pairs) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", markdown_text(pair.session), pair.turns,
                       markdown_text(pair.earlier), markdown_text(pair.later),
                       markdown_text(pair.verdict));
  }
  return out;
}

std::string html_nli_items(const NliOrigin& origin) {
  if (const auto* classifier = std::get_if<NliClassifierOrigin>(&origin)) {
    return html_item("NLI classifier",
                     fmt::format("{}, {}, {} tokens a pair, {}", classifier->model,
                                 classifier->architecture, classifier->max_tokens,
                                 classifier->instruction_set)) +
           html_item("NLI weights SHA-256", classifier->weights_sha256);
  }
  const auto& judge = std::get<NliJudgeOrigin>(origin);
  std::string out =
      html_item("judge", fmt::format("{}, {}{}{}", judge.model, judge.backend,
                                     judge.server.empty() ? "" : " at ", judge.server));
  if (!judge.weights_sha256.empty())
    out += html_item("judge weights SHA-256", judge.weights_sha256);
  return out + html_item("judge prompt",
                         fmt::format("{}, SHA-256 {}", judge.prompt_id, judge.prompt_sha256));
}

}  // namespace plumb
