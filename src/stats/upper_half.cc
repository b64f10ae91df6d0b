#include "stats/upper_half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace plumb {
namespace {

// The values within [low, high], and how many lie below.
struct Slice {
  std::vector<double> values;
  std::size_t smaller = 0;
};

Slice slice_of(const UpperHalf& half, double low, double high, ThreadPool& pool) {
  constexpr std::size_t kRows = 16;
  // Numbers that are not negative are in the order of their bits.
  const auto from = std::bit_cast<std::uint64_t>(low);
  const std::uint64_t width = std::bit_cast<std::uint64_t>(high) - from;
  std::vector<Slice> parts((half.n() + kRows - 1) / kRows);
  pool.run(static_cast<int>(parts.size()), [&](int task, int) {
    Slice& part = parts[static_cast<std::size_t>(task)];
    std::size_t smaller = 0;
    const std::size_t first = static_cast<std::size_t>(task) * kRows;
    for (std::size_t row = first; row < std::min(half.n(), first + kRows); ++row) {
      for (const double value : half.row(row).subspan(1)) {
        // One branch that is seldom taken: which side of the middle a value lies on is chance.
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
        smaller += bits < from ? 1U : 0U;
        if (bits - from <= width) part.values.push_back(value);
      }
    }
    part.smaller = smaller;
  });
  Slice whole;
  for (const Slice& part : parts) {
    whole.smaller += part.smaller;
    whole.values.insert(whole.values.end(), part.values.begin(), part.values.end());
  }
  return whole;
}

// Of many values those around the middle of a sample of them, which are few; where the sample
// misled, all values.
Slice middle_slice(const UpperHalf& half, std::size_t count, ThreadPool& pool) {
  constexpr std::size_t kMany = 100'000;
  constexpr std::size_t kEvery = 61;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto all = [&] { return slice_of(half, 0, kInfinity, pool); };
  if (count < kMany) return all();
  std::vector<double> sample;
  std::size_t skipped = 0;
  for (std::size_t row = 0; row < half.n(); ++row) {
    const std::span<const double> behind = half.row(row).subspan(1);
    for (; skipped < behind.size(); skipped += kEvery) sample.push_back(behind[skipped]);
    skipped -= behind.size();
  }
  // Eight standard deviations of the rank of the median.
  const auto margin =
      static_cast<std::ptrdiff_t>(4 * std::sqrt(static_cast<double>(sample.size())));
  const auto centre = sample.begin() + std::ssize(sample) / 2;
  std::nth_element(sample.begin(), centre - margin, sample.end());
  std::nth_element(centre - margin, centre + margin, sample.end());
  Slice slice = slice_of(half, *(centre - margin), *(centre + margin), pool);
  const std::size_t middle = count / 2;
  const bool holds_it = slice.smaller < middle && middle < slice.smaller + slice.values.size();
  return holds_it ? slice : all();
}

}  // namespace

MiddleTwo middle_above_diagonal(const UpperHalf& half, ThreadPool& pool) {
  const std::size_t count = half.n() * (half.n() - 1) / 2;
  Slice slice = middle_slice(half, count, pool);
  const auto middle = slice.values.begin() + static_cast<std::ptrdiff_t>(count / 2 - slice.smaller);
  std::nth_element(slice.values.begin(), middle, slice.values.end());
  if (count % 2 == 1) return {*middle, *middle};
  return {*std::max_element(slice.values.begin(), middle), *middle};
}

}  // namespace plumb
