#include "stats/ks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

#include "stats/kolmogorov.h"
#include "stats/sample.h"

namespace plumb {
namespace {

constexpr std::uint64_t kLargestExact = 10'000;

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Result<std::uint64_t> total_of(std::span<const ValueCount> histogram, std::string_view side) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    const double value = histogram[i].value;
    if (!std::isfinite(value) || (i > 0 && !(histogram[i - 1].value < value))) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the {} histogram has {} at position {}, where a finite value above "
                              "the one before it is needed",
                              side, value, i));
    }
    total += histogram[i].count;
  }
  if (total == 0) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the {} histogram counts nothing, so there is nothing to compare", side));
  }
  return total;
}

// Equal sizes: reflection gives a series of binomials (Gnedenko and Korolyuk
// 1951), P = 2 sum over k >= 1 of (-1)^(k+1) C(2n, n - k h) / C(2n, n). Each term
// is a product over the one before it, so it is summed from the last inwards.
double square_tail(std::uint64_t n, std::uint64_t h) {
  double tail = 0;
  for (std::uint64_t k = n / h + 1; k-- > 0;) {
    double ratio = 1;
    for (std::uint64_t j = 0; j < h; ++j) {
      // n - k h - j can reach 0 in the last term, which ends the product.
      const double top = static_cast<double>(n) - static_cast<double>(k * h + j);
      if (top <= 0) {
        ratio = 0;
        break;
      }
      ratio *= top / static_cast<double>(n + k * h + j + 1);
    }
    tail = ratio * (1 - tail);
  }
  return 2 * tail;
}

// Unequal sizes: the share of lattice paths from (0, 0) to (n, m) that touch
// |i m' - j n'| >= h, with n' = n / gcd and m' = m / gcd. With u(i, j) the share
// among the paths to (i, j), u = 1 outside, and inside
//   u(i, j) = (i u(i - 1, j) + j u(i, j - 1)) / (i + j)
// (Viehmann 2021): sums of positive numbers, so nothing cancels, and no binomial
// can overflow. One row is kept; only the band between the lines is visited.
double path_tail(std::int64_t n, std::int64_t m, std::int64_t h) {
  const std::int64_t divisor = std::gcd(n, m);
  const std::int64_t n_step = n / divisor;
  const std::int64_t m_step = m / divisor;
  std::vector<double> touched(static_cast<std::size_t>(m) + 1, 1.0);
  for (std::int64_t i = 0; i <= n; ++i) {
    // Inside: i m' - h < j n' < i m' + h.
    const std::int64_t below = i * m_step - h;  // j n' has to exceed it
    const std::int64_t first = below < 0 ? 0 : below / n_step + 1;
    const std::int64_t last = std::min(m, (i * m_step + h - 1) / n_step);
    if (first > 0) touched[static_cast<std::size_t>(first - 1)] = 1;
    for (std::int64_t j = first; j <= last; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (i + j == 0) {
        touched[at] = 0;
        continue;
      }
      const double from_left = j > 0 ? static_cast<double>(j) * touched[at - 1] : 0.0;
      touched[at] = (static_cast<double>(i) * touched[at] + from_left) / static_cast<double>(i + j);
    }
  }
  return touched.back();
}

double exact_tail(double statistic, std::uint64_t n, std::uint64_t m) {
  const std::uint64_t multiple = n / std::gcd(n, m) * m;  // both distributions step by 1 / multiple
  const auto h =
      static_cast<std::uint64_t>(std::nearbyint(statistic * static_cast<double>(multiple)));
  if (h == 0) return 1;
  if (n == m) return square_tail(n, h);
  const auto [small, large] = std::minmax(n, m);
  return path_tail(static_cast<std::int64_t>(large), static_cast<std::int64_t>(small),
                   static_cast<std::int64_t>(h));
}

}  // namespace

Result<double> ks_statistic(std::span<const double> baseline, std::span<const double> current) {
  PLUMB_CHECK_RESULT(check_sample(baseline, "the baseline sample"));
  PLUMB_CHECK_RESULT(check_sample(current, "the current sample"));
  const std::vector<double> a = sorted_copy(baseline);
  const std::vector<double> b = sorted_copy(current);
  LargestGap gap(a.size(), b.size());
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double value = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == value) ++i;
    while (j < b.size() && b[j] == value) ++j;
    gap.show(i, j);
  }
  return gap.value();
}

Result<double> ks_statistic(std::span<const ValueCount> baseline,
                            std::span<const ValueCount> current) {
  PLUMB_TRY(const std::uint64_t n, total_of(baseline, "baseline"));
  PLUMB_TRY(const std::uint64_t m, total_of(current, "current"));
  LargestGap gap(n, m);
  std::uint64_t below_a = 0;
  std::uint64_t below_b = 0;
  for (std::size_t i = 0, j = 0; i < baseline.size() && j < current.size();) {
    const double value = std::min(baseline[i].value, current[j].value);
    if (baseline[i].value == value) below_a += baseline[i++].count;
    if (current[j].value == value) below_b += current[j++].count;
    gap.show(below_a, below_b);
  }
  return gap.value();
}

Result<KsTest> ks_p_value(double statistic, std::uint64_t n, std::uint64_t m) {
  if (n == 0 || m == 0 || !(statistic >= 0 && statistic <= 1)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a KS statistic of {} with {} and {} values has no p-value; it lies in "
                            "[0, 1], and each side has a value",
                            statistic, n, m));
  }
  if (std::max(n, m) <= kLargestExact) {
    return KsTest{statistic, std::clamp(exact_tail(statistic, n, m), 0.0, 1.0), KsMethod::exact};
  }
  const auto a = static_cast<double>(n);
  const auto b = static_cast<double>(m);
  const double effective = std::max(1.0, std::nearbyint(a * b / (a + b)));
  return KsTest{statistic, kolmogorov_tail(static_cast<std::uint64_t>(effective), statistic),
                KsMethod::asymptotic};
}

Result<KsTest> ks_test(std::span<const double> baseline, std::span<const double> current) {
  PLUMB_TRY(const double statistic, ks_statistic(baseline, current));
  return ks_p_value(statistic, baseline.size(), current.size());
}

Result<KsTest> ks_test(std::span<const ValueCount> baseline, std::span<const ValueCount> current) {
  PLUMB_TRY(const double statistic, ks_statistic(baseline, current));
  PLUMB_TRY(const std::uint64_t n, total_of(baseline, "baseline"));
  PLUMB_TRY(const std::uint64_t m, total_of(current, "current"));
  return ks_p_value(statistic, n, m);
}

}  // namespace plumb
