// An experiment for the terminal: the verdict first.
#include <fmt/format.h>

#include "report/cells.h"
#include "report/experiment_text.h"
#include "report/experiment_writers.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kMostTasks = 40;
constexpr std::size_t kIdCharacters = 36;

std::string task_table(const Interpretation& of) {
  TextTable table({{"task"},
                   {"baseline", Align::right},
                   {"intent", Align::right},
                   {"delta", Align::right},
                   {"winner"},
                   {"baseline farthest at"},
                   {"intent farthest at"}});
  const std::size_t shown = std::min(of.tasks.size(), kMostTasks);
  for (std::size_t i = 0; i < shown; ++i) {
    const TaskComparison& task = of.tasks[i];
    table.add({short_name(task.task_id, kIdCharacters),
               score_text(value_of(task.baseline, &AgentDrift::mean_ids)),
               score_text(value_of(task.intent, &AgentDrift::mean_ids)),
               delta_text(task.delta_mean), winner_text(task), drifted_at(task.baseline),
               drifted_at(task.intent)});
  }
  std::string out = table.text();
  if (shown < of.tasks.size()) {
    out += fmt::format("... and {} more in task_comparison.csv\n", of.tasks.size() - shown);
  }
  return out;
}

std::string scope_table(const Interpretation& of) {
  TextTable table({{"scope"},
                   {"tasks", Align::right},
                   {"baseline", Align::right},
                   {"intent", Align::right},
                   {"delta", Align::right},
                   {"95% interval"},
                   {"t p", Align::right},
                   {"Wilcoxon p", Align::right},
                   {"d", Align::right},
                   {"intent wins", Align::right}});
  for (const ScopeSummary& row : of.summary) {
    const Significance* test = significance_of(of, row.scope, IntentReference::initial_output);
    if (test == nullptr) continue;
    table.add({short_name(row.scope, kIdCharacters), fmt::format("{}", test->tasks),
               score_text(row.baseline_mean_ids), score_text(row.intent_mean_ids),
               delta_text(test->mean_delta), range_text(test->bootstrap_interval),
               p_value_text(test->t_p_value), p_value_text(test->wilcoxon_p_value),
               test->cohens_d ? fmt::format("{:.2f}", *test->cohens_d) : "-",
               fmt::format("{} of {}", row.intent_wins, row.total_tasks)});
  }
  return table.text();
}

// What the tests in the table cannot say.
std::string notes_of(const Interpretation& of) {
  std::string out;
  for (const auto& each : significance_notes(of, IntentReference::initial_output)) {
    out += fmt::format("{}: {}\n", each.scopes, printable(each.note, 160));
  }
  return out;
}

std::string goal_line(const Interpretation& of) {
  if (!has_inferred_goal(of)) return {};
  const ScopeSummary& overall = of.summary.front();
  return fmt::format(
      "\nAgainst the goal as the instructions moved it: baseline {}, intent {}; the goal itself "
      "moved by {}.\n",
      score_text(overall.baseline_inferred_goal.mean),
      score_text(overall.intent_inferred_goal.mean), score_text(overall.goal_shift.mean));
}

std::string rescore_line(const Interpretation& of) {
  if (!of.rescore) return {};
  const RescoreResult& again = *of.rescore;
  if (again.compared == 0) {
    return fmt::format("\nRescored: {} scores computed, none was logged.\n", again.added);
  }
  return fmt::format("\nRescored: {} scores, the largest difference is {:.6f} ({}).\n",
                     again.compared, again.largest_difference, printable(again.largest_at, 80));
}

std::string one_model(const Interpretation& of) {
  const VerdictWords words = verdict_words(of);
  const TerminalStyle style{.color = false, .width = 100};
  std::string out = words.headline + "\n" + folded(words.evidence, 0, style);
  if (!out.ends_with('\n')) out += '\n';
  out += "\n" + task_table(of) + "\n" + scope_table(of);
  if (const std::string notes = notes_of(of); !notes.empty()) out += "\n" + notes;
  return out + goal_line(of) + rescore_line(of);
}

std::string models_table(const ExperimentReport& report) {
  TextTable table({{"model"},
                   {"tasks", Align::right},
                   {"baseline", Align::right},
                   {"intent", Align::right},
                   {"delta", Align::right},
                   {"95% interval"},
                   {"intent wins", Align::right},
                   {"verdict"}});
  for (const Interpretation& of : report.models) {
    const Significance* test = significance_of(of, "overall", IntentReference::initial_output);
    if (test == nullptr || of.summary.empty()) continue;
    const ScopeSummary& row = of.summary.front();
    table.add({short_name(model_label(report, of), kIdCharacters), fmt::format("{}", test->tasks),
               score_text(row.baseline_mean_ids), score_text(row.intent_mean_ids),
               delta_text(test->mean_delta), range_text(test->bootstrap_interval),
               fmt::format("{} of {}", row.intent_wins, row.total_tasks),
               std::string(name_of(of.verdict))});
  }
  return table.text();
}

}  // namespace

std::string experiment_text(const ExperimentReport& report) {
  if (report.models.size() == 1) return one_model(report.models.front());
  std::string out = models_table(report);
  for (const Interpretation& of : report.models) {
    out += fmt::format("\n== {} ==\n", printable(model_label(report, of), 76)) + one_model(of);
  }
  return out;
}

}  // namespace plumb
