// The page of a comparison: the verdict first, then what moved, by how much, how sure
// and why; last how it was computed and how to read it.
#include <fmt/format.h>

#include <algorithm>

#include "report/comparison_html_parts.h"
#include "report/comparison_text.h"
#include "report/comparison_writers.h"
#include "report/html_page.h"
#include "report/markup.h"

namespace plumb {
namespace {

// With more runs than this the page has the charts of all of them together alone.
constexpr std::size_t kMostRunsWithCharts = 4;

constexpr std::string_view kHowToRead = R"html(<section><h2>How to read this</h2>
<p><b>Verdict.</b> A metric has <i>drifted</i> when its change is larger than chance explains
(adjusted p) and large enough to matter (excess). It is <i>stable</i> when the data rule such a
change out, and <i>undecided</i> when they do not settle it: more results would.</p>
<p><b>Value</b> is the metric itself, 0 for no change. <b>Excess</b> is what remains of it after
subtracting what two samples of one system would show. The <b>interval</b> covers the true value
in 95 of 100 repetitions. <b>Severity</b> comes from the value alone: medium from 0.20, high from
0.30, critical from 0.45.</p>
<p><b>p</b> is how often a permutation of the results between both sides gives at least this
value; the adjusted p accounts for the number of metrics. <b>Influence</b> is the value minus the
value without that response.</p>
<p><b>Drift score.</b> 100 minus what each type's worst severity costs: critical 20, high 10,
medium 5, low 2. Grades: A from 90, B from 75, C from 60, D from 45.</p></section>
)html";

// "Drifted" for "drifted".
std::string title_case(std::string_view word) {
  std::string out(word);
  out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

std::string card(std::string_view name, const std::string& value, const std::string& note) {
  return fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>", name, markup(value),
                     markup(note));
}

std::string score_text(std::optional<double> score, std::optional<Grade> grade) {
  if (!score) return "n/a";
  return fmt::format("{:.1f}{}{}", *score, grade ? " \u00b7 " : "", grade ? name_of(*grade) : "");
}

std::string banner(const Comparison& comparison) {
  const std::string sentence = verdict_sentence(comparison);
  const std::size_t colon = sentence.find(": ");
  return fmt::format("<div class=\"verdict {}\"><b>{}</b><span>{}</span></div>\n",
                     name_of(comparison.verdict), markup(sentence.substr(0, colon)),
                     markup(sentence.substr(colon + 2)));
}

std::string cards(const Comparison& comparison) {
  const ComparedSide& current = comparison.current;
  const ComparedSide& baseline = comparison.baseline;
  return "<dl class=\"cards\">" +
         card("Drift score", score_text(comparison.drift_score, comparison.drift_grade),
              "of 100; 100 is no drift") +
         card("Safety score", score_text(current.safety_score, current.safety_grade),
              "baseline " + score_text(baseline.safety_score, baseline.safety_grade)) +
         card("Results", fmt::format("{}", current.results),
              fmt::format("baseline {}", baseline.results)) +
         card("Design", comparison.paired ? "paired" : "two samples",
              comparison.paired ? "same prompts on both sides" : "prompts are not paired") +
         "</dl>\n";
}

std::string charts_section(std::span<const Chart> charts) {
  return "<section><h2>Charts</h2>\n" + html_charts(charts) + "</section>\n";
}

std::string sections(const Comparison& comparison, const ReportOptions& options, bool charts) {
  std::string out = banner(comparison) + cards(comparison) + html_notes(comparison.warnings) +
                    html_gates(comparison);
  out += "<section><h2>Metrics</h2>\n" +
         html_metric_table(comparison.results, "What moved, by how much and how sure", options) +
         "</section>\n";
  if (charts) out += charts_section(comparison_charts(comparison));
  out += html_explanations(comparison);
  if (!comparison.additional.empty()) {
    out += "<section><h2>Additional metrics</h2>\n" +
           html_metric_table(comparison.additional, "Told, but not scored", options) +
           "</section>\n";
  }
  return out;
}

std::string overview(ComparisonSpan comparisons) {
  std::string out =
      "<section><h2>Runs</h2>\n" +
      html_table_start(
          "Each run against the baseline",
          {{"Run"}, {"Verdict"}, {"Drift score", true}, {"Grade"}, {"Results", true}, {"Drifted"}});
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison& run = comparisons[i];
    std::string moved;
    for (const Measurement& each : run.results) {
      if (is_drifted(each)) moved += (moved.empty() ? "" : ", ") + title_of(each.metric);
    }
    out += fmt::format(
        "<tr><th scope=\"row\"><a href=\"#run-{}\">{}</a></th><td><span class=\"tag "
        "{}\">{}</span></td><td class=\"n\">{:.1f}</td><td>{}</td><td class=\"n\">{}</td>"
        "<td>{}</td></tr>\n",
        i + 1, markup(run.current.name), name_of(run.verdict), name_of(run.verdict),
        run.drift_score, name_of(run.drift_grade), run.current.results, markup(moved));
  }
  out += kHtmlTableEnd;
  return out + "</section>\n";
}

std::string footer(ComparisonSpan comparisons) {
  if (comparisons.empty()) return {};
  return fmt::format("<footer>Plumb {}</footer>\n",
                     markup(comparisons.front().provenance.plumb_version));
}

// The worst verdict of all, and how many runs have it.
std::string runs_banner(ComparisonSpan comparisons) {
  const Verdict worst = worst_verdict(comparisons);
  const auto with_worst = std::ranges::count(comparisons, worst, &Comparison::verdict);
  return fmt::format(
      "<div class=\"verdict {0}\"><b>{1}</b><span>{2} of {3} runs {4} "
      "{0}.</span></div>\n",
      name_of(worst), title_case(name_of(worst)), with_worst, comparisons.size(),
      with_worst == 1 ? "is" : "are");
}

std::string runs_body(ComparisonSpan comparisons, const ReportOptions& options) {
  std::string out = runs_banner(comparisons) + overview(comparisons);
  if (!comparisons.empty()) out += charts_section(runs_charts(comparisons));
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    out += fmt::format("<section id=\"run-{}\"><h2>{}</h2>\n", i + 1,
                       markup(comparisons[i].current.name));
    out += sections(comparisons[i], options, comparisons.size() <= kMostRunsWithCharts);
    out += "</section>\n";
  }
  return out;
}

}  // namespace

std::string comparison_html(ComparisonSpan comparisons, const ReportOptions& options) {
  const bool one = comparisons.size() == 1;
  const std::string title =
      one ? name_of_pair(comparisons.front()) : fmt::format("Drift of {} runs", comparisons.size());
  const std::string heading = one ? fmt::format("<bdi>{}</bdi> against <bdi>{}</bdi>",
                                                markup(comparisons.front().current.name),
                                                markup(comparisons.front().baseline.name))
                                  : title;
  std::string body = fmt::format("<header><h1>{}</h1></header>\n", heading);
  body += one ? sections(comparisons.front(), options, true) : runs_body(comparisons, options);
  if (!comparisons.empty()) body += html_provenance(comparisons);
  body += kHowToRead;
  body += footer(comparisons);
  return html_page("Plumb: " + title, body, options.theme);
}

}  // namespace plumb
