// Sums and permutations over additive features, against slow obvious ones.
#include "stats/two_sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/cpu.h"
#include "base/rng.h"
#include "stats/subset_sums.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

constexpr std::size_t kFeatures = 11;

FeatureTable random_table(std::size_t rows, std::size_t dimension, std::uint32_t largest_count,
                          Rng& rng) {
  FeatureTable table(kFeatures, dimension, 1.0F);
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<FeatureCount> counts;
    for (std::uint32_t feature = 0; feature < kFeatures; ++feature) {
      if (rng.below(3) == 0) {
        counts.push_back({feature, static_cast<std::uint32_t>(1 + rng.below(largest_count))});
      }
    }
    std::vector<float> vector(rng.below(5) == 0 ? 0 : dimension);
    for (float& component : vector) component = static_cast<float>(2 * rng.uniform() - 1);
    table.add_row(counts, vector);
  }
  return table;
}

std::int64_t component(const FeatureTable& table, std::size_t row, std::size_t i) {
  return table.vector_pairs()[((row / 2) * table.dimension() + i) * 2 + row % 2];
}

// The sums of each draw by its weights, [row][draws].
void expect_sums_of_a_plain_loop(const FeatureTable& table, std::span<const std::uint8_t> weights,
                                 std::size_t draws, const BatchSums& sums) {
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::vector<std::uint64_t> counts(kFeatures);
    std::vector<std::int64_t> vector(table.dimension());
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::uint8_t weight = weights[row * draws + draw];
      for (const auto& entry : table.counts(row))
        counts[entry.feature] += std::uint64_t{weight} * entry.count;
      for (std::size_t i = 0; i < vector.size(); ++i)
        vector[i] += weight * component(table, row, i);
    }
    for (std::size_t i = 0; i < kFeatures; ++i) {
      ASSERT_EQ(sums.counts[draw * kFeatures + i], counts[i]) << draw << " " << i;
    }
    for (std::size_t i = 0; i < vector.size(); ++i) {
      ASSERT_EQ(sums.vectors[draw * vector.size() + i], vector[i]) << draw << " " << i;
    }
  }
}

void expect_weighted_sums_of_a_plain_loop(const FeatureTable& table, SumPath path, Rng& rng) {
  std::vector<std::uint8_t> weights(table.rows() * kBatchDraws);
  // Of resampled rows the weights add up to their number: one in four is 4, the others 0.
  for (std::uint8_t& weight : weights) weight = static_cast<std::uint8_t>(4 * (rng.below(4) / 3));
  BatchSums sums;
  BatchScratch scratch;
  add_weighted_sums(table, weights, sums, scratch, path);
  expect_sums_of_a_plain_loop(table, weights, kBatchDraws, sums);
}

// Rows of others lie before and behind those of the table.
void expect_side_sums_of_a_plain_loop(const FeatureTable& table, SumPath path, Rng& rng) {
  constexpr std::size_t kBefore = 3;
  const std::size_t behind = rng.below(12);
  const std::size_t draws = kBatchDraws * (1 + rng.below(3));
  const std::size_t pooled = kBefore + table.rows() + behind;
  std::vector<std::uint8_t> by_draw(draws * pooled);
  for (std::uint8_t& side : by_draw) side = static_cast<std::uint8_t>(rng.below(2));
  SideSubsets sides;
  sides.assign(by_draw, pooled, kBefore, table.rows());
  std::vector<std::uint8_t> by_row(draws * table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t draw = 0; draw < draws; ++draw) {
      by_row[row * draws + draw] = by_draw[draw * pooled + kBefore + row];
    }
  }
  BatchSums sums;
  BatchScratch scratch;
  add_side_sums(table, sides, sums, scratch, path);
  for (std::size_t batch = 0; batch < draws / kBatchDraws; ++batch) {
    std::vector<std::uint8_t> weights;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto of_row = by_row.begin() + static_cast<std::ptrdiff_t>(row * draws);
      const auto first = of_row + static_cast<std::ptrdiff_t>(batch * kBatchDraws);
      weights.insert(weights.end(), first, first + kBatchDraws);
    }
    const std::size_t size = kBatchDraws * table.features();
    add_sparse_counts(table, weights, std::span(sums.counts).subspan(batch * size, size), scratch,
                      path);
  }
  expect_sums_of_a_plain_loop(table, by_row, draws, sums);
}

std::vector<SumPath> paths() {
  std::vector<SumPath> list = {SumPath::portable};
  if (cpu_features().avx2_fma) list.push_back(SumPath::avx2);
  if (cpu_features().avx512_vnni) list.push_back(SumPath::avx512_vnni);
  return list;
}

void expect_sums_are_those_of_a_plain_loop(const FeatureTable& table, SumPath path, Rng& rng) {
  expect_weighted_sums_of_a_plain_loop(table, path, rng);
  expect_side_sums_of_a_plain_loop(table, path, rng);
}

TEST(WeightedSums, AreThoseOfAPlainLoopOnEveryPath) {
  Rng rng(1);
  for (const SumPath path : paths()) {
    for (const std::size_t rows : {1UL, 2UL, 39UL, 40UL, 41UL, 65UL, 129UL, 1000UL}) {
      for (const std::size_t dimension : {0UL, 1UL, 5UL, 16UL, 17UL, 384UL}) {
        FeatureTable table = random_table(rows, dimension, 9, rng);
        expect_sums_are_those_of_a_plain_loop(table, path, rng);
        table.make_columns();
        expect_sums_are_those_of_a_plain_loop(table, path, rng);
      }
    }
  }
}

TEST(WeightedSums, HoldCountsBeyond32Bits) {
  Rng rng(2);
  const FeatureTable table = random_table(200, 2, 4'000'000'000U, rng);
  ASSERT_FALSE(table.fits_32_bits());
  for (const SumPath path : paths()) expect_sums_are_those_of_a_plain_loop(table, path, rng);
}

TEST(WeightedSums, HoldMoreRowsThan32BitsOfProducts) {
  FeatureTable table(1, 1, 1.0F);
  const float one[] = {1.0F};
  const FeatureCount many[] = {{0, 32'767}};
  for (int row = 0; row < 200'001; ++row) table.add_row(many, one);
  table.make_columns();
  ASSERT_EQ(table.column_features().size(), 1U);
  const std::vector<std::uint8_t> weights(table.rows() * kBatchDraws, 1);
  SideSubsets sides;
  sides.assign(weights, table.rows(), 0, table.rows());
  for (const SumPath path : paths()) {
    BatchScratch scratch;
    BatchSums of_weights;
    add_weighted_sums(table, weights, of_weights, scratch, path);
    BatchSums of_sides;
    add_side_sums(table, sides, of_sides, scratch, path);
    for (const BatchSums& sums : {of_weights, of_sides}) {
      EXPECT_EQ(sums.vectors.front(), 200'001LL * 32'767);
      EXPECT_EQ(sums.vectors.back(), 200'001LL * 32'767);
      EXPECT_EQ(sums.counts.front(), 200'001ULL * 32'767);
      EXPECT_EQ(sums.counts.back(), 200'001ULL * 32'767);
    }
  }
}

TEST(WeightedSums, OfATriangleAreThoseOfAPlainLoop) {
  Rng rng(3);
  constexpr std::size_t kRows = 201;
  FeatureTable table(kFeatures, kRows, 1.0F);
  std::vector<float> row(kRows);
  for (float& value : row) value = static_cast<float>(rng.uniform());
  for (std::size_t i = 0; i < kRows; ++i) {
    table.add_row({}, row);
    row[i] = 0;
  }
  EXPECT_EQ(table.first_component(50), 100U);
  for (const SumPath path : paths()) expect_sums_are_those_of_a_plain_loop(table, path, rng);
}

// Of a panel of components and some more, as many as rows.
TEST(WeightedSums, OverPairsOfASideAreThoseOfAPlainLoop) {
  Rng rng(10);
  constexpr std::size_t kRows = 531;
  FeatureTable table(kFeatures, kRows, 1.0F);
  std::vector<float> row(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    for (float& value : row) value = static_cast<float>(2 * rng.uniform() - 1);
    table.add_row({}, row);
  }
  std::vector<std::uint8_t> by_draw(kRows * kBatchDraws);
  for (std::uint8_t& side : by_draw) side = static_cast<std::uint8_t>(rng.below(2));
  SideSubsets sides;
  sides.assign(by_draw, kRows, 0, kRows);
  std::vector<std::int64_t> expected(kBatchDraws, 7);
  for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
    const std::uint8_t* const side = by_draw.data() + draw * kRows;
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t j = 0; j < kRows; ++j) {
        expected[draw] += side[i] * side[j] * component(table, i, j);
      }
    }
  }
  for (const SumPath path : paths()) {
    BatchScratch scratch;
    std::vector<std::int64_t> totals(kBatchDraws, 7);
    add_side_pairs(table, sides, by_draw, totals, scratch, path);
    EXPECT_EQ(totals, expected);
  }
}

TEST(WeightedSums, TakeWeightsFromDrawsToRows) {
  Rng rng(4);
  for (const std::size_t rows : {1UL, 15UL, 16UL, 17UL, 100UL}) {
    std::vector<std::uint8_t> by_draw(rows * kBatchDraws);
    for (std::uint8_t& weight : by_draw) weight = static_cast<std::uint8_t>(rng.below(256));
    for (const SumPath path : paths()) {
      std::vector<std::uint8_t> by_row(by_draw.size());
      order_weights_by_row(by_draw, by_row, path);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
          ASSERT_EQ(by_row[row * kBatchDraws + draw], by_draw[draw * rows + row]);
        }
      }
    }
  }
}

TEST(FeatureTable, MakesColumnsOfFeaturesThatManyRowsHaveAndThatFit16Bits) {
  FeatureTable table(4, 0, 0);
  for (std::uint32_t row = 0; row < 9; ++row) {
    // The second feature is named twice, the third is rare, the fourth once beyond 16 bits.
    std::vector<FeatureCount> counts = {{0, row}, {1, 20'000}, {3, row == 5 ? 32'768U : 1U}};
    counts.push_back(row % 2 == 0 ? FeatureCount{1, 12'767} : FeatureCount{0, 1});
    if (row == 8) counts.push_back({2, 7});
    table.add_row(counts, {});
  }
  table.make_columns();
  EXPECT_THAT(table.column_features(), testing::ElementsAre(0, 1));
  EXPECT_EQ(table.column_pairs()[(8 / 2) * 4], 8);
  EXPECT_EQ(table.column_pairs()[(7 / 2) * 4 + 1], 8);  // 7 and 1
  EXPECT_EQ(table.column_pairs()[(8 / 2) * 4 + 2], 32'767);
  EXPECT_EQ(table.sparse_counts(8).size(), 2U);
  EXPECT_EQ(table.counts(8).size(), 5U);
}

TEST(FeatureTable, CopiesRowsOfAnother) {
  Rng rng(6);
  const FeatureTable all = random_table(20, 5, 3, rng);
  FeatureTable some = all.without_rows();
  const std::vector<std::size_t> rows = {3, 4, 19};
  for (const std::size_t row : rows) some.add_row_of(all, row);
  ASSERT_EQ(some.rows(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(some.counts(i).size(), all.counts(rows[i]).size());
    for (std::size_t j = 0; j < some.counts(i).size(); ++j) {
      EXPECT_EQ(some.counts(i)[j].feature, all.counts(rows[i])[j].feature);
      EXPECT_EQ(some.counts(i)[j].count, all.counts(rows[i])[j].count);
    }
    for (std::size_t c = 0; c < 5; ++c)
      EXPECT_EQ(component(some, i, c), component(all, rows[i], c));
  }
}

// One feature that counts rows, one that adds their value.
TwoSample samples_of(const std::vector<std::uint32_t>& baseline,
                     const std::vector<std::uint32_t>& current) {
  TwoSample samples{FeatureTable(2, 0, 0), FeatureTable(2, 0, 0), {}, {}};
  for (const std::uint32_t value : baseline) {
    samples.baseline.add_row(std::vector<FeatureCount>{{0, 1}, {1, value}}, {});
  }
  for (const std::uint32_t value : current) {
    samples.current.add_row(std::vector<FeatureCount>{{0, 1}, {1, value}}, {});
  }
  return samples;
}

void mean_difference(const SideSums& baseline, const SideSums& current, std::span<double> values) {
  const auto mean = [](const SideSums& side) {
    return static_cast<double>(side.counts[1]) / static_cast<double>(side.counts[0]);
  };
  values[0] = std::abs(mean(current) - mean(baseline));
}

TEST(PermutedValues, ApproachTheExactPermutationDistribution) {
  const std::vector<std::uint32_t> baseline = {1, 5, 2, 8, 3};
  const std::vector<std::uint32_t> current = {9, 7, 6, 4};
  const TwoSample samples = samples_of(baseline, current);
  ThreadPool pool(2);
  const auto values = permuted_values(samples, {.draws = 40'000}, mean_difference, pool);
  const double observed = observed_values(samples, 1, mean_difference)[0];
  const double p = permutation_p_value(values[0], observed, 1e-12);

  std::vector<std::uint32_t> pooled = baseline;
  pooled.insert(pooled.end(), current.begin(), current.end());
  int reaching = 0;
  int all = 0;
  for (unsigned mask = 0; mask < 512; ++mask) {
    if (std::popcount(mask) != 4) continue;
    double in = 0;
    double out = 0;
    for (unsigned i = 0; i < 9; ++i) ((mask >> i) & 1 ? in : out) += pooled[i];
    ++all;
    reaching += std::abs(in / 4 - out / 5) >= observed - 1e-12 ? 1 : 0;
  }
  EXPECT_NEAR(p, static_cast<double>(reaching) / all, 0.01);
}

TEST(PermutedValues, KeepRowsInTheirStratum) {
  // Within a stratum values are equal, so no swap changes anything.
  TwoSample samples = samples_of({1, 1, 50, 50, 9}, {1, 50, 9, 9});
  samples.baseline_strata = {7, 7, 3, 3, 1};
  samples.current_strata = {7, 3, 1, 1};
  ThreadPool pool(1);
  const double observed = observed_values(samples, 1, mean_difference)[0];
  const auto values = permuted_values(samples, {.draws = 200}, mean_difference, pool);
  for (const double value : values[0]) {
    EXPECT_DOUBLE_EQ(value, observed);
  }
}

TEST(PermutedValues, AreTheSameBitsForAnyNumberOfThreads) {
  Rng rng(5);
  TwoSample samples{random_table(90, 8, 5, rng), random_table(71, 8, 5, rng), {}, {}};
  const Evaluate evaluate = [](const SideSums& baseline, const SideSums& current,
                               std::span<double> values) {
    values[0] = static_cast<double>(current.counts[3]) - static_cast<double>(baseline.counts[2]);
    values[1] = static_cast<double>(current.vector[5]) / static_cast<double>(baseline.vector[1]);
  };
  const DrawOptions options{.draws = 333, .seed = 9, .values = 2};
  ThreadPool one(1);
  ThreadPool three(3);
  EXPECT_EQ(permuted_values(samples, options, evaluate, one),
            permuted_values(samples, options, evaluate, three));
}

TEST(PermutedValues, AreNoneWithoutRows) {
  const FeatureTable none(kFeatures, 4, 1.0F);
  ThreadPool pool(2);
  const Evaluate evaluate = [](const SideSums&, const SideSums&, std::span<double> values) {
    values[0] = 1;
  };
  EXPECT_EQ(permuted_values({none, none, {}, {}}, {.draws = 40, .values = 2}, evaluate, pool),
            (std::vector<std::vector<double>>{{}, {}}));
}

TEST(PermutationPValue, IsNeverZeroAndCountsUndefinedDrawsAsReaching) {
  const std::vector<double> permuted = {0.1, std::nan(""), 0.3};
  EXPECT_DOUBLE_EQ(permutation_p_value(permuted, 9.0, 0), 2.0 / 4);
  EXPECT_DOUBLE_EQ(permutation_p_value(permuted, 0.3, 0), 3.0 / 4);
  EXPECT_DOUBLE_EQ(median_of_defined(permuted), 0.2);
}

}  // namespace
}  // namespace plumb
