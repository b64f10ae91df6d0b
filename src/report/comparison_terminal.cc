#include "report/comparison_terminal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb {
namespace {

// Columns of the table: verdict, metric, move, value, severity, excess, range, p.
constexpr std::size_t kVerdictColumns = 10;
constexpr std::size_t kMetricColumns = 22;
constexpr std::size_t kMostChanges = 6;
constexpr std::size_t kMostContributions = 3;
constexpr std::size_t kMostSegments = 4;

Emphasis emphasis_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable:
      return Emphasis::green;
    case Verdict::undecided:
      return Emphasis::yellow;
    case Verdict::drifted:
      return Emphasis::red;
  }
  std::unreachable();
}

Emphasis emphasis_of(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::passed:
      return Emphasis::green;
    case GateOutcome::undecided:
      return Emphasis::yellow;
    case GateOutcome::failed:
      return Emphasis::red;
  }
  std::unreachable();
}

std::string_view word_of(Direction direction) {
  switch (direction) {
    case Direction::increase:
      return "up";
    case Direction::decrease:
      return "down";
    case Direction::none:
    case Direction::changed:  // a move without up or down says nothing that the value does not
      return "";
  }
  std::unreachable();
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return out;
}

// Never rounded to 0: no permutation test can say that.
std::string p_text(double p) {
  return p >= 0.0001 ? fmt::format("{:.4f}", p) : fmt::format("{:.0e}", p);
}

std::string points_text(double points) {
  return fmt::format("{:.4g}", points);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> metrics_with(const Comparison& comparison, Verdict verdict) {
  std::vector<std::string> names;
  for (const Measurement& measurement : comparison.results) {
    if (measurement.verdict == verdict) names.push_back(measurement.metric);
  }
  return names;
}

std::string name_of_side(const ComparedSide& side) {
  return printable(side.source.empty() ? side.name : side.source, 60);
}

std::string why_verdict(const Comparison& comparison) {
  const auto judged = std::ranges::count_if(
      comparison.results, [](const Measurement& m) { return m.verdict.has_value(); });
  if (judged == 0) return "No metric applies to these results.";
  const auto drifted = metrics_with(comparison, Verdict::drifted);
  const auto open = metrics_with(comparison, Verdict::undecided);
  switch (comparison.verdict) {
    case Verdict::drifted:
      return fmt::format("{} of {} metrics moved more than chance explains: {}.", drifted.size(),
                         judged, listed(drifted));
    case Verdict::undecided:
      return fmt::format(
          "Too few results to show a drift or to rule one out, for {} of {} metrics: {}.",
          open.size(), judged, listed(open));
    case Verdict::stable:
      return fmt::format("No metric moved past its threshold; that holds for all {}, at 95%.",
                         judged);
  }
  std::unreachable();
}

std::string about_side(std::string_view role, const ComparedSide& side) {
  std::string text =
      fmt::format("{} {}: {}", role, name_of_side(side), counted(side.results, "result"));
  std::vector<std::string> notes;
  if (side.blank > 0) notes.push_back(fmt::format("{} blank", side.blank));
  if (side.truncated > 0) notes.push_back(fmt::format("{} truncated", side.truncated));
  if (side.skipped > 0) notes.push_back(counted(side.skipped, "bad line") + " left out");
  if (!notes.empty()) text += fmt::format(" ({})", listed(notes));
  if (side.safety_score) {
    text += fmt::format(", safety score {} {}", points_text(*side.safety_score),
                        name_of(*side.safety_grade));
  }
  return text;
}

std::string heading(const Comparison& comparison, const TerminalStyle& style) {
  std::string out =
      painted(upper(name_of(comparison.verdict)), emphasis_of(comparison.verdict), style);
  out += fmt::format("  drift score {}, grade {}\n", points_text(comparison.drift_score),
                     name_of(comparison.drift_grade));
  out += folded(why_verdict(comparison), 0, style) + "\n";
  out += folded(about_side("current ", comparison.current), 2, style);
  out += folded(about_side("baseline", comparison.baseline), 2, style);
  std::vector<std::string> costs;
  for (const TypeScore& type : comparison.types) {
    if (!type.severity) continue;
    costs.push_back(fmt::format("{} {} ({})", name_of(type.type), points_text(type.cost),
                                name_of(*type.severity)));
  }
  if (!costs.empty()) out += folded("points taken off: " + listed(costs), 2, style);
  return out;
}

std::string table_row(const Measurement& measurement, const TerminalStyle& style) {
  const std::string metric = left_aligned(measurement.metric, kMetricColumns);
  if (!measurement.value) {
    const std::string why = "does not apply: " + measurement.not_applicable;
    const std::string lead = left_aligned("-", kVerdictColumns) + metric;
    return painted(folded(why, kVerdictColumns + kMetricColumns, style, lead), Emphasis::dim,
                   style);
  }
  const Verdict verdict = measurement.verdict.value_or(Verdict::undecided);
  std::string out =
      painted(left_aligned(name_of(verdict), kVerdictColumns), emphasis_of(verdict), style) +
      metric;
  out += left_aligned(word_of(measurement.direction), 5);
  out += right_aligned(fmt::format("{:.3f}", *measurement.value), 5) + " ";
  out += left_aligned(measurement.severity ? name_of(*measurement.severity) : "", 9);
  out += right_aligned(measurement.excess ? fmt::format("{:+.2f}", *measurement.excess) : "", 6);
  const auto& range = measurement.excess_interval;
  out += "  " +
         left_aligned(range ? fmt::format("{:.2f} to {:.2f}", range->low, range->high) : "", 14);
  out += right_aligned(measurement.p_adjusted ? p_text(*measurement.p_adjusted) : "", 6);
  while (out.ends_with(' ')) out.pop_back();
  return out + "\n";
}

std::string table(const Comparison& comparison, const TerminalStyle& style) {
  std::string out =
      painted(fmt::format("{:<10}{:<22}{:<5}{:>5} {:<9}{:>6}  {:<14}{:>6}", "VERDICT", "METRIC",
                          "MOVE", "VALUE", "SEVERITY", "EXCESS", "95% RANGE", "P ADJ"),
              Emphasis::bold, style);
  out += "\n";
  for (const Measurement& measurement : comparison.results) out += table_row(measurement, style);
  return out +
         painted(
             "EXCESS is the value beyond what chance gives; plumb explain METRIC says "
             "more.",
             Emphasis::dim, style) +
         "\n";
}

std::string shown_name(const std::string& name) {
  constexpr std::string_view kArrow = " -> ";
  const std::size_t arrow = name.find(kArrow);
  if (arrow != std::string::npos) {
    return shown_name(name.substr(0, arrow)) + std::string(kArrow) +
           shown_name(name.substr(arrow + kArrow.size()));
  }
  // Marks of a trace's start and end, and of no call, carry a control character.
  if (name.starts_with('\x01')) return "(" + printable(name, 40) + ")";
  return printable(name, 40);
}

std::string why_changes(const Measurement& measurement) {
  std::vector<const Change*> changes;
  for (const Change& change : measurement.changes) {
    if (change.baseline_share != change.current_share) changes.push_back(&change);
  }
  std::ranges::sort(changes, [](const Change* a, const Change* b) {
    const double left = std::abs(a->current_share - a->baseline_share);
    const double right = std::abs(b->current_share - b->baseline_share);
    return left != right ? left > right : a->name < b->name;
  });
  if (changes.empty()) return {};
  std::string out = "    baseline -> current\n";
  for (std::size_t i = 0; i < std::min(changes.size(), kMostChanges); ++i) {
    const Change& change = *changes[i];
    out += fmt::format("    {:>5.1f}% -> {:>5.1f}%  {}\n", 100 * change.baseline_share,
                       100 * change.current_share, shown_name(change.name));
  }
  if (changes.size() > kMostChanges) {
    out += fmt::format("    and {} more\n", changes.size() - kMostChanges);
  }
  return out;
}

std::string why_contributions(const Measurement& measurement, const TerminalStyle& style) {
  if (measurement.contributions.empty()) return {};
  std::string out = "    results that add most to it\n";
  const std::size_t shown = std::min(measurement.contributions.size(), kMostContributions);
  for (std::size_t i = 0; i < shown; ++i) {
    const Contribution& one = measurement.contributions[i];
    // No number where leaving out one result changes nothing.
    const std::string influence =
        one.influence == 0 ? std::string() : fmt::format("{:+.4f}", one.influence);
    const std::string start =
        fmt::format("    {:>7}  {}  {}", influence, one.of_current ? "current " : "baseline",
                    printable(one.id, 24));
    out += start;
    const std::size_t used = columns_of(start) + 4;
    if (!one.excerpt.empty() && used + 12 < style.width) {
      out += "  " + painted("\"" + printable(one.excerpt, style.width - used) + "\"", Emphasis::dim,
                            style);
    }
    out += "\n";
  }
  return out;
}

std::string why_segments(const Measurement& measurement) {
  std::vector<const Segment*> segments;
  for (const Segment& segment : measurement.segments) segments.push_back(&segment);
  std::ranges::sort(segments, [](const Segment* a, const Segment* b) {
    return a->metric_value != b->metric_value
               ? a->metric_value > b->metric_value
               : std::pair(a->label, a->value) < std::pair(b->label, b->value);
  });
  if (segments.empty()) return {};
  std::string out = "    where\n";
  for (std::size_t i = 0; i < std::min(segments.size(), kMostSegments); ++i) {
    const Segment& segment = *segments[i];
    out +=
        fmt::format("    {:>7.3f}  {}={}  ({} against {} results{})\n", segment.metric_value,
                    printable(segment.label, 20), printable(segment.value, 24), segment.n_current,
                    segment.n_baseline, segment.p_value ? ", p " + p_text(*segment.p_value) : "");
  }
  return out;
}

std::string why(const Comparison& comparison, const TerminalStyle& style) {
  std::string out;
  for (const Measurement& measurement : comparison.results) {
    const bool exceeded = measurement.exceeded.value_or(false);
    if (measurement.verdict != Verdict::drifted && !exceeded) continue;
    const std::string about = why_changes(measurement) + why_contributions(measurement, style) +
                              why_segments(measurement);
    if (about.empty()) continue;
    out += "\n" + painted(measurement.metric, Emphasis::bold, style);
    out += fmt::format(" {:.3f}, {} its threshold {:.2f}\n", *measurement.value,
                       exceeded ? "at or past" : "below", measurement.threshold.value_or(0));
    out += about;
  }
  return out;
}

std::string additional(const Comparison& comparison, const TerminalStyle& style) {
  std::vector<std::string> told;
  for (const Measurement& measurement : comparison.additional) {
    if (!measurement.value) continue;
    told.push_back(
        fmt::format("{} {:.3f}{}", measurement.metric, *measurement.value,
                    measurement.p_value ? " (p " + p_text(*measurement.p_value) + ")" : ""));
  }
  return told.empty() ? std::string() : "\n" + folded("not scored: " + listed(told), 0, style);
}

std::string gate_lines(std::span<const GateResult> gates, const TerminalStyle& style) {
  if (gates.empty()) return {};
  std::size_t widest = 0;
  for (const GateResult& gate : gates) widest = std::max(widest, columns_of(gate.gate));
  std::string out = "\n";
  for (const GateResult& gate : gates) {
    out += painted(left_aligned(name_of(gate.outcome), kVerdictColumns), emphasis_of(gate.outcome),
                   style);
    out += folded(gate.reason, kVerdictColumns + widest + 2, style,
                  std::string(kVerdictColumns, ' ') + gate.gate)
               .substr(kVerdictColumns);
  }
  return out;
}

}  // namespace

std::string comparison_terminal(const Comparison& comparison, const TerminalStyle& style) {
  std::string out = heading(comparison, style) + "\n" + table(comparison, style);
  out += why(comparison, style) + additional(comparison, style);
  if (!comparison.warnings.empty()) out += "\n";
  for (const std::string& warning : comparison.warnings) {
    out += folded(warning, 6, style, "note:");
  }
  return out + gate_lines(comparison.gates, style);
}

std::string comparisons_terminal(std::span<const Comparison> comparisons,
                                 const TerminalStyle& style) {
  std::size_t widest = 3;
  for (const Comparison& comparison : comparisons) {
    widest = std::max(widest, columns_of(name_of_side(comparison.current)));
  }
  std::string out = painted(left_aligned("VERDICT", kVerdictColumns) + "SCORE GRADE  " +
                                left_aligned("RUN", widest + 2) + "DRIFTED",
                            Emphasis::bold, style) +
                    "\n";
  for (const Comparison& comparison : comparisons) {
    out += painted(left_aligned(name_of(comparison.verdict), kVerdictColumns),
                   emphasis_of(comparison.verdict), style);
    out += right_aligned(points_text(comparison.drift_score), 5) + " ";
    out += left_aligned(name_of(comparison.drift_grade), 7);
    const std::string run = left_aligned(name_of_side(comparison.current), widest + 2);
    const auto drifted = metrics_with(comparison, Verdict::drifted);
    const std::size_t indent = kVerdictColumns + 13 + widest + 2;
    out += run + folded(drifted.empty() ? "-" : listed(drifted), indent, style).substr(indent);
  }
  return out;
}

}  // namespace plumb
