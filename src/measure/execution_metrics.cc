#include "measure/execution_metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "stats/chi_square.h"
#include "stats/entropy.h"
#include "stats/ks.h"
#include "stats/psi.h"

namespace plumb {
namespace {

using Sums = FeatureSpace::Sums;

std::uint64_t total_of(Sums counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// Kolmogorov-Smirnov over aligned histograms.
std::optional<double> largest_gap(Sums baseline, Sums current) {
  const std::uint64_t n_baseline = total_of(baseline);
  const std::uint64_t n_current = total_of(current);
  if (n_baseline == 0 || n_current == 0) return std::nullopt;
  std::uint64_t up_to_baseline = 0;
  std::uint64_t up_to_current = 0;
  LargestGap gap(n_baseline, n_current);
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    up_to_baseline += baseline[i];
    up_to_current += current[i];
    gap.show(up_to_baseline, up_to_current);
  }
  return gap.value();
}

std::optional<double> entropy_change(const FeatureSpace& space, Sums baseline, Sums current) {
  const auto before = character_entropy(space, baseline);
  const auto after = character_entropy(space, current);
  if (!before || !after) return std::nullopt;
  constexpr double kLeastEntropy = 0.001;
  return std::abs(*after - *before) / std::max(*before, kLeastEntropy);
}

// The safety score of `scale` times as many results.
double score_of(Sums severities, double scale) {
  double cost = 0;
  for (std::size_t i = 0; i < kSeverityCount; ++i) {
    cost += cost_of(kSeverities[i]) * static_cast<double>(severities[i]);
  }
  return std::clamp(100 - scale * cost, 0.0, 100.0);
}

std::optional<double> safety_change(Sums baseline, Sums current, const SampleScale& scale) {
  if (total_of(baseline) == 0 || total_of(current) == 0) return std::nullopt;
  return std::abs(score_of(current, scale.current) - score_of(baseline, scale.baseline)) / 100;
}

std::optional<double> cost_change(Sums baseline, Sums current) {
  const auto before = mean_cost(baseline);
  const auto after = mean_cost(current);
  if (!before || !after) return std::nullopt;
  return std::abs(*after - *before);
}

std::optional<double> stability_index(Sums baseline, Sums current) {
  const auto value = population_stability_index(baseline, current);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<double> corrected_v(Sums baseline, Sums current) {
  const auto value = corrected_cramers_v(baseline, current);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<double> set_distance(Sums baseline, Sums current) {
  if (total_of(baseline) == 0 || total_of(current) == 0) return std::nullopt;
  std::size_t shared = 0;
  std::size_t all = 0;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    shared += baseline[i] > 0 && current[i] > 0 ? 1U : 0U;
    all += baseline[i] > 0 || current[i] > 0 ? 1U : 0U;
  }
  // 1 - shared / all, rounded once: a distance of 1 in 5 is 0.2.
  return static_cast<double>(all - shared) / static_cast<double>(all);
}

// 1 - a.b / (|a| |b|), within [0, 2].
template <class Component>
std::optional<double> distance_of(std::span<const Component> a, std::span<const Component> b) {
  if (a.size() != b.size()) return std::nullopt;  // a side has no vectors at all
  double product = 0;
  double a_squares = 0;
  double b_squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = static_cast<double>(a[i]);
    const double y = static_cast<double>(b[i]);
    product += x * y;
    a_squares += x * x;
    b_squares += y * y;
  }
  if (a_squares == 0 || b_squares == 0) return std::nullopt;
  return 1 - std::clamp(product / std::sqrt(a_squares * b_squares), -1.0, 1.0);
}

}  // namespace

std::string_view name_of(Statistic statistic) {
  switch (statistic) {
    case Statistic::response_length_ks:
      return "response_length_ks";
    case Statistic::response_entropy:
      return "response_entropy";
    case Statistic::safety_score_delta:
      return "safety_score_delta";
    case Statistic::severity_psi:
      return "severity_psi";
    case Statistic::centroid_cosine:
      return "centroid_cosine";
    case Statistic::tool_frequency_chi2:
      return "tool_frequency_chi2";
    case Statistic::tool_sequence_jaccard:
      return "tool_sequence_jaccard";
    case Statistic::mean_cost_delta:
      return "mean_cost_delta";
    case Statistic::tool_transition_chi2:
      return "tool_transition_chi2";
  }
  std::unreachable();
}

DriftType type_of(Statistic statistic) {
  switch (statistic) {
    case Statistic::response_length_ks:
    case Statistic::response_entropy:
      return DriftType::output;
    case Statistic::safety_score_delta:
    case Statistic::mean_cost_delta:
      return DriftType::safety;
    case Statistic::severity_psi:
      return DriftType::distribution;
    case Statistic::centroid_cosine:
      return DriftType::embedding;
    case Statistic::tool_frequency_chi2:
    case Statistic::tool_sequence_jaccard:
    case Statistic::tool_transition_chi2:
      return DriftType::agent_tool;
  }
  std::unreachable();
}

std::size_t tested_statistic(std::size_t metric) {
  return static_cast<Statistic>(metric) == Statistic::safety_score_delta
             ? static_cast<std::size_t>(Statistic::mean_cost_delta)
             : metric;
}

double tie_tolerance_of(Statistic statistic) {
  // A cosine near 1 is known to about 1e-16, its vectors to one step of 2^-15.
  return statistic == Statistic::centroid_cosine ? 1e-10 : 1e-12;
}

std::optional<double> compute(Statistic statistic, const FeatureSpace& space,
                              const SideSums& baseline, const SideSums& current,
                              const SampleScale& scale) {
  const Sums b = baseline.counts;
  const Sums c = current.counts;
  switch (statistic) {
    case Statistic::response_length_ks:
      return largest_gap(space.lengths(b), space.lengths(c));
    case Statistic::response_entropy:
      return entropy_change(space, b, c);
    case Statistic::safety_score_delta:
      return safety_change(FeatureSpace::severities(b), FeatureSpace::severities(c), scale);
    case Statistic::severity_psi:
      return stability_index(FeatureSpace::severities(b), FeatureSpace::severities(c));
    case Statistic::centroid_cosine:
      return distance_of(baseline.vector, current.vector);
    case Statistic::tool_frequency_chi2:
      return corrected_v(space.tools(b), space.tools(c));
    case Statistic::tool_sequence_jaccard:
      return set_distance(space.transitions(b), space.transitions(c));
    case Statistic::mean_cost_delta:
      return cost_change(FeatureSpace::severities(b), FeatureSpace::severities(c));
    case Statistic::tool_transition_chi2:
      return corrected_v(space.transitions(b), space.transitions(c));
  }
  std::unreachable();
}

void compute_all(const FeatureSpace& space, const SideSums& baseline, const SideSums& current,
                 std::span<double> values) {
  for (std::size_t i = 0; i < kStatisticCount; ++i) {
    values[i] = compute(static_cast<Statistic>(i), space, baseline, current, space.sample_scale())
                    .value_or(std::numeric_limits<double>::quiet_NaN());
  }
}

std::optional<double> mean_cost(Sums severities) {
  const std::uint64_t results = total_of(severities);
  if (results == 0) return std::nullopt;
  double cost = 0;
  for (std::size_t i = 0; i < kSeverityCount; ++i) {
    cost += cost_of(kSeverities[i]) * static_cast<double>(severities[i]);
  }
  return cost / static_cast<double>(results);
}

std::optional<double> character_entropy(const FeatureSpace& space, Sums counts) {
  // A side whose responses are all blank has no length either.
  if (total_of(space.lengths(counts)) == 0) return std::nullopt;
  const Sums characters = space.characters(counts);
  std::vector<std::uint64_t> joined(characters.begin(), characters.end());
  joined[space.space()] += FeatureSpace::results(counts) - 1;
  const auto entropy = shannon_entropy(joined);
  return entropy ? std::optional(*entropy) : std::nullopt;
}

std::optional<double> cosine_distance(std::span<const double> a, std::span<const double> b) {
  return distance_of(a, b);
}

}  // namespace plumb
