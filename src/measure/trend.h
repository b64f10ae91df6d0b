// The line through a session's scores, and the step where they turned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "record/trend.h"

namespace plumb {

// A shorter series says too little about its direction.
inline constexpr std::size_t kFewestStepsOfTrend = 8;

// Least squares of the values on their steps with the 95% interval of the slope. None
// with fewer than `fewest` values, or where all steps are one. `steps` and `values`
// have one length; ascending steps.
std::optional<Trend> trend_of(std::span<const std::int64_t> steps, std::span<const double> values,
                              std::size_t fewest);

inline constexpr std::uint64_t kTurningPointDraws = 1'999;  // of its permutation test

// The most likely change of mean with its permutation p-value. None with fewer than
// `fewest` values, and for a series that is constant.
std::optional<TurningPoint> turning_point_of(std::span<const std::int64_t> steps,
                                             std::span<const double> values, std::uint64_t seed,
                                             std::size_t fewest = kFewestStepsOfTrend);

}  // namespace plumb
