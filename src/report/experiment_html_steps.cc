#include "report/experiment_html_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/experiment_text.h"
#include "report/html_answers.h"
#include "report/html_page.h"
#include "report/markup.h"

namespace plumb {

namespace {

std::string marks_of(const std::optional<AgentDrift>& agent, std::int64_t step) {
  std::string out;
  if (!agent) return out;
  if (agent->max_step == step && *agent->max_ids > 0)
    out += "<span class=\"here\">farthest here</span>";
  if (agent->change_point && agent->change_point->step == step) {
    out += fmt::format("<span class=\"here\">turned here, p = {}</span>",
                       p_value_text(agent->change_point->p_value));
  }
  return out;
}

std::string score_line(const StepAnswer& answer, std::string_view agent, const std::string& marks) {
  std::string out =
      fmt::format("<div class=\"score\"><span>IDS <b>{}</b></span>", score_text(answer.ids));
  if (answer.ids) {
    out += fmt::format("<span class=\"bar of-{}\"><i style=\"width:{:.1f}%\"></i></span>", agent,
                       100 * std::clamp(*answer.ids, 0.0, 1.0));
  }
  if (answer.ids_inferred_goal) {
    out += fmt::format("<span>against the goal {}</span>", score_text(answer.ids_inferred_goal));
  }
  return out + marks + "</div>";
}

std::string cell(const std::optional<StepAnswer>& answer, std::string_view agent,
                 const std::string& marks) {
  std::string out = fmt::format("<td data-agent=\"{}\">", agent);
  if (!answer) {
    out += "<p class=\"note\">This step is not in the log.</p>";
  } else if (answer->error) {
    out += fmt::format("<p class=\"note\">The step failed: {}</p>", markup(*answer->error));
  } else {
    out += score_line(*answer, agent, marks);
    out += answer->output.empty() ? "<p class=\"note\">The answer is empty.</p>"
                                  : fmt::format("<div class=\"answer\"><bdi>{}</bdi></div>",
                                                html_answer(answer->output));
  }
  return out + "</td>";
}

// The goal in full where it is new, else its version alone.
std::string intent_in_force(const StepComparison& step, const StepComparison* before) {
  std::string out;
  if (step.intent_goal) {
    const std::string version =
        step.intent_version ? fmt::format(" v{}", *step.intent_version) : "";
    const bool is_new = before == nullptr || before->intent_goal != step.intent_goal;
    out += fmt::format("<span class=\"force\">Intent{}{}{}</span>", version,
                       is_new ? ": " : ", as before",
                       is_new ? "<bdi>" + markup(*step.intent_goal) + "</bdi>" : "");
  }
  if (step.conflict_would_trigger.value_or(false)) {
    out +=
        "<span class=\"force\"><span class=\"flag\">conflict: the intent stays as it was</span>"
        "</span>";
  }
  return out;
}

std::string about(const TaskComparison& task) {
  std::string out = fmt::format(
      "<p>Mean IDS {} without the intent and {} with it (delta {}). The baseline is farthest at "
      "{}, "
      "the intent agent at {}.",
      score_text(value_of(task.baseline, &AgentDrift::mean_ids)),
      score_text(value_of(task.intent, &AgentDrift::mean_ids)), delta_text(task.delta_mean),
      drifted_at(task.baseline), drifted_at(task.intent));
  if (task.goal_shift) {
    out += fmt::format(" The instructions moved the goal by {}.", score_text(task.goal_shift));
  }
  return out + "</p>\n";
}

}  // namespace

std::string html_task_steps(const TaskComparison& task, std::string_view id) {
  std::string out =
      fmt::format("<section id=\"{}\"><h3><bdi>{}</bdi></h3>\n", id, markup(task.task_id)) +
      about(task);
  out +=
      "<div class=\"scroll\"><table class=\"pairs\"><caption>Both answers to each "
      "instruction</caption>"
      "<thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Baseline agent</th><th "
      "scope=\"col\">Intent agent</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < task.steps.size(); ++i) {
    const StepComparison& step = task.steps[i];
    out += fmt::format("<tr><th scope=\"row\"><b>Step {}</b><bdi>{}</bdi>{}</th>", step.step,
                       markup(step.prompt),
                       intent_in_force(step, i > 0 ? &task.steps[i - 1] : nullptr));
    out += cell(step.baseline, "baseline", marks_of(task.baseline, step.step));
    out += cell(step.intent, "intent", marks_of(task.intent, step.step)) + "</tr>\n";
  }
  out += kHtmlTableEnd;
  return out + "</section>\n";
}

}  // namespace plumb
