// The statistics of execution drift as functions of two sides' sums.
//
// One definition serves the values over all results, every permuted and
// bootstrapped draw, leave-one-out and segments.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "measure/feature_space.h"
#include "record/measurement.h"

namespace plumb {

// The first seven are the specification's metrics, in its order.
enum class Statistic {
  response_length_ks,
  response_entropy,
  safety_score_delta,
  severity_psi,
  centroid_cosine,
  tool_frequency_chi2,
  tool_sequence_jaccard,
  mean_cost_delta,
  tool_transition_chi2,
};
inline constexpr std::size_t kStatisticCount = 9;
inline constexpr std::size_t kMetricCount = 7;

std::string_view name_of(Statistic statistic);
DriftType type_of(Statistic statistic);

// The statistic whose permuted values give a metric its p-value: itself but for
// the safety score, which stops at 0 where the mean cost does not.
std::size_t tested_statistic(std::size_t metric);

// Differences below it are rounding, not drift: permuted values this close to
// the observed one are ties.
double tie_tolerance_of(Statistic statistic);

// None where a side lacks what it needs. `scale` is that of the sums: none for
// those of all results, space.sample_scale() for those of sampled ones.
std::optional<double> compute(Statistic statistic, const FeatureSpace& space,
                              const SideSums& baseline, const SideSums& current,
                              const SampleScale& scale = {});

// The same for sums of sampled results, as an Evaluate: NaN for none.
void compute_all(const FeatureSpace& space, const SideSums& baseline, const SideSums& current,
                 std::span<double> values);

// What a result costs on average; none where no result has a severity.
std::optional<double> mean_cost(FeatureSpace::Sums severities);
// Shannon's, in bits, of the characters of all responses joined by spaces; none
// where there is no character but those spaces.
std::optional<double> character_entropy(const FeatureSpace& space, FeatureSpace::Sums counts);
// 1 - cos; none where a vector has no direction.
std::optional<double> cosine_distance(std::span<const double> a, std::span<const double> b);

}  // namespace plumb
