// What a measure returns: a value, how sure it is, and what stands behind it.
//
// A measure (measure/) fills everything up to the explanations; what it means
// (threshold, exceeded, severity, verdict, p_adjusted) is the judge's to fill.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/severity.h"

namespace plumb {

enum class DriftType { output, safety, distribution, embedding, agent_tool };
std::string_view name_of(DriftType type);

// Which way the current side moved against the baseline. `changed` is a move
// that has no up or down: other tools, other characters.
enum class Direction { none, increase, decrease, changed };
std::string_view name_of(Direction direction);

enum class Verdict { stable, undecided, drifted };
std::string_view name_of(Verdict verdict);

struct Interval {
  double low = 0;
  double high = 0;
  double level = 0.95;

  friend bool operator==(const Interval&, const Interval&) = default;
};

// A named number of a measure's details: a test's statistic, a mean of one side.
struct Fact {
  std::string name;
  std::optional<double> value;  // none is null, never 0
};

// How much one thing took part on either side: a tool, a transition, a severity.
struct Change {
  std::string name;
  std::uint64_t baseline = 0;  // counts
  std::uint64_t current = 0;
  double baseline_share = 0;  // of all counts of its side, in [0, 1]
  double current_share = 0;
};

// A response that moves the value: `influence` is the value minus the value
// without it. The largest come first.
struct Contribution {
  bool of_current = true;
  std::string id;
  std::string excerpt;  // the start of the response; empty where the text was not kept
  double influence = 0;
};

// The same metric within one label's value, current against baseline.
struct Segment {
  std::string label;
  std::string value;
  double metric_value = 0;
  std::optional<double> p_value;
  std::uint64_t n_current = 0;
  std::uint64_t n_baseline = 0;
};

struct Measurement {
  DriftType type = DriftType::output;
  std::string metric;
  std::optional<double> value;  // none: not applicable
  std::string not_applicable;   // why, as a clause; empty where there is a value
  Direction direction = Direction::none;
  std::uint64_t n_current = 0;  // results that took part
  std::uint64_t n_baseline = 0;

  std::optional<double> p_value;
  std::uint64_t p_n_current = 0;  // results that the p-value, interval and explanations rest on
  std::uint64_t p_n_baseline = 0;
  std::optional<Interval> interval;  // of the value
  std::optional<double> excess;      // value minus the median of its permuted values
  std::optional<Interval> excess_interval;

  std::vector<Fact> facts;
  std::vector<Change> changes;
  std::vector<Contribution> contributions;
  std::vector<Segment> segments;

  // Filled by the judge.
  std::optional<double> threshold;
  std::optional<bool> exceeded;
  std::optional<Severity> severity;
  std::optional<double> p_adjusted;
  std::optional<Verdict> verdict;
};

}  // namespace plumb
