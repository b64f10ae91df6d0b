// Statistics of pairs, permuted, and the halves of matrices that they are made of.
#include "stats/pair_permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "stats/two_sample.h"
#include "stats/upper_half.h"

namespace plumb {
namespace {

// Sums over pairs by the matrix times each side's indicator, as two-sample draws give them.
TEST(PairSamples, DrawAndSumAsThePlainTwoSampleDoes) {
  Rng rng(7);
  constexpr std::size_t kBaseline = 45;
  constexpr std::size_t kRows = 107;
  std::vector<double> matrix(kRows * kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = i; j < kRows; ++j) {
      matrix[i * kRows + j] = matrix[j * kRows + i] = rng.uniform();
    }
  }
  const double largest = *std::ranges::max_element(matrix);
  std::vector<std::uint32_t> strata(kRows);
  for (auto& stratum : strata) stratum = static_cast<std::uint32_t>(rng.below(3));
  TwoSample plain{FeatureTable(kRows, kRows, static_cast<float>(largest)),
                  FeatureTable(kRows, kRows, static_cast<float>(largest)),
                  {strata.begin(), strata.begin() + kBaseline},
                  {strata.begin() + kBaseline, strata.end()}};
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::vector<FeatureCount> indicator = {{static_cast<std::uint32_t>(i), 1}};
    const auto row = std::span(matrix).subspan(i * kRows, kRows);
    (i < kBaseline ? plain.baseline : plain.current)
        .add_row(indicator, std::vector<float>(row.begin(), row.end()));
  }
  const double unit = largest / 32'767;
  const Evaluate evaluate = [&](const SideSums& b, const SideSums& c, std::span<double> values) {
    double sums[3] = {};
    for (std::size_t i = 0; i < kRows; ++i) {
      sums[0] += static_cast<double>(b.counts[i]) * static_cast<double>(b.vector[i]);
      sums[1] += static_cast<double>(c.counts[i]) * static_cast<double>(c.vector[i]);
      sums[2] += static_cast<double>(b.counts[i]) * static_cast<double>(c.vector[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) values[i] = sums[i] * unit;
  };
  ThreadPool pool(3);
  const auto expected =
      permuted_values(plain, {.draws = 150, .seed = 8, .values = 3}, evaluate, pool);
  const auto observed = observed_values(plain, 3, evaluate);
  UpperHalf half(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    std::ranges::copy(std::span(matrix).subspan(i * kRows + i, kRows - i), half.row(i).begin());
  }
  const std::vector<PairSamples> samples(3, PairSamples(half, largest, kBaseline));
  const Strata sides(kBaseline, plain.baseline_strata, kRows - kBaseline, plain.current_strata);
  const PairStatistic statistics[] = {[](const PairSums& sums) { return sums.baseline; },
                                      [](const PairSums& sums) { return sums.current; },
                                      [](const PairSums& sums) { return sums.between; }};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(samples[i].observed(statistics[i]), observed[i]);
  }
  EXPECT_EQ(permuted_pairs(samples, statistics, sides, 150, 8, pool), expected);
}

TEST(UpperHalf, FindsTheMiddleOfManyAndOfFew) {
  Rng rng(9);
  ThreadPool pool(2);
  for (const std::size_t n : {2UL, 3UL, 4UL, 5UL, 100UL, 600UL, 601UL}) {
    for (const bool all_but_few_are_zero : {false, true}) {
      UpperHalf half(n);
      std::vector<double> sorted;
      for (std::size_t i = 0; i < n; ++i) {
        for (double& value : half.row(i)) {
          value = all_but_few_are_zero && rng.below(9) > 0 ? 0 : rng.uniform();
        }
        const auto behind = half.row(i).subspan(1);
        sorted.insert(sorted.end(), behind.begin(), behind.end());
      }
      std::ranges::sort(sorted);
      const MiddleTwo found = middle_above_diagonal(half, pool);
      EXPECT_EQ(found.below, sorted[(sorted.size() - 1) / 2]);
      EXPECT_EQ(found.above, sorted[sorted.size() / 2]);
    }
  }
}

}  // namespace
}  // namespace plumb
