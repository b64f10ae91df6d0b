#include "measure/trend.h"

#include <vector>

#include "stats/change_point.h"
#include "stats/ols.h"

namespace plumb {

static_assert(kFewestStepsOfTrend == kLeastSeries);

// What fit_line and find_change_point refuse is a series without an answer: too short,
// or with one step only. Scores are finite.
std::optional<Trend> trend_of(std::span<const std::int64_t> steps, std::span<const double> values,
                              std::size_t fewest) {
  if (values.size() < fewest) return std::nullopt;
  const std::vector<double> x(steps.begin(), steps.end());
  const auto line = fit_line(x, values);
  if (!line) return std::nullopt;
  return Trend{line->slope, {line->slope_low, line->slope_high, 0.95}, values.size()};
}

std::optional<TurningPoint> turning_point_of(std::span<const std::int64_t> steps,
                                             std::span<const double> values, std::uint64_t seed,
                                             std::size_t fewest) {
  const auto found = find_change_point(
      values, {.permutations = kTurningPointDraws, .seed = seed, .fewest = fewest});
  if (!found || !*found) return std::nullopt;
  const ChangePoint& change = **found;
  return TurningPoint{steps[change.index], change.before, change.after, change.p_value};
}

}  // namespace plumb
