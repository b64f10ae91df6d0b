// Comparisons made by hand, as compare_executions would give them: what the
// judge, the gates and the writers are tested with.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "record/comparison.h"

namespace plumb::testing {

// A measurement of `n` results a side whose p-value, excess and interval are
// those of a value that chance alone explains.
inline Measurement made_measurement(DriftType type, std::string metric, double value,
                                    std::uint64_t n = 50) {
  Measurement made;
  made.type = type;
  made.metric = std::move(metric);
  made.value = value;
  made.direction = value == 0 ? Direction::none : Direction::changed;
  made.n_current = made.n_baseline = made.p_n_current = made.p_n_baseline = n;
  made.p_value = 0.5;
  made.interval = Interval{value, value + 0.1, 0.95};
  made.excess = 0.0;
  made.excess_interval = Interval{-0.05, 0.05, 0.95};
  return made;
}

// Turns it into one that chance does not explain.
inline Measurement moved(Measurement measurement, double p_value = 0.0005) {
  measurement.p_value = p_value;
  measurement.excess = *measurement.value - 0.02;
  measurement.excess_interval =
      Interval{*measurement.excess - 0.1, *measurement.excess + 0.1, 0.95};
  return measurement;
}

inline Measurement not_applicable(DriftType type, std::string metric, std::string why) {
  Measurement made;
  made.type = type;
  made.metric = std::move(metric);
  made.not_applicable = std::move(why);
  return made;
}

// The seven, all of value `value`, not yet judged.
inline Comparison made_comparison(double value = 0.05, std::uint64_t n = 50) {
  Comparison made;
  made.current.name = "current";
  made.current.source = "current.jsonl";
  made.baseline.name = "baseline";
  made.baseline.source = "baseline.jsonl";
  for (ComparedSide* side : {&made.current, &made.baseline}) {
    side->results = side->with_severity = side->with_trace = n;
    side->severity_counts = {0, 0, 1, n - 1, 0, 0};
  }
  using enum DriftType;
  made.results = {made_measurement(output, "response_length_ks", value, n),
                  made_measurement(output, "response_entropy", value, n),
                  made_measurement(safety, "safety_score_delta", value, n),
                  made_measurement(distribution, "severity_psi", value, n),
                  made_measurement(embedding, "centroid_cosine", value, n),
                  made_measurement(agent_tool, "tool_frequency_chi2", value, n),
                  made_measurement(agent_tool, "tool_sequence_jaccard", value, n)};
  made.additional = {made_measurement(embedding, "mmd_rbf", value, n)};
  made.provenance.plumb_version = "0.1.0";
  made.provenance.permutations = 1'999;
  made.provenance.bootstrap_draws = 999;
  made.provenance.sample_rows = 10'000;
  return made;
}

}  // namespace plumb::testing
