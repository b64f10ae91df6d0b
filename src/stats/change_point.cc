#include "stats/change_point.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "stats/permutation.h"
#include "stats/sample.h"

namespace plumb {
namespace {

constexpr std::size_t kLeastLevel = 2;

struct Split {
  std::size_t index = 0;
  double gain = 0;  // squared error that two means save over one
};

// `series` has mean 0, so with s the sum of the first k points the gain
// k (n - k) / n (s / k + s / (n - k))^2 is s^2 n / (k (n - k)).
Split best_split(std::span<const double> series) {
  const auto n = static_cast<double>(series.size());
  Split best;
  double sum = 0;
  for (std::size_t k = 1; k + kLeastLevel <= series.size(); ++k) {
    sum += series[k - 1];
    if (k < kLeastLevel) continue;
    const auto before = static_cast<double>(k);
    const double gain = sum * sum * n / (before * (n - before));
    // Splits that are equal but for rounding are equal: the first one stays.
    if (gain > best.gain * (1 + kTieTolerance)) best = {k, gain};
  }
  return best;
}

void shuffle(std::span<double> values, Rng rng) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[rng.below(i)]);
}

}  // namespace

Result<std::optional<ChangePoint>> find_change_point(std::span<const double> series,
                                                     const ChangePointOptions& options) {
  PLUMB_CHECK_RESULT(check_sample(series, "the series", 0));
  if (options.permutations == 0) {
    return fail(ErrorCode::invalid_input, "a permutation p-value needs at least 1 permutation");
  }
  if (series.size() < std::max(options.fewest, 2 * kLeastLevel)) return std::nullopt;
  const auto [least, most] = std::minmax_element(series.begin(), series.end());
  if (*least == *most) return std::nullopt;

  const double mean = mean_of(series);
  PLUMB_TRY(const double spread, check_result(squared_deviations(series, mean), "the series"));
  if (spread == 0) return std::nullopt;  // differences too small to square
  // Twice, since the first mean is rounded: then the sum is 0 to the last bits,
  // which best_split() rests on, however far from 0 the series lies.
  std::vector<double> centred(series.begin(), series.end());
  for (double& value : centred) value -= mean;
  const double remainder = mean_of(centred);
  for (double& value : centred) value -= remainder;

  const Split split = best_split(centred);
  std::vector<double> permuted(options.permutations);
  std::vector<double> shuffled;
  for (std::uint64_t draw = 0; draw < options.permutations; ++draw) {
    shuffled = centred;
    shuffle(shuffled, Rng(options.seed, draw));
    permuted[draw] = std::min(1.0, best_split(shuffled).gain / spread);
  }
  ChangePoint point;
  point.index = std::max(split.index, kLeastLevel);
  point.before = mean_of(series.first(point.index));
  point.after = mean_of(series.subspan(point.index));
  point.statistic = std::min(1.0, split.gain / spread);
  point.p_value = permutation_p_value(permuted, point.statistic);
  point.draws = options.permutations;
  return point;
}

}  // namespace plumb
