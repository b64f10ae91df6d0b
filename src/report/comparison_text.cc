#include "report/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/markup.h"
#include "report/scale.h"

namespace plumb {
namespace {

struct MetricTitle {
  std::string_view metric;
  std::string_view title;
};

constexpr std::array kTitles = std::to_array<MetricTitle>({
    {"response_length_ks", "Response length"},
    {"response_entropy", "Response entropy"},
    {"safety_score_delta", "Safety score"},
    {"severity_psi", "Severity mix"},
    {"centroid_cosine", "Meaning (centroid)"},
    {"tool_frequency_chi2", "Tool use"},
    {"tool_sequence_jaccard", "Tool order"},
});

// The titles of those for which `holds`, separated by commas.
template <class Predicate>
std::string titles_where(const std::vector<Measurement>& results, Predicate holds) {
  std::string names;
  for (const Measurement& each : results) {
    if (holds(each)) names += (names.empty() ? "" : ", ") + title_of(each.metric);
  }
  return names;
}

}  // namespace

std::string title_of(std::string_view metric) {
  const auto found = std::ranges::find(kTitles, metric, &MetricTitle::metric);
  return std::string(found == kTitles.end() ? metric : found->title);
}

std::string name_of_pair(const Comparison& comparison) {
  return comparison.current.name + " against " + comparison.baseline.name;
}

std::string verdict_sentence(const Comparison& comparison) {
  const auto& results = comparison.results;
  const auto computed = std::ranges::count_if(
      results, [](const Measurement& each) { return each.value.has_value(); });
  const auto undecided = [](const Measurement& each) { return each.verdict == Verdict::undecided; };
  switch (comparison.verdict) {
    case Verdict::drifted:
      return fmt::format("Drifted: {} of {} metrics moved ({}).",
                         std::ranges::count_if(results, is_drifted), computed,
                         titles_where(results, is_drifted));
    case Verdict::undecided: {
      const std::string names = titles_where(results, undecided);
      return names.empty() ? "Undecided: too little data for a verdict."
                           : fmt::format("Undecided: the data do not settle {}.", names);
    }
    case Verdict::stable:
      return fmt::format("Stable: none of {} metrics moved more than chance and size allow.",
                         computed);
  }
  std::unreachable();
}

std::string evidence(const Measurement& m) {
  if (!m.value) return "not applicable: " + m.not_applicable;
  std::string out = readable_number(*m.value);
  if (m.interval) {
    out += fmt::format(" [{}, {}]", readable_number(m.interval->low),
                       readable_number(m.interval->high));
  }
  if (m.threshold) out += fmt::format(", threshold {}", readable_number(*m.threshold));
  if (m.severity) out += fmt::format(", severity {}", name_of(*m.severity));
  if (m.direction != Direction::none) out += fmt::format(", {}", name_of(m.direction));
  if (m.p_adjusted) {
    out += fmt::format(", adjusted p {}", p_text(m.p_adjusted));
  } else if (m.p_value) {
    out += fmt::format(", p {}", p_text(m.p_value));
  }
  return out + fmt::format(", {} results against {}", m.n_current, m.n_baseline);
}

std::string p_text(std::optional<double> p) {
  if (!p || !std::isfinite(*p)) return "n/a";
  return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

std::string value_text(std::optional<double> value) {
  return value ? readable_number(*value) : "n/a";
}

std::string interval_text(const std::optional<Interval>& interval) {
  if (!interval) return "n/a";
  return readable_number(interval->low) + " to " + readable_number(interval->high);
}

std::string percent_text(double share) {
  return std::isfinite(share) ? fmt::format("{:.1f}%", 100 * share) : "n/a";
}

std::string_view arrow_of(Direction direction) {
  switch (direction) {
    case Direction::none:
      return "";
    case Direction::increase:
      return "\u2191";
    case Direction::decrease:
      return "\u2193";
    case Direction::changed:
      return "\u2194";
  }
  std::unreachable();
}

}  // namespace plumb
