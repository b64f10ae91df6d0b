// Intervals by resampling (Efron and Tibshirani 1993): percentile and BCa.
//
// Draw d of n takes its n indices, with replacement, from Rng(seed, d).below(n):
// the same interval on every machine, and it can be repeated elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/result.h"

namespace plumb {

enum class BootstrapMethod { percentile, bca };

struct BootstrapOptions {
  std::uint64_t draws = 1'999;
  std::uint64_t seed = 42;
  double level = 0.95;
  BootstrapMethod method = BootstrapMethod::bca;
};

struct BootstrapInterval {
  double estimate = 0;  // the statistic of the sample itself
  double low = 0;
  double high = 0;
  double level = 0.95;
  std::uint64_t draws = 0;
  // What was used: BCa gives way to percentile where all draws lie on one side
  // of the estimate, or the jackknife values do not vary.
  BootstrapMethod method = BootstrapMethod::percentile;
  double bias = 0;          // z0 of BCa, 0 for percentile
  double acceleration = 0;  // a of BCa, 0 for percentile
};

// The statistic of the rows at the given indices, which may come several times.
using IndexedStatistic = std::function<double(std::span<const std::size_t> indices)>;

// percentile: the quantiles (1 - level) / 2 and (1 + level) / 2 of the draws.
// BCa (Efron 1987): the quantiles Phi(z0 + (z0 + z) / (1 - a (z0 + z))), with
//   z0 = Phi^-1(share of draws below the estimate, ties counted half; values
//        within 1e-12 of the largest count as tied, whatever their last bits),
//   a  = sum of u^3 / (6 (sum of u^2)^1.5), u = mean - value of the jackknife.
//
// Calls the statistic draws + 1 times, BCa n times more. Fails with
// invalid_input below 2 rows, for no draws, for a level that is not between 0
// and 1, and where the statistic is not finite.
Result<BootstrapInterval> bootstrap_interval(std::size_t rows, const IndexedStatistic& statistic,
                                             const BootstrapOptions& options = {});

// The values of every draw, in order, for callers that want more than an interval.
Result<std::vector<double>> bootstrap_values(std::size_t rows, const IndexedStatistic& statistic,
                                             const BootstrapOptions& options = {});

// The mean of numbers, the commonest statistic, without a function.
Result<BootstrapInterval> bootstrap_mean(std::span<const double> sample,
                                         const BootstrapOptions& options = {});

}  // namespace plumb
