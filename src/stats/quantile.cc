#include "stats/quantile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "stats/sample.h"

namespace plumb {
namespace {

// Some of the values, in any order, with the middle one, or two, among them.
struct MiddlePart {
  std::vector<double> values;
  std::size_t smaller = 0;  // how many of those that were left out; the others are larger
};

// Of many values those around the middle of a sample of them, which are few: one pass in place of
// a search that moves them all. Where the sample misled, all values.
MiddlePart middle_part(std::span<const double> values) {
  constexpr std::size_t kMany = 100'000;
  constexpr std::size_t kEvery = 61;
  const auto all = [&] { return MiddlePart{{values.begin(), values.end()}}; };
  if (values.size() < kMany) return all();
  std::vector<double> sample;
  for (std::size_t i = 0; i < values.size(); i += kEvery) sample.push_back(values[i]);
  std::ranges::sort(sample);
  // Eight standard deviations of the rank of the median.
  const auto margin = static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(sample.size())));
  const double low = sample[sample.size() / 2 - margin];
  const double high = sample[sample.size() / 2 + margin];
  MiddlePart part;
  for (const double value : values) {
    if (value < low) ++part.smaller;
    if (value >= low && value <= high) part.values.push_back(value);
  }
  const std::size_t middle = values.size() / 2;
  const bool holds_it = part.smaller < middle && middle < part.smaller + part.values.size();
  return holds_it ? part : all();
}

}  // namespace

double quantile_of_sorted(std::span<const double> sorted, double q) {
  const double position = static_cast<double>(sorted.size() - 1) * q;
  const auto below = static_cast<std::size_t>(std::floor(position));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double fraction = position - static_cast<double>(below);
  const double low = sorted[below];
  const double high = sorted[below + 1];
  // From the nearer end, as numpy: exact at both, and monotone in q.
  return fraction < 0.5 ? low + (high - low) * fraction : high - (high - low) * (1 - fraction);
}

Result<double> quantile(std::span<const double> values, double q) {
  PLUMB_CHECK_RESULT(check_sample(values, "the sample of a quantile"));
  if (!(q >= 0 && q <= 1)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a quantile's share is {}, and has to lie in [0, 1]", q));
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return quantile_of_sorted(sorted, q);
}

Result<double> median(std::span<const double> values) {
  PLUMB_CHECK_RESULT(check_sample(values, "the sample of a median"));
  MiddlePart part = middle_part(values);
  const auto middle =
      part.values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2 - part.smaller);
  std::nth_element(part.values.begin(), middle, part.values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(part.values.begin(), middle);
  return below + (*middle - below) / 2;
}

double median_of_counts(std::span<const std::uint32_t> values,
                        std::span<const std::uint64_t> counts) {
  const std::uint64_t n = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (n == 0) return 0;
  const auto at = [&](std::uint64_t place) {
    std::uint64_t seen = 0;
    std::size_t i = 0;
    while ((seen += counts[i]) <= place) ++i;
    return static_cast<double>(values[i]);
  };
  return (at((n - 1) / 2) + at(n / 2)) / 2;
}

}  // namespace plumb
