// The page of an experiment: the verdict, the pictures, the tables, then every step.
#include <fmt/format.h>

#include <algorithm>

#include "report/experiment_html_steps.h"
#include "report/experiment_text.h"
#include "report/experiment_writers.h"
#include "report/html_answers.h"
#include "report/html_page.h"
#include "report/markup.h"

namespace plumb {
namespace {

// Tasks whose steps a page shows, over all models; it should still open.
constexpr std::size_t kMostTasksInFull = 60;

constexpr std::string_view kHowToRead = R"html(<section><h2>How to read this</h2>
<p><b>IDS</b>, the intent drift score, is 1 minus the cosine similarity of an answer and the answer
of step 0: 0 is no drift, 1 is the most, <b>lower is better</b>. A task's mean and highest score are
over its steps from 1 on. <b>Delta</b> is intent minus baseline: below 0 the intent agent drifts
less. The agent with the lower mean wins a task; equal means are a tie and count for neither.</p>
<p><b>The verdict</b> needs both the paired t-test and Wilcoxon's signed-rank test at p 0.05 or
below over all tasks; anything else is undecided. Tasks are the unit: runs of one are averaged, and
runs with identical outputs count once. With n tasks Wilcoxon's p-value cannot go below
2<sup>1-n</sup>: 0.125 for 4. <b>Cohen's d</b> is the mean delta in standard deviations of the
deltas.</p>
<p><b>Against the goal</b> is the same score against the goal as the instructions so far have moved
it, and <b>goal shift</b> is how far they moved it. A dash is a value that does not exist.</p>
</section>
)html";

std::string banner(const Interpretation& of) {
  const VerdictWords words = verdict_words(of);
  const std::string_view edge = of.verdict == ExperimentVerdict::undecided ? "undecided" : "stable";
  return fmt::format("<div class=\"verdict {}\"><b>{}</b><span>{}</span></div>\n", edge,
                     markup(words.headline), markup(words.evidence));
}

std::string cards(const Interpretation& of) {
  const ScopeSummary& overall = of.summary.front();
  const std::uint64_t ties = overall.total_tasks - overall.intent_wins - overall.baseline_wins;
  std::string out = "<dl class=\"cards\">";
  out += html_card("Mean IDS, baseline", score_text(overall.baseline_mean_ids),
                   "95% interval " + range_text(overall.baseline.interval));
  out += html_card("Mean IDS, intent", score_text(overall.intent_mean_ids),
                   "95% interval " + range_text(overall.intent.interval));
  out += html_card("Intent wins", fmt::format("{} of {}", overall.intent_wins, overall.total_tasks),
                   fmt::format("{} tie{}", ties, ties == 1 ? "" : "s"));
  if (overall.goal_shift.mean) {
    out += html_card("Goal shift", score_text(overall.goal_shift.mean), "by the instructions");
  }
  return out + "</dl>\n";
}

std::string summary_table(const Interpretation& of) {
  std::string out =
      html_table_start("Means over tasks; lower is better", {{"Scope"},
                                                             {"Baseline", true},
                                                             {"Intent", true},
                                                             {"Intent wins", true},
                                                             {"Tasks", true},
                                                             {"Baseline, against the goal", true},
                                                             {"Intent, against the goal", true},
                                                             {"Goal shift", true}});
  for (const ScopeSummary& row : of.summary) {
    out += fmt::format("<tr><th scope=\"row\"><bdi>{}</bdi></th>", markup(row.scope));
    out += html_number(score_text(row.baseline_mean_ids));
    out += html_number(score_text(row.intent_mean_ids));
    out += html_number(fmt::format("{}", row.intent_wins));
    out += html_number(fmt::format("{}", row.total_tasks));
    out += html_number(score_text(row.baseline_inferred_goal.mean));
    out += html_number(score_text(row.intent_inferred_goal.mean));
    out += html_number(score_text(row.goal_shift.mean)) + "</tr>\n";
  }
  out += kHtmlTableEnd;
  return out;
}

std::string listed_notes(const Interpretation& of) {
  std::string out;
  for (const SignificanceNote& each : significance_notes(of)) {
    out += fmt::format("<li><bdi>{}</bdi>: {}</li>", markup(each.scopes), markup(each.note));
  }
  return out.empty() ? out : "<ul class=\"small\">" + out + "</ul>\n";
}

std::string significance_table(const Interpretation& of) {
  std::string out = html_table_start("Is the mean delta other than 0?", {{"Scope"},
                                                                         {"Against"},
                                                                         {"Tasks", true},
                                                                         {"Mean delta", true},
                                                                         {"95% interval", true},
                                                                         {"Paired t p", true},
                                                                         {"Wilcoxon p", true},
                                                                         {"Lowest possible", true},
                                                                         {"Cohen\u2019s d", true}});
  for (const Significance& row : of.significance) {
    out += fmt::format("<tr><th scope=\"row\"><bdi>{}</bdi></th><td>{}</td>", markup(row.scope),
                       name_of(row.against));
    out += html_number(fmt::format("{}", row.tasks)) + html_number(delta_text(row.mean_delta));
    out += html_number(range_text(row.bootstrap_interval));
    out += html_number(p_value_text(row.t_p_value));
    out += html_number(p_value_text(row.wilcoxon_p_value));
    out += html_number(p_value_text(row.wilcoxon_smallest_p));
    out += html_number(row.cohens_d ? fmt::format("{:.2f}", *row.cohens_d) : "-") + "</tr>\n";
  }
  out += kHtmlTableEnd;
  return out + listed_notes(of);
}

// `anchors`: how many of the tasks have their steps below.
std::string task_table(const Interpretation& of, std::string_view prefix, std::size_t anchors) {
  std::string out = html_table_start("Each task; the steps are below", {{"Task"},
                                                                        {"Baseline mean", true},
                                                                        {"Intent mean", true},
                                                                        {"Baseline max", true},
                                                                        {"Intent max", true},
                                                                        {"Delta", true},
                                                                        {"Winner"},
                                                                        {"Baseline farthest at"},
                                                                        {"Intent farthest at"}});
  for (std::size_t i = 0; i < of.tasks.size(); ++i) {
    const TaskComparison& task = of.tasks[i];
    const std::string name = "<bdi>" + markup(task.task_id) + "</bdi>";
    out += i < anchors ? fmt::format("<tr><th scope=\"row\"><a href=\"#{}-{}\">{}</a></th>", prefix,
                                     i + 1, name)
                       : fmt::format("<tr><th scope=\"row\">{}</th>", name);
    out += html_number(score_text(value_of(task.baseline, &AgentDrift::mean_ids)));
    out += html_number(score_text(value_of(task.intent, &AgentDrift::mean_ids)));
    out += html_number(score_text(value_of(task.baseline, &AgentDrift::max_ids)));
    out += html_number(score_text(value_of(task.intent, &AgentDrift::max_ids)));
    out += html_number(delta_text(task.delta_mean));
    out += fmt::format("<td>{}</td><td>{}</td><td>{}</td></tr>\n", winner_text(task),
                       drifted_at(task.baseline), drifted_at(task.intent));
  }
  out += kHtmlTableEnd;
  return out;
}

std::string rescore_note(const Interpretation& of) {
  if (!of.rescore) return {};
  return fmt::format(
      "<p>The answers were embedded again: {} scores compared, the largest difference is "
      "{:.6f}{}.</p>\n",
      of.rescore->compared, of.rescore->largest_difference,
      of.rescore->largest_at.empty() ? "" : " (" + markup(of.rescore->largest_at) + ")");
}

std::string one_model(const Interpretation& of, std::string_view prefix, std::size_t most_tasks) {
  const std::size_t shown = std::min(of.tasks.size(), most_tasks);
  std::string out = banner(of);
  if (!of.summary.empty()) out += cards(of);
  out += html_notes(of.warnings) + rescore_note(of);
  out += "<section><h2>Charts</h2>\n" + html_charts(experiment_charts(of)) + "</section>\n";
  out +=
      "<section><h2>Summary</h2>\n" + summary_table(of) + significance_table(of) + "</section>\n";
  out += "<section><h2>Tasks</h2>\n" + task_table(of, prefix, shown) + "</section>\n";
  out += "<section><h2>Step by step</h2>\n";
  for (std::size_t i = 0; i < shown; ++i) {
    out += html_task_steps(of.tasks[i], fmt::format("{}-{}", prefix, i + 1));
  }
  if (shown < of.tasks.size()) {
    out += fmt::format("<p>The first {} of {} tasks; -o FILE.json has all.</p>\n", shown,
                       of.tasks.size());
  }
  return out + "</section>\n";
}

std::string cross_model(const ExperimentReport& report) {
  std::string out = "<section><h2>Models</h2>\n" +
                    html_table_start("The same tasks with each model", {{"Model"},
                                                                        {"Tasks", true},
                                                                        {"Baseline", true},
                                                                        {"Intent", true},
                                                                        {"Mean delta", true},
                                                                        {"95% interval", true},
                                                                        {"Intent wins", true},
                                                                        {"Verdict"}});
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    const Interpretation& of = report.models[i];
    const Significance* test = significance_of(of, "overall", IntentReference::initial_output);
    if (test == nullptr || of.summary.empty()) continue;
    const ScopeSummary& row = of.summary.front();
    out += fmt::format("<tr><th scope=\"row\"><a href=\"#model-{}\"><bdi>{}</bdi></a></th>", i + 1,
                       markup(model_label(report, of)));
    out += html_number(fmt::format("{}", test->tasks));
    out += html_number(score_text(row.baseline_mean_ids));
    out += html_number(score_text(row.intent_mean_ids));
    out += html_number(delta_text(test->mean_delta));
    out += html_number(range_text(test->bootstrap_interval));
    out += html_number(fmt::format("{} of {}", row.intent_wins, row.total_tasks));
    out += fmt::format("<td>{}</td></tr>\n", markup(verdict_words(of).headline));
  }
  out += kHtmlTableEnd;
  return out + html_charts(cross_model_sheet(report).charts) + "</section>\n";
}

std::string provenance_of(const ExperimentReport& report) {
  std::string out = "<section><h2>Provenance</h2>\n<dl class=\"meta\">";
  for (const Interpretation& of : report.models) {
    if (!of.model.empty()) out += html_item("model", of.model);
    for (const auto& [name, value] : of.run) out += html_item(markup(name), value);
    if (!of.policy) continue;
    std::string policy = *of.policy;
    for (const auto& [name, value] : of.policy_thresholds) {
      policy += fmt::format(", {} {}", name, value);
    }
    out += html_item("intent policy", policy);
  }
  return out + html_settings(report.provenance) + "</dl></section>\n";
}

}  // namespace

std::string experiment_html(const ExperimentReport& report, ChartTheme theme) {
  const std::string title = experiment_title(report);
  std::string body = fmt::format("<header><h1 class=\"title\">{}</h1></header>\n", markup(title));
  body += html_notes(report.warnings);
  if (report.models.size() == 1) {
    body += one_model(report.models.front(), "task", kMostTasksInFull);
  } else {
    body += cross_model(report);
    const std::size_t each = kMostTasksInFull / std::max<std::size_t>(1, report.models.size());
    for (std::size_t i = 0; i < report.models.size(); ++i) {
      body += fmt::format("<section id=\"model-{}\"><h2 class=\"model\"><bdi>{}</bdi></h2>\n",
                          i + 1, markup(model_label(report, report.models[i])));
      body += one_model(report.models[i], fmt::format("task-{}", i + 1),
                        std::max<std::size_t>(1, each)) +
              "</section>\n";
    }
  }
  body += provenance_of(report);
  body += kHowToRead;
  body += fmt::format("<footer>Plumb {}</footer>\n", markup(report.provenance.plumb_version));
  return html_page("Plumb: " + title, body, theme, kAnswerStyle);
}

}  // namespace plumb
