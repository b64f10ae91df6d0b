// How a series goes over its steps: a line through it, and the step where it turned.
#pragma once

#include <cstdint>

#include "record/measurement.h"

namespace plumb {

// Least squares of the value on the step.
struct Trend {
  double slope = 0;     // a step
  Interval interval;    // of the slope
  std::uint64_t n = 0;  // values

  friend bool operator==(const Trend&, const Trend&) = default;
};

// The split of a series into two means that explains most of it.
struct TurningPoint {
  std::int64_t step = 0;  // the first one behind the change
  double mean_before = 0;
  double mean_after = 0;
  double p_value = 1;  // that a series in random order splits as well

  friend bool operator==(const TurningPoint&, const TurningPoint&) = default;
};

}  // namespace plumb
