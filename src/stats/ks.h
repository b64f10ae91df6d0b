// Two-sample Kolmogorov-Smirnov: the largest gap between two empirical
// distributions, and the chance of such a gap between two samples of one system.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "base/result.h"

namespace plumb {

enum class KsMethod { exact, asymptotic };

struct KsTest {
  double statistic = 0;
  double p_value = 1;
  KsMethod method = KsMethod::exact;
};

// How often a value came.
struct ValueCount {
  double value = 0;
  std::uint64_t count = 0;
};

// The largest |i / n - j / m| of all (i, j) that it was shown, i of n and j of m values lying at or
// below some x. One division of whole numbers, |i m - j n| / (n m): the double nearest to the ratio
// while n m < 2^53 (94 million values a side), so that a gap of 4 in 20 is 0.2 wherever it stands.
// n and m are not 0.
class LargestGap {
 public:
  LargestGap(std::uint64_t n, std::uint64_t m)
      : n_(static_cast<double>(n)), m_(static_cast<double>(m)) {}

  void show(std::uint64_t i, std::uint64_t j) {
    const double gap = std::abs(static_cast<double>(i) * m_ - static_cast<double>(j) * n_);
    if (gap > largest_) largest_ = gap;
  }
  double value() const { return largest_ / (n_ * m_); }

 private:
  double n_;
  double m_;
  double largest_ = 0;
};

// sup over x of |F_baseline(x) - F_current(x)|, in [0, 1].
// O(n log n + m log m). Fails with invalid_input where a side is empty or has a
// value that is not finite.
Result<double> ks_statistic(std::span<const double> baseline, std::span<const double> current);

// The same of two histograms, each strictly ascending by value, without
// unfolding them. O(n + m). Also fails where the order is broken, and where a
// side counts nothing.
Result<double> ks_statistic(std::span<const ValueCount> baseline,
                            std::span<const ValueCount> current);

// P(D >= statistic) for two samples of n and m values of one continuous
// distribution (with ties it is conservative), two-sided. Exact where the larger
// sample has at most 10,000 values, else the one-sample distribution with
// round(n m / (n + m)) values: the rules of scipy.stats.ks_2samp(method="auto").
//
// The exact one counts lattice paths: O(n m statistic) at worst, and O(n) where
// n = m. Fails with invalid_input where a side is empty or the statistic is not
// in [0, 1].
Result<KsTest> ks_p_value(double statistic, std::uint64_t n, std::uint64_t m);

// Statistic and p-value together.
Result<KsTest> ks_test(std::span<const double> baseline, std::span<const double> current);
Result<KsTest> ks_test(std::span<const ValueCount> baseline, std::span<const ValueCount> current);

}  // namespace plumb
