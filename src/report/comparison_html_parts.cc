#include "report/comparison_html_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/comparison_text.h"
#include "report/html_page.h"
#include "report/markup.h"
#include "report/scale.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

constexpr std::size_t kMostRows = 20;         // of a list
constexpr std::size_t kLongestExcerpt = 400;  // columns

// How many rows a list shows; the rest is told, not shown.
std::string cut_note(std::size_t total) {
  if (total <= kMostRows) return {};
  return fmt::format("<p>{} more are in the JSON document.</p>\n", total - kMostRows);
}

std::string tag(std::string_view name) {
  return fmt::format("<span class=\"tag {0}\">{0}</span>", name);
}

// Of the value from 0 to 1, in the colour of its severity.
std::string severity_bar(const Measurement& m) {
  if (!m.value || !m.severity || !std::isfinite(*m.value)) return {};
  return fmt::format("<span class=\"bar {}\"><i style=\"width:{:.0f}%\"></i></span>",
                     name_of(*m.severity), 100 * std::clamp(std::abs(*m.value), 0.0, 1.0));
}

std::string metric_name(const Measurement& m, const ReportOptions& options) {
  const std::string title = title_of(m.metric);
  std::string out = markup(title);
  if (title != m.metric) out += fmt::format("<br><code class=\"id\">{}</code>", markup(m.metric));
  if (options.summary_of) {
    const std::string_view summary = options.summary_of(m.metric);
    if (!summary.empty()) out += fmt::format("<br><small>{}</small>", markup(summary));
  }
  return out;
}

std::string metric_row(const Measurement& m, const ReportOptions& options) {
  const std::string name = metric_name(m, options);
  if (!m.value) {
    return fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">n/a</td><td colspan=\"7\" class=\"t\">not "
        "applicable: {}</td></tr>\n",
        name, markup(m.not_applicable));
  }
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"n\">{} <span aria-label=\"{}\">{}</span></td>"
      "<td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td>{}</td><td class=\"n\">{} / {}</td></tr>\n",
      name, value_text(m.value), name_of(m.direction), arrow_of(m.direction),
      interval_text(m.interval), value_text(m.threshold),
      m.severity ? tag(name_of(*m.severity)) : "", severity_bar(m), value_text(m.excess),
      p_text(m.p_adjusted ? m.p_adjusted : m.p_value), m.verdict ? tag(name_of(*m.verdict)) : "",
      m.n_current, m.n_baseline);
}

std::string excerpt_of(std::string_view text) {
  return text.empty() ? "<i>not kept</i>" : markup(printable(text, kLongestExcerpt));
}

std::string change_table(const std::vector<Change>& changes) {
  if (changes.empty()) return {};
  std::string out =
      html_table_start("What took part more or less often",
                       {{"Name"}, {"Baseline", true}, {"Current", true}, {"Change", true}});
  for (std::size_t i = 0; i < std::min(changes.size(), kMostRows); ++i) {
    const Change& each = changes[i];
    out += fmt::format(
        "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"n\">{} ({})</td><td class=\"n\">{} "
        "({})</td><td class=\"n\">{:+.1f} points</td></tr>\n",
        markup(each.name), percent_text(each.baseline_share), each.baseline,
        percent_text(each.current_share), each.current,
        100 * (each.current_share - each.baseline_share));
  }
  out += kHtmlTableEnd;
  return out + cut_note(changes.size());
}

std::string contribution_table(const std::vector<Contribution>& contributions) {
  if (contributions.empty()) return {};
  std::string out = html_table_start("Responses that move the value most",
                                     {{"Side"}, {"Id"}, {"Influence", true}, {"Response"}});
  for (std::size_t i = 0; i < std::min(contributions.size(), kMostRows); ++i) {
    const Contribution& each = contributions[i];
    out += fmt::format(
        "<tr><td>{}</td><th scope=\"row\"><code>{}</code></th><td class=\"n\">{}</td><td "
        "class=\"t\"><bdi>{}</bdi></td></tr>\n",
        each.of_current ? "current" : "baseline", markup(each.id), readable_number(each.influence),
        excerpt_of(each.excerpt));
  }
  out += kHtmlTableEnd;
  return out + cut_note(contributions.size());
}

std::string segment_table(const std::vector<Segment>& segments) {
  if (segments.empty()) return {};
  std::string out = html_table_start("The same metric within each label",
                                     {{"Label"}, {"Value", true}, {"p", true}, {"n", true}});
  for (std::size_t i = 0; i < std::min(segments.size(), kMostRows); ++i) {
    const Segment& each = segments[i];
    out += fmt::format(
        "<tr><th scope=\"row\"><bdi>{}</bdi> = <bdi>{}</bdi></th><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{} / {}</td></tr>\n",
        markup(each.label), markup(each.value), readable_number(each.metric_value),
        p_text(each.p_value), each.n_current, each.n_baseline);
  }
  out += kHtmlTableEnd;
  return out + cut_note(segments.size());
}

std::string fact_list(const Measurement& m) {
  std::string out = "<details><summary>Numbers behind it</summary><dl class=\"meta\">";
  for (std::size_t i = 0; i < std::min(m.facts.size(), 2 * kMostRows); ++i) {
    out += fmt::format("<dt>{}</dt><dd>{}</dd>", markup(m.facts[i].name),
                       value_text(m.facts[i].value));
  }
  out += fmt::format(
      "<dt>p-value and interval rest on</dt><dd>{} current, {} baseline results</dd><dt>excess "
      "interval</dt><dd>{}</dd></dl></details>\n",
      m.p_n_current, m.p_n_baseline, interval_text(m.excess_interval));
  return out;
}

std::string side_items(std::string_view name, const ComparedSide& side) {
  return html_item(name, side.name + " (" + side.source + ")") +
         html_item(
             fmt::format("{} results", name),
             fmt::format("{}, of them {} blank, {} truncated, {} skipped; {} with a severity, {} "
                         "with a tool trace",
                         side.results, side.blank, side.truncated, side.skipped, side.with_severity,
                         side.with_trace));
}

}  // namespace

std::string html_metric_table(const std::vector<Measurement>& measurements,
                              std::string_view caption, const ReportOptions& options) {
  std::string out = html_table_start(caption, {{"Metric"},
                                               {"Value", true},
                                               {"95% interval", true},
                                               {"Threshold", true},
                                               {"Severity"},
                                               {"Excess", true},
                                               {"Adjusted p", true},
                                               {"Verdict"},
                                               {"n current / baseline", true}});
  for (const Measurement& each : measurements) out += metric_row(each, options);
  out += kHtmlTableEnd;
  return out;
}

std::string html_gates(const Comparison& comparison) {
  if (comparison.gates.empty()) return {};
  std::string out =
      "<section><h2>Gates</h2>\n" +
      html_table_start("What the run was to be held to", {{"Gate"}, {"Outcome"}, {"Why"}});
  for (const GateResult& each : comparison.gates) {
    out += fmt::format(
        "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td class=\"t\">{}</td></tr>\n",
        markup(each.gate), tag(name_of(each.outcome)), markup(each.reason));
  }
  out += kHtmlTableEnd;
  return out + "</section>\n";
}

std::string html_explanations(const Comparison& comparison) {
  std::string out;
  for (const Measurement& m : comparison.results) {
    if (!is_finding(m)) continue;
    out +=
        fmt::format("<h3>{}</h3>\n<p>{}.</p>\n", markup(title_of(m.metric)), markup(evidence(m)));
    out += change_table(m.changes) + segment_table(m.segments) +
           contribution_table(m.contributions) + fact_list(m);
  }
  if (out.empty()) return {};
  return "<section><h2>What moved</h2>\n" + out + "</section>\n";
}

std::string html_provenance(ComparisonSpan comparisons) {
  std::string out = "<section><h2>Provenance</h2>\n<dl class=\"meta\">";
  for (const Comparison& each : comparisons) out += side_items("current", each.current);
  out += side_items("baseline", comparisons.front().baseline);
  out += html_settings(comparisons.front().provenance);
  return out + "</dl></section>\n";
}

}  // namespace plumb
