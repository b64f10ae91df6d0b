// The tables of an experiment, for other programs.
#include <fmt/format.h>

#include "record/document_json.h"
#include "record/interpretation_json.h"
#include "report/cells.h"
#include "report/experiment_text.h"
#include "report/experiment_writers.h"

namespace plumb {
namespace {

std::string low_and_high(const std::optional<Interval>& interval) {
  if (!interval) return ",";
  return csv_exact(interval->low) + "," + csv_exact(interval->high);
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& each : sentences) out += (out.empty() ? "" : "; ") + each;
  return out;
}

std::string score_at(const std::optional<StepAnswer>& answer,
                     std::optional<double> StepAnswer::* score) {
  return csv_number(answer ? (*answer).*score : std::nullopt);
}

std::string text_at(const std::optional<StepAnswer>& answer, std::string StepAnswer::* text,
                    bool raw) {
  return answer ? csv_text((*answer).*text, raw) : std::string();
}

std::string error_at(const std::optional<StepAnswer>& answer, bool raw) {
  return answer && answer->error ? csv_text(*answer->error, raw) : std::string();
}

std::string step_row(const Interpretation& of, const TaskComparison& task,
                     const StepComparison& step, bool raw) {
  const auto text = [raw](const std::optional<std::string>& value) {
    return value ? csv_text(*value, raw) : std::string();
  };
  std::string row =
      fmt::format("{},{},{},{},{}", csv_text(of.model, raw), csv_text(task.task_id, raw),
                  csv_text(task.task_type, raw), step.step, csv_text(step.prompt, raw));
  row += fmt::format(",{},{}", score_at(step.baseline, &StepAnswer::ids),
                     score_at(step.intent, &StepAnswer::ids));
  row += fmt::format(",{},{}", score_at(step.baseline, &StepAnswer::ids_inferred_goal),
                     score_at(step.intent, &StepAnswer::ids_inferred_goal));
  row += fmt::format(
      ",{},{},{}", text(step.intent_goal),
      step.intent_version ? fmt::format("{}", *step.intent_version) : std::string(),
      step.conflict_would_trigger ? (*step.conflict_would_trigger ? "true" : "false") : "");
  row += fmt::format(",{},{}", text_at(step.baseline, &StepAnswer::output, raw),
                     text_at(step.intent, &StepAnswer::output, raw));
  return row + fmt::format(",{},{}\n", error_at(step.baseline, raw), error_at(step.intent, raw));
}

}  // namespace

std::string task_comparison_csv(const Interpretation& of, bool raw) {
  std::string out =
      "task_id,task_type,baseline_mean_ids,intent_mean_ids,baseline_max_ids,intent_max_ids,"
      "delta_mean,delta_max,winner\n";
  for (const TaskComparison& task : of.tasks) {
    const auto number = [](const std::optional<AgentDrift>& agent,
                           std::optional<double> AgentDrift::* value) {
      return csv_number(value_of(agent, value));
    };
    out += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_text(task.task_id, raw),
                       csv_text(task.task_type, raw), number(task.baseline, &AgentDrift::mean_ids),
                       number(task.intent, &AgentDrift::mean_ids),
                       number(task.baseline, &AgentDrift::max_ids),
                       number(task.intent, &AgentDrift::max_ids), csv_number(task.delta_mean),
                       csv_number(task.delta_max), task.winner ? name_of(*task.winner) : "");
  }
  return out;
}

std::string summary_stats_csv(const Interpretation& of, bool raw) {
  std::string out = "scope,baseline_mean_ids,intent_mean_ids,intent_wins,total_tasks\n";
  for (const ScopeSummary& row : of.summary) {
    out +=
        fmt::format("{},{},{},{},{}\n", csv_text(row.scope, raw), csv_number(row.baseline_mean_ids),
                    csv_number(row.intent_mean_ids), row.intent_wins, row.total_tasks);
  }
  return out;
}

std::string significance_stats_csv(const Interpretation& of, bool raw) {
  std::string out =
      "scope,against,tasks,runs,identical_runs,mean_delta,t,t_degrees,t_p_value,t_low,t_high,"
      "wilcoxon,wilcoxon_p_value,wilcoxon_smallest_p,wilcoxon_method,cohens_d,bootstrap_low,"
      "bootstrap_high,bootstrap_method,notes\n";
  for (const Significance& row : of.significance) {
    out += fmt::format("{},{},{},{},{},{}", csv_text(row.scope, raw), name_of(row.against),
                       row.tasks, row.runs, row.identical_runs, csv_exact(row.mean_delta));
    out += fmt::format(",{},{},{},{}", csv_exact(row.t), csv_exact(row.t_degrees),
                       csv_exact(row.t_p_value), low_and_high(row.t_interval));
    out += fmt::format(",{},{},{},{}", csv_exact(row.wilcoxon), csv_exact(row.wilcoxon_p_value),
                       csv_exact(row.wilcoxon_smallest_p), row.wilcoxon_method);
    out +=
        fmt::format(",{},{},{},{}\n", csv_exact(row.cohens_d), low_and_high(row.bootstrap_interval),
                    row.bootstrap_method, csv_text(joined(row.notes), raw));
  }
  return out;
}

std::string cross_model_csv(const ExperimentReport& report, bool raw) {
  std::string out =
      "model,scope,baseline_mean_ids,intent_mean_ids,intent_wins,total_tasks,mean_delta,"
      "bootstrap_low,bootstrap_high,t_p_value,wilcoxon_p_value,cohens_d,verdict\n";
  for (const Interpretation& of : report.models) {
    for (const ScopeSummary& row : of.summary) {
      const Significance* test = significance_of(of, row.scope, IntentReference::initial_output);
      if (test == nullptr) continue;
      // A type has too few tasks for a verdict of its own.
      const std::string_view verdict = row.scope == "overall" ? name_of(of.verdict) : "";
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n",
                         csv_text(model_label(report, of), raw), csv_text(row.scope, raw),
                         csv_number(row.baseline_mean_ids), csv_number(row.intent_mean_ids),
                         row.intent_wins, row.total_tasks, csv_exact(test->mean_delta),
                         low_and_high(test->bootstrap_interval), csv_exact(test->t_p_value),
                         csv_exact(test->wilcoxon_p_value), csv_exact(test->cohens_d), verdict);
    }
  }
  return out;
}

std::string experiment_json(const ExperimentReport& report) {
  return json_line(to_json(report)) + '\n';
}

std::string experiment_jsonl(const ExperimentReport& report) {
  std::string out;
  for (const Interpretation& of : report.models) {
    for (const TaskComparison& task : of.tasks) {
      for (const StepComparison& step : task.steps) {
        nlohmann::ordered_json line = {
            {"model", nullptr}, {"task_id", task.task_id}, {"task_type", task.task_type}};
        if (!of.model.empty()) line["model"] = of.model;
        line.update(to_json(step));
        out += json_line(line) + '\n';
      }
    }
  }
  return out;
}

std::string experiment_csv(const ExperimentReport& report, bool raw) {
  std::string out =
      "model,task_id,task_type,step,prompt,baseline_ids,intent_ids,baseline_ids_inferred_goal,"
      "intent_ids_inferred_goal,intent_goal,intent_version,conflict_would_trigger,"
      "baseline_output,intent_output,baseline_error,intent_error\n";
  for (const Interpretation& of : report.models) {
    for (const TaskComparison& task : of.tasks) {
      for (const StepComparison& step : task.steps) out += step_row(of, task, step, raw);
    }
  }
  return out;
}

}  // namespace plumb
