#include "report/intent_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "record/document_json.h"
#include "record/intent_report_json.h"
#include "report/cells.h"
#include "report/html_page.h"
#include "report/markup.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kMostTasksInFull = 4;  // whose steps the terminal shows
constexpr std::size_t kMostLines = 8;        // series that a chart can carry
constexpr std::size_t kMostHtmlTasks = 50;

std::string title_of(const IntentTask& task) {
  return task.agent ? fmt::format("{} ({})", task.task_id, *task.agent) : task.task_id;
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string range_of(const IntentStep& step) {
  if (!step.interval) return "-";
  return fmt::format("{:.4f} to {:.4f}", step.interval->low, step.interval->high);
}

std::string slope_of(const IntentTask& task) {
  if (!task.trend) return "-";
  return fmt::format("{:+.4f} [{:+.4f}, {:+.4f}]", task.trend->slope, task.trend->interval.low,
                     task.trend->interval.high);
}

std::string turn_of(const IntentTask& task) {
  if (!task.change_point) return "-";
  return fmt::format("step {} (p = {:.4f})", task.change_point->step, task.change_point->p_value);
}

std::string heading(const IntentReport& report) {
  return fmt::format(
      "Intent drift against the {}: {} task{}, {} step{}",
      report.against == IntentReference::initial_output ? "initial output" : "inferred goal",
      report.tasks.size(), report.tasks.size() == 1 ? "" : "s", report.steps.size(),
      report.steps.size() == 1 ? "" : "s");
}

// Indices of the tasks with the highest mean, at most `most`, in the report's order.
std::vector<std::size_t> most_drifted(const IntentReport& report, std::size_t most) {
  std::vector<std::size_t> order(report.tasks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::size_t i) {
    return std::pair(-report.tasks[i].mean_ids.value_or(-1), i);
  };
  std::ranges::sort(order, {}, key);
  order.resize(std::min(order.size(), most));
  std::ranges::sort(order);
  return order;
}

// Steps stand task by task, in the order of the tasks.
std::vector<std::span<const IntentStep>> steps_by_task(const IntentReport& report) {
  std::vector<std::span<const IntentStep>> parts;
  std::size_t at = 0;
  for (const IntentTask& task : report.tasks) {
    parts.push_back(std::span(report.steps).subspan(at, task.steps));
    at += task.steps;
  }
  return parts;
}

std::string curve_of(std::span<const IntentStep> steps) {
  std::vector<std::optional<double>> values;
  for (const IntentStep& step : steps) values.push_back(step.ids);
  constexpr std::size_t kWidest = 40;
  if (values.size() > kWidest) values.resize(kWidest);
  return sparkline(values, 0, 1);
}

std::string task_table(const IntentReport& report) {
  TextTable table({{"task"},
                   {"steps", Align::right},
                   {"mean", Align::right},
                   {"max", Align::right},
                   {"at", Align::right},
                   {"goal shift", Align::right},
                   {"drift by step"},
                   {"slope a step"},
                   {"turned at"}});
  const auto parts = steps_by_task(report);
  for (std::size_t i = 0; i < report.tasks.size(); ++i) {
    const IntentTask& task = report.tasks[i];
    table.add({printable(title_of(task), 40), fmt::format("{}", task.steps), number(task.mean_ids),
               number(task.max_ids), task.max_step ? fmt::format("{}", *task.max_step) : "-",
               number(task.goal_shift), curve_of(parts[i]), slope_of(task), turn_of(task)});
  }
  return table.text();
}

// In the place of the sentence that a step without an output does not have.
std::string failure_of(const IntentStep& step, std::size_t characters) {
  return step.error ? "failed: " + printable(*step.error, characters) : "-";
}

std::string step_table(std::span<const IntentStep> steps) {
  TextTable table({{"step", Align::right},
                   {"ids", Align::right},
                   {"one sentence left out"},
                   {"intent"},
                   {"farthest sentence"}});
  for (const IntentStep& step : steps) {
    std::string ids = number(step.ids);
    if (step.truncated) ids += '*';
    table.add({fmt::format("{}", step.step), std::move(ids), range_of(step),
               step.update_type.value_or("-"),
               step.farthest ? fmt::format("{:.4f} {}", step.farthest->ids,
                                           printable(step.farthest->text, 60))
                             : failure_of(step, 60)});
  }
  return table.text();
}

std::string csv_row(const IntentStep& step, bool raw) {
  const auto text = [raw](const std::optional<std::string>& value) {
    return value ? csv_text(*value, raw) : std::string();
  };
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_text(step.task_id, raw),
                     text(step.agent), step.step, csv_number(step.ids),
                     csv_number(step.interval ? std::optional(step.interval->low) : std::nullopt),
                     csv_number(step.interval ? std::optional(step.interval->high) : std::nullopt),
                     step.truncated ? "true" : "false", text(step.inferred_goal),
                     step.intent_version ? fmt::format("{}", *step.intent_version) : "",
                     text(step.update_type), csv_number(step.similarity),
                     step.conflict_would_trigger ? "true" : "false",
                     text(step.farthest ? std::optional(step.farthest->text) : std::nullopt));
}

std::string html_tasks(const IntentReport& report) {
  std::string out = html_table_start(
      "Scores over the steps from 1 on; the trend of 8 steps or more, step 0 among them",
      {{"Task"},
       {"Steps", true},
       {"Mean", true},
       {"Highest", true},
       {"At step", true},
       {"Goal shift", true},
       {"Slope a step", true},
       {"Turned at"}});
  for (const IntentTask& task : report.tasks) {
    out += fmt::format(
        "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td>{}</td></tr>\n",
        markup(title_of(task)), task.steps, number(task.mean_ids), number(task.max_ids),
        task.max_step ? fmt::format("{}", *task.max_step) : "-", number(task.goal_shift),
        slope_of(task), turn_of(task));
  }
  out += kHtmlTableEnd;
  return out;
}

std::string html_steps(const IntentTask& task, std::span<const IntentStep> steps) {
  std::string out = fmt::format("<h3>{}</h3>\n", markup(title_of(task)));
  if (task.initial_goal) out += fmt::format("<p>Goal: {}</p>\n", markup(*task.initial_goal));
  out += html_table_start("Each step's score, and its sentence that lies farthest away",
                          {{"Step", true},
                           {"Score", true},
                           {"One sentence left out", true},
                           {"Intent"},
                           {"Farthest sentence"}});
  for (const IntentStep& step : steps) {
    out += fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"n\">{}{}</td><td class=\"n\">{}</td><td>{}</td><td "
        "class=\"t\"><bdi>{}</bdi></td></tr>\n",
        step.step, number(step.ids), step.truncated ? " (truncated)" : "", range_of(step),
        markup(step.update_type.value_or("-")),
        step.farthest ? markup(printable(step.farthest->text, 240))
                      : markup(failure_of(step, 240)));
  }
  out += kHtmlTableEnd;
  return out;
}

}  // namespace

std::string intent_text(const IntentReport& report) {
  std::string out = heading(report) + "\n\n" + task_table(report);
  const auto parts = steps_by_task(report);
  const auto shown = most_drifted(report, kMostTasksInFull);
  bool truncated = false;
  for (const std::size_t i : shown) {
    out += fmt::format("\n{}\n", printable(title_of(report.tasks[i]), 76));
    if (const auto& goal = report.tasks[i].initial_goal) {
      out += fmt::format("goal: {}\n", printable(*goal, 90));
    }
    out += step_table(parts[i]);
    truncated = truncated || std::ranges::any_of(parts[i], &IntentStep::truncated);
  }
  if (truncated) out += "\n* longer than the model reads; the rest did not count\n";
  if (shown.size() < report.tasks.size()) {
    out += fmt::format("\nThe steps of the {} tasks that drifted most; -o FILE.csv has all.\n",
                       shown.size());
  }
  return out;
}

std::string intent_json(const IntentReport& report) {
  return json_line(to_json(report)) + '\n';
}

std::string intent_jsonl(const IntentReport& report) {
  std::string out;
  for (const IntentStep& step : report.steps) {
    nlohmann::ordered_json line = to_json(step);
    line["against"] = name_of(report.against);
    out += json_line(line) + '\n';
  }
  return out;
}

std::string intent_csv(const IntentReport& report, bool raw) {
  std::string out =
      "task_id,agent,step,ids,interval_low,interval_high,truncated,inferred_goal,intent_version,"
      "update_type,similarity,conflict_would_trigger,farthest_sentence\n";
  for (const IntentStep& step : report.steps) out += csv_row(step, raw);
  return out;
}

std::string intent_markdown(const IntentReport& report) {
  std::string out = fmt::format(
      "## {}\n\n| task | steps | mean | max | at step | goal shift | slope a step | turned at |\n"
      "|---|--:|--:|--:|--:|--:|---|---|\n",
      heading(report));
  for (const IntentTask& task : report.tasks) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", markdown_text(title_of(task)),
                       task.steps, number(task.mean_ids), number(task.max_ids),
                       task.max_step ? fmt::format("{}", *task.max_step) : "-",
                       number(task.goal_shift), slope_of(task), turn_of(task));
  }
  const auto parts = steps_by_task(report);
  for (const std::size_t i : most_drifted(report, kMostTasksInFull)) {
    out += fmt::format(
        "\n### {}\n\n| step | ids | one sentence left out | intent | farthest sentence |\n"
        "|--:|--:|---|---|---|\n",
        markdown_text(title_of(report.tasks[i])));
    for (const IntentStep& step : parts[i]) {
      out += fmt::format("| {} | {}{} | {} | {} | {} |\n", step.step, number(step.ids),
                         step.truncated ? " (truncated)" : "", range_of(step),
                         markdown_text(step.update_type.value_or("-")),
                         step.farthest ? markdown_text(printable(step.farthest->text, 160))
                                       : markdown_text(failure_of(step, 160)));
    }
  }
  for (const std::string& warning : report.warnings) {
    out += fmt::format("\n> {}\n", markdown_text(warning));
  }
  return out;
}

ChartSheet intent_sheet(const IntentReport& report) {
  LineChart chart;
  chart.x = {.title = "Step", .unit = "", .low = {}, .high = {}, .whole = true};
  chart.y = {.title = "Intent drift score", .unit = "", .low = 0, .high = 1, .whole = false};
  const auto parts = steps_by_task(report);
  const auto shown = most_drifted(report, kMostLines);
  for (const std::size_t i : shown) {
    LineSeries series{title_of(report.tasks[i]), {}};
    for (const IntentStep& step : parts[i]) {
      LinePoint point{static_cast<double>(step.step), step.ids, {}};
      // Bands of many lines would hide each other.
      if (step.interval && shown.size() <= 3) {
        point.interval = Interval{step.interval->low, step.interval->high};
      }
      series.points.push_back(std::move(point));
    }
    chart.series.push_back(std::move(series));
  }
  std::string description = "0 is no drift, 1 is the most. ";
  description +=
      shown.size() <= 3 ? "Bands: the score when one sentence of the output is left out." : "";
  if (shown.size() < report.tasks.size()) {
    description += fmt::format("The {} tasks with the highest mean.", shown.size());
  }
  return {
      heading(report), {}, {{"Intent drift by step", std::move(description), std::move(chart)}}};
}

std::string intent_html(const IntentReport& report, ChartTheme theme) {
  const std::string title = heading(report);
  std::string body = fmt::format("<header><h1 class=\"title\">{}</h1></header>\n", markup(title));
  body += html_notes(report.warnings);
  body += html_charts(intent_sheet(report).charts);
  body += "<section><h2>Tasks</h2>\n" + html_tasks(report) + "</section>\n";
  body += "<section><h2>Steps</h2>\n";
  const auto parts = steps_by_task(report);
  const auto shown = most_drifted(report, kMostHtmlTasks);
  for (const std::size_t i : shown) body += html_steps(report.tasks[i], parts[i]);
  if (shown.size() < report.tasks.size()) {
    body += fmt::format("<p>The {} tasks with the highest mean; the JSON document has all.</p>\n",
                        shown.size());
  }
  body += "</section>\n<section><h2>Provenance</h2>\n<dl class=\"meta\">" +
          html_settings(report.provenance) + "</dl></section>\n";
  return html_page("Plumb: " + title, body, theme);
}

}  // namespace plumb
