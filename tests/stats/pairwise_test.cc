#include "stats/pairwise.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/cpu.h"
#include "stats/domain_auc.h"
#include "stats/reference_data.h"
#include "stats/row_loops.h"

namespace plumb {
namespace {

std::vector<float> random_rows(std::size_t count, std::size_t dimension, std::uint64_t seed) {
  testing::Lcg lcg(seed);
  std::vector<float> rows(count * dimension);
  for (float& value : rows) value = static_cast<float>(testing::bell(lcg));
  return rows;
}

TEST(Pairwise, EqualsTheObviousSumForEveryShape) {
  ThreadPool pool(2);
  for (const std::size_t dimension : {1U, 2U, 7U, 8U, 15U, 16U, 17U, 33U, 384U}) {
    for (const std::size_t count : {1U, 2U, 3U, 63U, 64U, 65U, 131U}) {
      const std::vector<float> rows = random_rows(count, dimension, 100 * count + dimension);
      const std::vector<float> matrix = squared_distances(rows, dimension, pool);
      ASSERT_EQ(matrix.size(), count * count);
      std::vector<double> from_row(count);
      for (std::size_t i = 0; i < count; ++i) {
        squared_distances_from(std::span(rows).subspan(i * dimension, dimension), rows, from_row);
        for (std::size_t j = 0; j < count; ++j) {
          double expected = 0;
          for (std::size_t k = 0; k < dimension; ++k) {
            const double difference = static_cast<double>(rows[i * dimension + k]) -
                                      static_cast<double>(rows[j * dimension + k]);
            expected += difference * difference;
          }
          ASSERT_NEAR(matrix[i * count + j], expected, 1e-5 * (1 + expected));
          ASSERT_NEAR(from_row[j], expected, 1e-13 * (1 + expected));
          ASSERT_EQ(matrix[i * count + j], matrix[j * count + i]);
        }
        ASSERT_EQ(matrix[i * count + i], 0);
      }
    }
  }
}

TEST(Pairwise, HasTheSameBitsForAnyNumberOfThreads) {
  ThreadPool one(1);
  ThreadPool three(3);
  const std::vector<float> rows = random_rows(200, 50, 1);
  EXPECT_EQ(squared_distances(rows, 50, one), squared_distances(rows, 50, three));
  const std::vector<float> other = random_rows(100, 50, 2);
  const auto single = domain_auc(rows, other, 50, one);
  const auto several = domain_auc(rows, other, 50, three);
  ASSERT_TRUE(single && several);
  EXPECT_EQ(single->scores, several->scores);
  EXPECT_EQ(single->auc, several->auc);
}

void expect_same_bits(const RowLoops& loops) {
  for (const std::size_t dimension : {1U, 7U, 16U, 48U, 385U}) {
    const std::vector<float> rows = random_rows(21, dimension, dimension);
    std::vector<double> portable(21);
    std::vector<double> distances(21);
    kPortableRowLoops.distances_from(rows.data(), rows.data(), dimension, 21, portable.data());
    loops.distances_from(rows.data(), rows.data(), dimension, 21, distances.data());
    EXPECT_EQ(portable, distances);
    const std::vector<double> a(rows.begin(), rows.end());
    std::vector<double> wide(21);
    loops.wide_distances_from(a.data(), a.data(), dimension, 21, wide.data());
    EXPECT_EQ(portable, wide);
    EXPECT_EQ(kPortableRowLoops.dot(a.data(), a.data() + 1, a.size() - 1),
              loops.dot(a.data(), a.data() + 1, a.size() - 1));
    std::vector<double> sum_portable = a;
    std::vector<double> sum = a;
    kPortableRowLoops.add_scaled(sum_portable.data(), 0.3, a.data(), a.size());
    loops.add_scaled(sum.data(), 0.3, a.data(), a.size());
    EXPECT_EQ(sum_portable, sum);
    std::vector<double> product(kRowsTogether);
    std::vector<double> single(kRowsTogether);
    loops.dots(a.data(), a.data() + 5 * dimension, dimension, product.data());
    for (std::size_t r = 0; r < kRowsTogether; ++r) {
      single[r] =
          kPortableRowLoops.dot(a.data() + r * dimension, a.data() + 5 * dimension, dimension);
      kPortableRowLoops.add_scaled(sum_portable.data(), single[r], a.data() + r * dimension,
                                   dimension);
    }
    EXPECT_EQ(product, single);
    loops.add_scaled_rows(sum.data(), single.data(), a.data(), dimension);
    EXPECT_EQ(sum_portable, sum);
    if (dimension % kTileStep != 0) continue;
    std::array<float, kTileRows * kTileRows> tile_portable;
    std::array<float, kTileRows * kTileRows> tile;
    const float* second = rows.data() + 3 * dimension;
    kPortableRowLoops.distance_tile(rows.data(), second, dimension, tile_portable.data());
    loops.distance_tile(rows.data(), second, dimension, tile.data());
    EXPECT_EQ(tile_portable, tile);
  }
}

TEST(RowLoops, HaveTheSameBitsWithAvx2) {
  if (!cpu_features().avx2_fma) GTEST_SKIP() << "this CPU has no AVX2 to compare with";
  expect_same_bits(kAvx2RowLoops);
}

TEST(RowLoops, HaveTheSameBitsWithAvx512) {
  if (!cpu_features().avx512) GTEST_SKIP() << "this CPU has no AVX-512 to compare with";
  expect_same_bits(kAvx512RowLoops);
}

TEST(Pairwise, OfNoRowsIsEmpty) {
  ThreadPool pool(1);
  EXPECT_TRUE(squared_distances({}, 3, pool).empty());
  EXPECT_TRUE(squared_distances({}, 0, pool).empty());
}

}  // namespace
}  // namespace plumb
