// Resamples of one side, against draws that are made and added one by one.
#include "stats/resamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

constexpr std::size_t kDimension = 5;

struct Row {
  std::vector<FeatureCount> counts;
  std::vector<float> vector;
};

std::vector<Row> made_rows(std::size_t count, std::uint32_t largest_count) {
  Rng rng(3);
  std::vector<Row> rows(count);
  for (Row& row : rows) {
    row.counts = {{0, 1}, {static_cast<std::uint32_t>(1 + rng.below(3)), largest_count}};
    row.vector.resize(kDimension);
    for (float& component : row.vector) component = rng.below(2) == 0 ? -1.0F : 1.0F;
  }
  return rows;
}

FeatureTable table_of(const std::vector<Row>& rows) {
  FeatureTable table(4, kDimension, 1.0F);
  for (const Row& row : rows) table.add_row(row.counts, row.vector);
  table.make_columns();
  return table;
}

std::vector<std::uint32_t> same_places(std::size_t features) {
  std::vector<std::uint32_t> places(features);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

TEST(Resamples, AreTheSumsOfTheRowsThatWereDrawn) {
  for (const std::uint32_t largest_count : {7U, 4'000'000'000U}) {  // narrow sums, and wide ones
    const std::vector<Row> rows = made_rows(101, largest_count);
    const FeatureTable table = table_of(rows);
    ASSERT_EQ(table.fits_32_bits(), largest_count == 7);
    constexpr std::uint64_t kDraws = 150;
    ThreadPool pool(2);
    const Resamples resamples(table, {0, kDraws}, 9, pool);
    for (std::size_t batch = 0; batch * kBatchDraws < kDraws; ++batch) {
      Rng rng(9, batch);
      for (std::size_t draw = batch * kBatchDraws;
           draw < std::min<std::size_t>(kDraws, (batch + 1) * kBatchDraws); ++draw) {
        std::vector<std::uint64_t> counts(4);
        std::vector<double> vector(kDimension);
        for (std::size_t k = 0; k < rows.size(); ++k) {
          const Row& row = rows[rng.below(rows.size())];
          for (const FeatureCount& entry : row.counts) counts[entry.feature] += entry.count;
          for (std::size_t i = 0; i < kDimension; ++i) {
            vector[i] += static_cast<double>(row.vector[i]);
          }
        }
        std::vector<std::uint64_t> found(6);
        resamples.put_counts(draw, std::vector<std::uint32_t>{5, 0, 3, 1}, found);
        EXPECT_EQ(found,
                  (std::vector<std::uint64_t>{counts[1], counts[3], 0, counts[2], 0, counts[0]}));
        for (std::size_t i = 0; i < kDimension; ++i) {
          EXPECT_EQ(static_cast<double>(resamples.vector(draw)[i]), 32'767 * vector[i]);
        }
      }
    }
  }
}

TEST(Resamples, OfARangeAreThoseOfAllDraws) {
  const FeatureTable table = table_of(made_rows(101, 7));
  const auto places = same_places(4);
  ThreadPool pool(2);
  const Resamples all(table, {0, 1'000}, 9, pool);
  for (const DrawRange range : {DrawRange{0, 64}, {64, 640}, {640, 1'000}, {960, 1'000}}) {
    const Resamples some(table, range, 9, pool);
    ASSERT_EQ(some.draws(), range.end - range.begin);
    for (std::size_t draw = 0; draw < some.draws(); ++draw) {
      std::vector<std::uint64_t> counts(4);
      std::vector<std::uint64_t> expected(4);
      some.put_counts(draw, places, counts);
      all.put_counts(range.begin + draw, places, expected);
      EXPECT_EQ(counts, expected);
      EXPECT_TRUE(std::ranges::equal(some.vector(draw), all.vector(range.begin + draw)));
    }
  }
}

TEST(ResampledRows, KeepNoSumsOfMoreDrawsThanAreHeld) {
  const FeatureTable table = table_of(made_rows(20, 7));
  ThreadPool pool(1);
  const ResampledRows kept(table, kHeldDraws, 9, pool);
  const ResampledRows made(table, kHeldDraws + 1, 9, pool);
  EXPECT_GT(kept.bytes(), 0U);
  EXPECT_EQ(kept.sums_from(0, pool), kept.sums_from(0, pool));
  EXPECT_EQ(made.bytes(), 0U);
  EXPECT_EQ(made.sums_from(0, pool)->draws(), kHeldDraws);
  EXPECT_EQ(made.sums_from(kHeldDraws, pool)->draws(), 1U);
}

TEST(BootstrappedValues, OfMoreDrawsThanAreHeldGoOnWhereTheFirstEnd) {
  const FeatureTable baseline = table_of(made_rows(20, 5));
  const FeatureTable current = table_of(made_rows(17, 3));
  const Evaluate evaluate = [](const SideSums& b, const SideSums& c, std::span<double> values) {
    values[0] = static_cast<double>(c.counts[3]) - static_cast<double>(b.counts[2]);
    values[1] = static_cast<double>(c.vector[4]) / static_cast<double>(b.vector[1]);
  };
  constexpr std::uint64_t kDraws = 2 * kHeldDraws + 100;
  ThreadPool pool(2);
  const auto places = same_places(4);
  const ResampledRows of_baseline(baseline, kDraws, 1, pool);
  const ResampledRows of_current(current, kDraws, 2, pool);
  const auto found =
      bootstrapped_values({of_baseline, places}, {of_current, places}, 4, 2, evaluate, pool);
  const Resamples all_of_baseline(baseline, {0, kDraws}, 1, pool);
  const Resamples all_of_current(current, {0, kDraws}, 2, pool);
  std::vector<std::vector<double>> expected(2, std::vector<double>(kDraws));
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    std::vector<std::uint64_t> of_b(4);
    std::vector<std::uint64_t> of_c(4);
    all_of_baseline.put_counts(draw, places, of_b);
    all_of_current.put_counts(draw, places, of_c);
    double values[2];
    evaluate({of_b, all_of_baseline.vector(draw)}, {of_c, all_of_current.vector(draw)}, values);
    for (std::size_t v = 0; v < 2; ++v) expected[v][draw] = values[v];
  }
  EXPECT_EQ(found, expected);
}

TEST(BootstrappedValues, AreTheSameBitsForAnyNumberOfThreads) {
  const FeatureTable baseline = table_of(made_rows(90, 5));
  const FeatureTable current = table_of(made_rows(71, 3));
  const Evaluate evaluate = [](const SideSums& b, const SideSums& c, std::span<double> values) {
    values[0] = static_cast<double>(c.counts[3]) - static_cast<double>(b.counts[2]);
    values[1] = static_cast<double>(c.vector[4]) / static_cast<double>(b.vector[1]);
  };
  const auto places = same_places(4);
  const auto values = [&](int threads) {
    ThreadPool pool(threads);
    const ResampledRows of_baseline(baseline, 333, 1, pool);
    const ResampledRows of_current(current, 333, 2, pool);
    return bootstrapped_values({of_baseline, places}, {of_current, places}, 4, 2, evaluate, pool);
  };
  EXPECT_EQ(values(1), values(3));
}

TEST(BootstrappedValues, SpreadLikeTheStandardError) {
  Rng rng(11);
  std::vector<Row> rows(400);
  std::vector<double> values;
  for (Row& row : rows) {
    const auto value = static_cast<std::uint32_t>(rng.below(1'000));
    row.counts = {{0, 1}, {1, value}};
    values.push_back(value);
  }
  const FeatureTable table = table_of(rows);
  const Evaluate mean = [](const SideSums&, const SideSums& current, std::span<double> out) {
    out[0] = static_cast<double>(current.counts[1]) / static_cast<double>(current.counts[0]);
  };
  ThreadPool pool(2);
  const ResampledRows resampled(table, 4'000, 42, pool);
  const auto places = same_places(4);
  const auto draws =
      bootstrapped_values({resampled, places}, {resampled, places}, 4, 1, mean, pool)[0];
  const auto spread = [](const std::vector<double>& list) {
    const double n = static_cast<double>(list.size());
    const double mean_of_list = std::accumulate(list.begin(), list.end(), 0.0) / n;
    double squares = 0;
    for (const double x : list) squares += (x - mean_of_list) * (x - mean_of_list);
    return std::sqrt(squares / n);
  };
  EXPECT_NEAR(spread(draws) / (spread(values) / std::sqrt(400.0)), 1.0, 0.05);
}

}  // namespace
}  // namespace plumb
