// The numbers behind each metric: means of the sides, test statistics, and what
// took which share before and after.
#pragma once

#include "measure/execution_metrics.h"
#include "measure/feature_space.h"
#include "record/comparison.h"

namespace plumb {

// All results of both sides, as sums.
struct WholeSides {
  std::vector<std::uint64_t> baseline_counts;
  std::vector<std::uint64_t> current_counts;
  std::vector<double> baseline_vector;
  std::vector<double> current_vector;
  std::uint64_t baseline_vectors = 0;  // results that have one
  std::uint64_t current_vectors = 0;
};

// Value, counts of results, direction, facts and changes of one metric, from all
// results; the reason where it does not apply.
Measurement describe(Statistic statistic, const FeatureSpace& space, const WholeSides& sides);

// What charts show.
Distribution length_distribution(const FeatureSpace& space, const WholeSides& sides);
std::vector<Transition> transitions_of(const FeatureSpace& space, const WholeSides& sides);

// A tool's name as people read it: marks become words in brackets.
std::string shown_tool(std::string_view name);

}  // namespace plumb
