#include "measure/execution_facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "stats/chi_square.h"
#include "stats/ks.h"
#include "stats/quantile.h"

namespace plumb {
namespace {

using Sums = FeatureSpace::Sums;

std::uint64_t total_of(Sums counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double share(std::uint64_t count, std::uint64_t total) {
  return total == 0 ? 0 : static_cast<double>(count) / static_cast<double>(total);
}

Direction direction_of(double before, double after) {
  if (after > before) return Direction::increase;
  if (after < before) return Direction::decrease;
  return Direction::none;
}

double mean_of(const std::vector<std::uint32_t>& values, Sums counts) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += static_cast<double>(values[i]) * static_cast<double>(counts[i]);
  }
  return sum / static_cast<double>(total_of(counts));
}

// By how much their shares differ, the largest first; what neither side has is left out.
template <class NameOf>
std::vector<Change> changes_of(Sums baseline, Sums current, const NameOf& name_at) {
  const std::uint64_t n_baseline = total_of(baseline);
  const std::uint64_t n_current = total_of(current);
  std::vector<Change> changes;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    if (baseline[i] == 0 && current[i] == 0) continue;
    changes.push_back({name_at(i), baseline[i], current[i], share(baseline[i], n_baseline),
                       share(current[i], n_current)});
  }
  std::ranges::sort(changes, [](const Change& a, const Change& b) {
    const double of_a = std::abs(a.current_share - a.baseline_share);
    const double of_b = std::abs(b.current_share - b.baseline_share);
    return of_a != of_b ? of_a > of_b : a.name < b.name;
  });
  return changes;
}

// Set and share-weighted Jaccard similarity of aligned counts. Shares are compared as counts times
// the other side's total, which are whole numbers: sums of rounded shares are not.
std::pair<double, double> jaccards(Sums baseline, Sums current) {
  const auto n_baseline = static_cast<double>(total_of(baseline));
  const auto n_current = static_cast<double>(total_of(current));
  double shared = 0;
  double all = 0;
  double shared_shares = 0;
  double all_shares = 0;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    if (baseline[i] == 0 && current[i] == 0) continue;
    const double b = static_cast<double>(baseline[i]) * n_current;
    const double c = static_cast<double>(current[i]) * n_baseline;
    all += 1;
    shared += baseline[i] > 0 && current[i] > 0 ? 1 : 0;
    shared_shares += std::min(b, c);
    all_shares += std::max(b, c);
  }
  return {shared / all, shared_shares / all_shares};
}

class Description {
 public:
  Description(Statistic statistic, const FeatureSpace& space, const WholeSides& sides)
      : space_(space), sides_(sides), b_(sides.baseline_counts), c_(sides.current_counts) {
    out_.type = type_of(statistic);
    out_.metric = name_of(statistic);
  }

  Measurement describe(Statistic statistic) {
    fill_value(statistic);
    fill_counts(statistic);
    if (!out_.value) {
      out_.not_applicable = why_not(statistic);
      return std::move(out_);
    }
    if (*out_.value > 0) out_.direction = Direction::changed;
    switch (statistic) {
      case Statistic::response_length_ks:
        describe_lengths();
        break;
      case Statistic::response_entropy:
        describe_entropy();
        break;
      case Statistic::safety_score_delta:
      case Statistic::mean_cost_delta:
        describe_safety();
        break;
      case Statistic::severity_psi:
        describe_severities();
        break;
      case Statistic::centroid_cosine:
        fact("cosine", 1 - *out_.value);
        break;
      case Statistic::tool_frequency_chi2:
        describe_tools();
        break;
      case Statistic::tool_sequence_jaccard:
        describe_sequences();
        break;
      case Statistic::tool_transition_chi2:
        describe_chi_square(space_.transitions(b_), space_.transitions(c_));
        break;
    }
    return std::move(out_);
  }

 private:
  void fact(std::string name, std::optional<double> value) {
    out_.facts.push_back({std::move(name), value});
  }

  void fill_value(Statistic statistic) {
    out_.value = statistic == Statistic::centroid_cosine
                     ? cosine_distance(sides_.baseline_vector, sides_.current_vector)
                     : compute(statistic, space_, {b_, {}}, {c_, {}});
  }

  void fill_counts(Statistic statistic) {
    const auto counted = [&](Sums sums) -> std::uint64_t {
      switch (statistic) {
        case Statistic::response_length_ks:
          return total_of(space_.lengths(sums));
        case Statistic::safety_score_delta:
        case Statistic::mean_cost_delta:
        case Statistic::severity_psi:
          return total_of(FeatureSpace::severities(sums));
        case Statistic::tool_frequency_chi2:
        case Statistic::tool_sequence_jaccard:
        case Statistic::tool_transition_chi2:
          return traces_of(sums);
        case Statistic::response_entropy:
        case Statistic::centroid_cosine:
          return FeatureSpace::results(sums);
      }
      std::unreachable();
    };
    const bool of_vectors = statistic == Statistic::centroid_cosine;
    out_.n_baseline = of_vectors ? sides_.baseline_vectors : counted(b_);
    out_.n_current = of_vectors ? sides_.current_vectors : counted(c_);
  }

  // Every trace starts once.
  std::uint64_t traces_of(Sums sums) const {
    std::uint64_t traces = 0;
    for (std::size_t i = 0; i < space_.transition_names().size(); ++i) {
      if (space_.transition_names()[i].first == kStartMark) traces += space_.transitions(sums)[i];
    }
    return traces;
  }

  std::string why_not(Statistic statistic) const {
    switch (type_of(statistic)) {
      case DriftType::output:
        return "every response of a side is blank";
      case DriftType::safety:
      case DriftType::distribution:
        return "a side has no result with a severity";
      case DriftType::embedding:
        return "a side has no embeddings, or their mean has no direction";
      case DriftType::agent_tool:
        return "a side has no tool trace";
    }
    std::unreachable();
  }

  void describe_lengths() {
    const Sums before = space_.lengths(b_);
    const Sums after = space_.lengths(c_);
    const double mean_before = mean_of(space_.length_values(), before);
    const double mean_after = mean_of(space_.length_values(), after);
    fact("mean_baseline", mean_before);
    fact("mean_current", mean_after);
    fact("median_baseline", median_of_counts(space_.length_values(), before));
    fact("median_current", median_of_counts(space_.length_values(), after));
    const auto test = ks_p_value(*out_.value, total_of(before), total_of(after));
    fact("ks_p_value", test ? std::optional(test->p_value) : std::nullopt);
    if (*out_.value > 0) out_.direction = direction_of(mean_before, mean_after);
  }

  void describe_entropy() {
    const auto before = character_entropy(space_, b_);
    const auto after = character_entropy(space_, c_);
    fact("entropy_baseline", before);
    fact("entropy_current", after);
    out_.direction = direction_of(*before, *after);
  }

  void describe_safety() {
    const auto score = [](Sums sums) {
      return safety_score(
          std::span<const std::uint64_t, kSeverityCount>(FeatureSpace::severities(sums)));
    };
    fact("score_baseline", score(b_));
    fact("score_current", score(c_));
    fact("mean_cost_baseline", mean_cost(FeatureSpace::severities(b_)));
    fact("mean_cost_current", mean_cost(FeatureSpace::severities(c_)));
    out_.changes = severity_changes();
    out_.direction = direction_of(score(b_), score(c_));
  }

  // Increase: results became graver.
  void describe_severities() {
    out_.changes = severity_changes();
    if (*out_.value > 0) {
      out_.direction = direction_of(*mean_cost(FeatureSpace::severities(b_)),
                                    *mean_cost(FeatureSpace::severities(c_)));
    }
  }

  std::vector<Change> severity_changes() const {
    return changes_of(FeatureSpace::severities(b_), FeatureSpace::severities(c_),
                      [](std::size_t i) { return std::string(name_of(kSeverities[i])); });
  }

  void describe_chi_square(Sums before, Sums after) {
    const auto test = chi_square(before, after);
    if (!test) return;
    fact("statistic", test->statistic);
    fact("degrees_of_freedom", static_cast<double>(test->degrees));
    fact("asymptotic_p_value", test->p_value);
    fact("cramers_v", test->cramers_v);
  }

  void describe_tools() {
    const Sums before = space_.tools(b_);
    const Sums after = space_.tools(c_);
    describe_chi_square(before, after);
    fact("calls_baseline", static_cast<double>(total_of(before)));
    fact("calls_current", static_cast<double>(total_of(after)));
    out_.changes = changes_of(before, after,
                              [this](std::size_t i) { return shown_tool(space_.tool_names()[i]); });
  }

  void describe_sequences() {
    const auto [tool_set, tool_shares] = jaccards(space_.tools(b_), space_.tools(c_));
    const auto [_, pair_shares] = jaccards(space_.transitions(b_), space_.transitions(c_));
    fact("tool_set_jaccard", tool_set);
    fact("tool_share_jaccard", tool_shares);
    fact("transition_share_jaccard", pair_shares);
    out_.changes =
        changes_of(space_.transitions(b_), space_.transitions(c_), [this](std::size_t i) {
          const auto& [from, to] = space_.transition_names()[i];
          return shown_tool(from) + " > " + shown_tool(to);
        });
  }

  const FeatureSpace& space_;
  const WholeSides& sides_;
  Sums b_;
  Sums c_;
  Measurement out_;
};

}  // namespace

Measurement describe(Statistic statistic, const FeatureSpace& space, const WholeSides& sides) {
  return Description(statistic, space, sides).describe(statistic);
}

Distribution length_distribution(const FeatureSpace& space, const WholeSides& sides) {
  Distribution chart;
  chart.name = "response_length";
  chart.unit = "characters";
  const std::vector<std::uint32_t>& values = space.length_values();
  if (values.empty()) return chart;
  constexpr std::size_t kMostBins = 40;
  const double low = values.front();
  const double span = static_cast<double>(values.back()) - low + 1;
  const auto bins = static_cast<std::size_t>(std::min(static_cast<double>(kMostBins), span));
  for (std::size_t i = 0; i <= bins; ++i) {
    chart.edges.push_back(low + span * static_cast<double>(i) / static_cast<double>(bins));
  }
  chart.baseline.resize(bins);
  chart.current.resize(bins);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double place = (static_cast<double>(values[i]) - low) / span * static_cast<double>(bins);
    const std::size_t bin = std::min(bins - 1, static_cast<std::size_t>(place));
    chart.baseline[bin] += space.lengths(sides.baseline_counts)[i];
    chart.current[bin] += space.lengths(sides.current_counts)[i];
  }
  return chart;
}

std::vector<Transition> transitions_of(const FeatureSpace& space, const WholeSides& sides) {
  std::vector<Transition> transitions;
  for (std::size_t i = 0; i < space.transition_names().size(); ++i) {
    const auto& [from, to] = space.transition_names()[i];
    transitions.push_back({shown_tool(from), shown_tool(to),
                           space.transitions(sides.baseline_counts)[i],
                           space.transitions(sides.current_counts)[i]});
  }
  return transitions;
}

std::string shown_tool(std::string_view name) {
  if (name == kNoCall) return "(no call)";
  if (name == kStartMark) return "(start)";
  if (name == kEndMark) return "(end)";
  return std::string(name);
}

}  // namespace plumb
