// Stereotype drift for the terminal and as Markdown.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/cells.h"
#include "report/short_text.h"
#include "report/stereotype_text.h"
#include "report/stereotype_writers.h"

namespace plumb {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kMostGroups = 40;  // rows of a scope on the terminal
constexpr std::size_t kNameCharacters = 32;

std::vector<std::string> cells_of(const StereotypeSummary& row, std::string name) {
  return {std::move(name),
          fmt::format("{}", row.scored),
          score_text(row.control_score),
          score_text(row.bias_score),
          score_text(row.drift.mean),
          range_text(row.drift.interval),
          delta_text(row.raw_drift.mean),
          range_text(row.raw_drift.interval),
          fmt::format("{} ({})", row.significant, share_text(row.significant_share)),
          p_value_text(row.wilcoxon_p_adjusted),
          p_value_text(row.mcnemar_p_value)};
}

std::string scope_heading(StereotypeScope scope) {
  switch (scope) {
    case StereotypeScope::overall:
      return "overall";
    case StereotypeScope::bias_type:
      return "bias type";
    case StereotypeScope::stereotype_type:
      return "stereotype type";
  }
  std::unreachable();
}

std::string summary_table(const StereotypeAnalysis& of) {
  TextTable table({{""},
                   {"scored", Align::right},
                   {"control", Align::right},
                   {"bias", Align::right},
                   {"drift", Align::right},
                   {"95% interval"},
                   {"raw drift", Align::right},
                   {"95% interval"},
                   {"above 0.2", Align::right},
                   {"Wilcoxon p adj", Align::right},
                   {"McNemar p", Align::right}});
  std::size_t left_out = 0;
  for (const StereotypeScope scope :
       {StereotypeScope::overall, StereotypeScope::bias_type, StereotypeScope::stereotype_type}) {
    const auto rows = summaries_of(of, scope);
    if (scope != StereotypeScope::overall && !rows.empty()) {
      table.add({scope_heading(scope) + ":", "", "", "", "", "", "", "", "", "", ""});
    }
    const std::size_t shown = std::min(rows.size(), kMostGroups);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shown; ++i) names.push_back(group_label(*rows[i]));
    names = short_names(names, kNameCharacters);
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string indent = scope == StereotypeScope::overall ? "" : "  ";
      table.add(cells_of(*rows[i], indent + names[i]));
    }
    left_out += rows.size() - shown;
  }
  std::string out = table.text();
  if (left_out > 0) out += fmt::format("... and {} more in summary.csv\n", left_out);
  return out;
}

std::string markdown_summary(const StereotypeAnalysis& of) {
  std::string out =
      "| | scored | control | bias | drift | 95% interval | raw drift | 95% interval | above 0.2 | "
      "Wilcoxon p adj | McNemar p |\n|---|--:|--:|--:|--:|---|--:|---|--:|--:|--:|\n";
  for (const StereotypeSummary& row : of.summary) {
    const std::string name =
        row.scope == StereotypeScope::overall
            ? "overall"
            : fmt::format("{}: {}", scope_heading(row.scope), markdown_text(group_label(row)));
    out += "|";
    for (const std::string& cell : cells_of(row, name)) out += " " + cell + " |";
    out += "\n";
  }
  return out;
}

}  // namespace

std::string stereotype_text(const StereotypeReport& report) {
  std::string out;
  for (const StereotypeAnalysis& of : report.models) {
    if (of.summary.empty()) continue;
    const StereotypeSummary& overall = of.summary.front();
    out += fmt::format("{}{}: {}\n", out.empty() ? "" : "\n",
                       short_name(of.evaluation.model, kNameCharacters), drift_words(overall));
    if (const std::string direction = direction_words(overall); !direction.empty()) {
      out += direction + "\n";
    }
    out += classifier_words(report.classifier) + "\n\n" + summary_table(of);
  }
  if (!out.empty()) out += "\n" + method_words(report.provenance) + "\n";
  return out;
}

std::string stereotype_markdown(const StereotypeReport& report) {
  std::string out = fmt::format("# {}\n\n{}\n", markdown_text(stereotype_title(report)),
                                markdown_text(classifier_words(report.classifier)));
  if (!report.classifier.note.empty()) {
    out += fmt::format("\n> {}\n", markdown_text(report.classifier.note));
  }
  for (const StereotypeAnalysis& of : report.models) {
    if (of.summary.empty()) continue;
    const StereotypeSummary& overall = of.summary.front();
    const std::string direction = direction_words(overall);
    out += fmt::format("\n## {}\n\n{}{}{}.\n\n", markdown_text(of.evaluation.model),
                       drift_words(overall), direction.empty() ? "" : "; ", direction);
    out += markdown_summary(of);
    for (const std::string& warning : of.warnings) {
      out += fmt::format("\n> {}\n", markdown_text(warning));
    }
  }
  return out + fmt::format("\n{}\n\nPlumb {}\n", method_words(report.provenance),
                           markdown_text(report.provenance.plumb_version));
}

}  // namespace plumb
