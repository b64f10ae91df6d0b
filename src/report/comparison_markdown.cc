// A comparison as Markdown of GitHub, short enough for a comment.
#include <fmt/format.h>

#include <algorithm>

#include "report/cells.h"
#include "report/comparison_text.h"
#include "report/comparison_writers.h"
#include "report/markup.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

constexpr std::size_t kMostContributions = 3;  // a metric
constexpr std::size_t kMostChanges = 5;
constexpr std::size_t kLongestExcerpt = 160;  // columns

// Somebody's text: a code span, in which nothing is a link, a mention or HTML. Its
// fence is longer than any run of backticks inside; a bar is escaped, for tables.
std::string code(std::string_view text) {
  const std::string line = valid_line(text);
  std::size_t longest = 0;
  std::size_t run = 0;
  std::string body;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (c == '|') body += '\\';
    body += c;
  }
  const std::string fence(longest + 1, '`');
  const std::string_view pad = longest > 0 || body.empty() ? " " : "";
  return fmt::format("{}{}{}{}{}", fence, pad, body, pad, fence);
}

std::string_view sign_of(std::optional<Verdict> verdict) {
  if (!verdict) return "";
  switch (*verdict) {
    case Verdict::stable:
      return "\U0001F7E2";
    case Verdict::undecided:
      return "\U0001F7E1";
    case Verdict::drifted:
      return "\U0001F534";
  }
  std::unreachable();
}

std::string_view sign_of(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::passed:
      return sign_of(Verdict::stable);
    case GateOutcome::undecided:
      return sign_of(Verdict::undecided);
    case GateOutcome::failed:
      return sign_of(Verdict::drifted);
  }
  std::unreachable();
}

// Metrics that Plumb does not know are somebody's text.
std::string metric_cell(std::string_view metric) {
  const std::string title = title_of(metric);
  return title == metric ? code(metric) : title;
}

void append_table(std::string& out, const Comparison& comparison) {
  out +=
      "| metric | value | 95% interval | threshold | severity | adjusted p | verdict |\n"
      "|---|---:|---|---:|---|---:|---|\n";
  for (const Measurement& m : comparison.results) {
    if (!m.value) {
      out += fmt::format("| {} | n/a | | | | | {} |\n", metric_cell(m.metric),
                         m.not_applicable.empty() ? "not applicable" : code(m.not_applicable));
      continue;
    }
    out +=
        fmt::format("| {} | {} {} | {} | {} | {} | {} | {} {} |\n", metric_cell(m.metric),
                    value_text(m.value), arrow_of(m.direction), interval_text(m.interval),
                    value_text(m.threshold), m.severity ? name_of(*m.severity) : "",
                    p_text(m.p_adjusted), sign_of(m.verdict), m.verdict ? name_of(*m.verdict) : "");
  }
}

void append_reasons(std::string& out, const Measurement& m) {
  if (m.changes.empty() && m.contributions.empty()) return;
  out += fmt::format("\n**{}**\n\n", metric_cell(m.metric));
  for (std::size_t i = 0; i < std::min(m.changes.size(), kMostChanges); ++i) {
    const Change& change = m.changes[i];
    out += fmt::format("- {}: {} \u2192 {}\n", code(change.name),
                       percent_text(change.baseline_share), percent_text(change.current_share));
  }
  for (std::size_t i = 0; i < std::min(m.contributions.size(), kMostContributions); ++i) {
    const Contribution& each = m.contributions[i];
    out += fmt::format("- {} {}", each.of_current ? "current" : "baseline", code(each.id));
    if (!each.excerpt.empty())
      out += fmt::format(": {}", code(printable(each.excerpt, kLongestExcerpt)));
    out += '\n';
  }
}

void append_gates(std::string& out, const Comparison& comparison) {
  for (const GateResult& each : comparison.gates) {
    out += fmt::format("- {} gate {} {}: {}\n", sign_of(each.outcome), code(each.gate),
                       name_of(each.outcome), markdown_text(each.reason));
  }
  if (!comparison.gates.empty()) out += '\n';
}

void append_comparison(std::string& out, const Comparison& comparison) {
  out += fmt::format("### {} {}\n\n", sign_of(comparison.verdict),
                     markdown_text(verdict_sentence(comparison)));
  out += fmt::format(
      "{} against {}: drift score **{:.1f}**, grade **{}**; {} results against {}.\n\n",
      code(comparison.current.name), code(comparison.baseline.name), comparison.drift_score,
      name_of(comparison.drift_grade), comparison.current.results, comparison.baseline.results);
  append_gates(out, comparison);
  append_table(out, comparison);
  const bool drifted = std::ranges::any_of(comparison.results, is_drifted);
  if (drifted) {
    out += "\n<details><summary>What moved</summary>\n";
    for (const Measurement& each : comparison.results) {
      if (is_drifted(each)) append_reasons(out, each);
    }
    out += "\n</details>\n";
  }
  for (const std::string& warning : comparison.warnings) {
    out += fmt::format("\n> {}\n", code(warning));
  }
}

void append_overview(std::string& out, ComparisonSpan comparisons) {
  out +=
      "## Drift of several runs\n\n| run | verdict | drift score | grade | drifted |\n"
      "|---|---|---:|---|---|\n";
  for (const Comparison& each : comparisons) {
    out += fmt::format("| {} | {} {} | {:.1f} | {} | {} |\n", code(each.current.name),
                       sign_of(each.verdict), name_of(each.verdict), each.drift_score,
                       name_of(each.drift_grade), std::ranges::count_if(each.results, is_drifted));
  }
  out += '\n';
}

}  // namespace

std::string comparison_markdown(ComparisonSpan comparisons, const ReportOptions&) {
  std::string out;
  if (comparisons.size() != 1) append_overview(out, comparisons);
  for (const Comparison& comparison : comparisons) {
    append_comparison(out, comparison);
    out += '\n';
  }
  if (!comparisons.empty()) {
    out += fmt::format("<sub>Plumb {}</sub>\n",
                       markdown_text(comparisons.front().provenance.plumb_version));
  }
  return out;
}

}  // namespace plumb
