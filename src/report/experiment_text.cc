#include "report/experiment_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

namespace plumb {
namespace {

constexpr std::size_t kScopeCharacters = 36;

std::string tasks_text(std::uint64_t tasks) {
  return fmt::format("{} task{}", tasks, tasks == 1 ? "" : "s");
}

// "95% interval -0.26 to -0.10, paired t p = 0.0031, Wilcoxon p = 0.0078"; what is missing is
// left out.
std::string certainty(const Significance& row) {
  std::string out;
  const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  if (row.bootstrap_interval) {
    add(fmt::format("{:.0f}% interval {}", 100 * row.bootstrap_interval->level,
                    range_text(row.bootstrap_interval)));
  }
  const auto p = [](std::optional<double> value) {
    const std::string text = p_value_text(value);
    return text.starts_with('<') ? text : "= " + text;
  };
  if (row.t_p_value) add("paired t p " + p(row.t_p_value));
  if (row.wilcoxon_p_value) add("Wilcoxon p " + p(row.wilcoxon_p_value));
  return out;
}

std::string decided_evidence(const ScopeSummary& overall, const Significance& row) {
  return fmt::format("Mean IDS {} with the intent, {} without: {} over {} ({}).",
                     score_text(overall.intent.mean), score_text(overall.baseline.mean),
                     delta_text(row.mean_delta), tasks_text(row.tasks), certainty(row));
}

std::string undecided_evidence(const ScopeSummary& overall, const Significance& row, double alpha) {
  if (!row.mean_delta) return "No task has scores of both agents.";
  const double delta = *row.mean_delta;
  const std::string means =
      fmt::format("{} against {} of the baseline", score_text(overall.intent.mean),
                  score_text(overall.baseline.mean));
  std::string out;
  if (delta == 0) {
    out = fmt::format("Both agents have the same mean IDS over {}", tasks_text(row.tasks));
  } else {
    out =
        fmt::format("The intent agent's mean IDS is {} by {:.4f} over {} ({})",
                    delta < 0 ? "lower" : "higher", std::abs(delta), tasks_text(row.tasks), means);
  }
  if (row.tasks < 2) return out + "; one task says nothing about others.";
  const std::string sure = certainty(row);
  if (delta == 0) return out + (sure.empty() ? "." : " (" + sure + ").");
  const bool too_few = row.wilcoxon_smallest_p && *row.wilcoxon_smallest_p > alpha;
  out += too_few ? ", and so few cannot settle it" : ", but chance alone may do that";
  return out + (sure.empty() ? "." : " (" + sure + ").");
}

// A note, and of each definition the scopes that it is true of.
struct NotedScopes {
  std::string note;
  std::map<IntentReference, std::vector<std::string>> scopes;
};

std::vector<NotedScopes> noted_scopes(std::span<const Significance* const> rows) {
  std::vector<NotedScopes> all;
  for (const Significance* row : rows) {
    for (const std::string& note : row->notes) {
      auto place = std::ranges::find(all, note, &NotedScopes::note);
      if (place == all.end()) place = all.insert(all.end(), NotedScopes{note, {}});
      place->scopes[row->against].push_back(short_name(row->scope, kScopeCharacters));
    }
  }
  return all;
}

std::string named_scopes(const NotedScopes& noted, std::size_t definitions) {
  const auto& first = noted.scopes.begin()->second;
  const bool is_of_all =
      noted.scopes.size() == definitions &&
      std::ranges::all_of(noted.scopes, [&](const auto& each) { return each.second == first; });
  if (is_of_all) return fmt::format("{}", fmt::join(first, ", "));
  std::vector<std::string> parts;
  for (const auto& [against, scopes] : noted.scopes) {
    parts.push_back(fmt::format("{} ({})", fmt::join(scopes, ", "), name_of(against)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<SignificanceNote> significance_notes(const Interpretation& of,
                                                 std::optional<IntentReference> only) {
  std::vector<const Significance*> rows;
  std::set<IntentReference> definitions;
  for (const Significance& row : of.significance) {
    if (only && row.against != *only) continue;
    rows.push_back(&row);
    definitions.insert(row.against);
  }
  std::vector<SignificanceNote> notes;
  for (const NotedScopes& noted : noted_scopes(rows)) {
    notes.push_back({named_scopes(noted, definitions.size()), noted.note});
  }
  return notes;
}

VerdictWords verdict_words(const Interpretation& of) {
  const Significance* row = significance_of(of, "overall", IntentReference::initial_output);
  if (row == nullptr || of.summary.empty()) return {"Undecided", "There is nothing to compare."};
  const ScopeSummary& overall = of.summary.front();
  switch (of.verdict) {
    case ExperimentVerdict::intent_drifts_less:
      return {"The intent agent drifts less", decided_evidence(overall, *row)};
    case ExperimentVerdict::baseline_drifts_less:
      return {"The baseline agent drifts less", decided_evidence(overall, *row)};
    case ExperimentVerdict::undecided:
      return {"Undecided", undecided_evidence(overall, *row, of.alpha)};
  }
  std::unreachable();
}

std::string model_name(const Interpretation& of) {
  if (!of.model.empty()) return of.model;
  return of.folder.empty() ? "the model" : of.folder;
}

std::string model_label(const ExperimentReport& report, const Interpretation& of) {
  const std::string name = model_name(of);
  const auto same = std::ranges::count(report.models, name, model_name);
  const bool is_told = same == 1 || of.folder.empty() || of.folder == name;
  return is_told ? name : fmt::format("{} ({})", name, of.folder);
}

std::string experiment_title(const ExperimentReport& report) {
  if (report.models.size() != 1) {
    return fmt::format("Intent drift of two agents: {} models", report.models.size());
  }
  const Interpretation& only = report.models.front();
  return fmt::format("Intent drift of two agents: {}{}",
                     only.model.empty() ? "" : only.model + ", ", tasks_text(only.tasks.size()));
}

std::string winner_text(const TaskComparison& task) {
  return task.winner ? std::string(name_of(*task.winner)) : "-";
}

std::optional<double> value_of(const std::optional<AgentDrift>& agent,
                               std::optional<double> AgentDrift::* value) {
  return agent ? (*agent).*value : std::nullopt;
}

std::string drifted_at(const std::optional<AgentDrift>& agent) {
  if (!agent || !agent->max_step) return "-";
  if (*agent->max_ids == 0) return "nowhere";
  std::string out = fmt::format("step {} ({})", *agent->max_step, score_text(agent->max_ids));
  if (const auto& turn = agent->change_point) {
    out += fmt::format(", turned at step {} (p = {})", turn->step, p_value_text(turn->p_value));
  }
  return out;
}

bool has_inferred_goal(const Interpretation& of) {
  return !of.summary.empty() && (of.summary.front().baseline_inferred_goal.tasks > 0 ||
                                 of.summary.front().goal_shift.tasks > 0);
}

}  // namespace plumb
