// An experiment as Markdown: what the score is, the summary, the tasks, the pictures.
#include <fmt/format.h>

#include "report/cells.h"
#include "report/experiment_text.h"
#include "report/experiment_writers.h"

namespace plumb {
namespace {

constexpr std::string_view kWhatIsIds =
    "The Intent Drift Score (IDS) of a step is 1 - cosine similarity of its answer and the answer "
    "of "
    "step 0, from 0 (no drift) to 1: **lower is better**. A task's mean and max are over its steps "
    "from 1 on; delta is intent - baseline, so a negative one means that the intent agent drifts "
    "less. A dash is a value that does not exist.\n";

std::string summary_table(const Interpretation& of) {
  std::string out =
      "| scope | baseline mean IDS | intent mean IDS | intent wins | total tasks |\n"
      "|---|--:|--:|--:|--:|\n";
  for (const ScopeSummary& row : of.summary) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", markdown_text(row.scope),
                       score_text(row.baseline_mean_ids), score_text(row.intent_mean_ids),
                       row.intent_wins, row.total_tasks);
  }
  return out;
}

std::string significance_table(const Interpretation& of) {
  std::string out =
      "| scope | against | tasks | mean delta | 95% interval | paired t p | Wilcoxon p | lowest "
      "possible | Cohen's d |\n|---|---|--:|--:|---|--:|--:|--:|--:|\n";
  for (const Significance& row : of.significance) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", markdown_text(row.scope),
                       name_of(row.against), row.tasks, delta_text(row.mean_delta),
                       range_text(row.bootstrap_interval), p_value_text(row.t_p_value),
                       p_value_text(row.wilcoxon_p_value), p_value_text(row.wilcoxon_smallest_p),
                       row.cohens_d ? fmt::format("{:.2f}", *row.cohens_d) : "-");
  }
  std::string notes;
  for (const SignificanceNote& each : significance_notes(of)) {
    notes += fmt::format("- {}: {}\n", markdown_text(each.scopes), markdown_text(each.note));
  }
  return out + (notes.empty() ? "" : "\n" + notes);
}

std::string task_table(const Interpretation& of) {
  std::string out =
      "| task | type | baseline mean | intent mean | baseline max | intent max | delta mean | "
      "delta "
      "max | winner | baseline farthest at | intent farthest at |\n"
      "|---|---|--:|--:|--:|--:|--:|--:|---|---|---|\n";
  for (const TaskComparison& task : of.tasks) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                       markdown_text(task.task_id), markdown_text(task.task_type),
                       score_text(value_of(task.baseline, &AgentDrift::mean_ids)),
                       score_text(value_of(task.intent, &AgentDrift::mean_ids)),
                       score_text(value_of(task.baseline, &AgentDrift::max_ids)),
                       score_text(value_of(task.intent, &AgentDrift::max_ids)),
                       delta_text(task.delta_mean), delta_text(task.delta_max), winner_text(task),
                       drifted_at(task.baseline), drifted_at(task.intent));
  }
  return out;
}

std::string goal_table(const Interpretation& of) {
  if (!has_inferred_goal(of)) return {};
  std::string out =
      "\n### Against the inferred goal\n\nThe same answers against the goal as the instructions so "
      "far have moved it; goal shift is how far they moved it.\n\n"
      "| scope | baseline mean | intent mean | goal shift |\n|---|--:|--:|--:|\n";
  for (const ScopeSummary& row : of.summary) {
    out += fmt::format("| {} | {} | {} | {} |\n", markdown_text(row.scope),
                       score_text(row.baseline_inferred_goal.mean),
                       score_text(row.intent_inferred_goal.mean), score_text(row.goal_shift.mean));
  }
  return out;
}

std::string images(const Interpretation& of) {
  const std::string folder = of.folder.empty() ? "" : of.folder + "/";
  return fmt::format(
      "\n### Graphs\n\n![Mean IDS by step](<{0}ids_by_step.png>)\n\n"
      "![Mean IDS by task type](<{0}ids_by_task_type.png>)\n\n"
      "![Mean IDS of each task](<{0}ids_per_task.png>)\n",
      folder);
}

std::string one_model(const Interpretation& of, bool with_images) {
  const VerdictWords words = verdict_words(of);
  std::string out = fmt::format("**{}.** {}\n", words.headline, words.evidence);
  for (const std::string& warning : of.warnings) {
    out += fmt::format("\n> {}\n", markdown_text(warning));
  }
  out += "\n### Summary\n\n" + summary_table(of);
  out +=
      "\n### Significance\n\nThe unit is the task: runs of one are averaged, and runs with "
      "identical outputs count once.\n\n" +
      significance_table(of);
  out += "\n### Tasks\n\n" + task_table(of) + goal_table(of);
  if (of.rescore) {
    out += fmt::format(
        "\nRescored: {} scores, the largest difference is {:.6f}{}.\n", of.rescore->compared,
        of.rescore->largest_difference,
        of.rescore->largest_at.empty() ? "" : " (" + markdown_text(of.rescore->largest_at) + ")");
  }
  return out + (with_images ? images(of) : "");
}

std::string cross_model(const ExperimentReport& report, bool with_images) {
  std::string out =
      "## Models\n\n| model | tasks | baseline mean IDS | intent mean IDS | mean delta | 95% "
      "interval "
      "| intent wins | verdict |\n|---|--:|--:|--:|--:|---|--:|---|\n";
  for (const Interpretation& of : report.models) {
    const Significance* test = significance_of(of, "overall", IntentReference::initial_output);
    if (test == nullptr || of.summary.empty()) continue;
    const ScopeSummary& row = of.summary.front();
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} of {} | {} |\n",
                       markdown_text(model_label(report, of)), test->tasks,
                       score_text(row.baseline_mean_ids), score_text(row.intent_mean_ids),
                       delta_text(test->mean_delta), range_text(test->bootstrap_interval),
                       row.intent_wins, row.total_tasks, name_of(of.verdict));
  }
  return out + (with_images ? "\n![Models beside each other](cross_model.png)\n" : "");
}

}  // namespace

std::string experiment_markdown(const ExperimentReport& report, bool with_images) {
  std::string out =
      fmt::format("# {}\n\n{}\n", markdown_text(experiment_title(report)), kWhatIsIds);
  for (const std::string& warning : report.warnings) {
    out += fmt::format("> {}\n\n", markdown_text(warning));
  }
  if (report.models.size() == 1) {
    out += "## Result\n\n" + one_model(report.models.front(), with_images);
  } else {
    out += cross_model(report, with_images);
    for (const Interpretation& of : report.models) {
      out += fmt::format("\n## {}\n\n", markdown_text(model_label(report, of))) +
             one_model(of, with_images);
    }
  }
  out += fmt::format("\n---\nPlumb {}, seed {}, {} bootstrap draws.\n",
                     markdown_text(report.provenance.plumb_version), report.provenance.seed,
                     report.provenance.bootstrap_draws);
  return out;
}

}  // namespace plumb
