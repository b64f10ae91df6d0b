// Random weights, several batches at once, against one number after the other.
#include "stats/drawn_weights.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "stats/rng_lanes.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

TEST(RngLanes, DrawWhatEachRngDraws) {
  RngLanes quick(3, 17);
  RngLanes plain(3, 17);
  std::vector<Rng> rngs;
  for (std::uint64_t lane = 0; lane < kRngLanes; ++lane) rngs.emplace_back(3, 17 + lane);
  const std::vector<std::uint32_t> bounds = {1, 2, 3, 10'000, 0x8000'0001, 0xFFFF'FFFF, 77};
  std::vector<std::uint32_t> found(bounds.size() * kRngLanes);
  for (int round = 0; round < 1'000; ++round) {
    quick.below(bounds, found.data());
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      for (std::size_t lane = 0; lane < kRngLanes; ++lane) {
        ASSERT_EQ(found[i * kRngLanes + lane], rngs[lane].below(bounds[i]));
      }
    }
    std::vector<std::uint32_t> expected(found.size());
    plain.below_one_by_one(bounds, expected.data());
    ASSERT_EQ(found, expected);
  }
}

// The first number of a state whose second word is 0 is 0, which a bound of 2^32 - 1 refuses.
TEST(RngLanes, DrawAgainWhatWouldBeBiased) {
  std::array<Rng, kRngLanes> rngs = {Rng(1), Rng(2), Rng(Rng::State{5, 0, 7, 9}), Rng(4)};
  ASSERT_EQ(Rng(rngs[2])(), 0U);
  RngLanes lanes(rngs);
  const std::vector<std::uint32_t> bounds = {0xFFFF'FFFF, 1'000, 0xFFFF'FFFF};
  std::vector<std::uint32_t> found(bounds.size() * kRngLanes);
  lanes.below(bounds, found.data());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    for (std::size_t lane = 0; lane < kRngLanes; ++lane) {
      EXPECT_EQ(found[i * kRngLanes + lane], rngs[lane].below(bounds[i])) << lane;
    }
  }
  EXPECT_NE(rngs[2].state(), Rng(Rng::State{5, 0, 7, 9}).state());
}

// Draw by draw from each batch's own Rng, as it is told.
TEST(DrawnWeights, AreThoseOfOneBatchAfterTheOther) {
  const std::vector<std::uint32_t> baseline = {4, 4, 4, 1, 1, 9};
  const std::vector<std::uint32_t> current = {4, 1, 1, 1, 8};
  const Strata strata(baseline.size(), baseline, current.size(), current);
  // By stratum 1, 4, 8, 9: the rows, and how many are the current side's.
  const std::vector<std::pair<std::vector<std::uint32_t>, std::size_t>> members = {
      {{3, 4, 7, 8, 9}, 3}, {{0, 1, 2, 6}, 1}, {{10}, 1}, {{5}, 0}};
  for (const int threads : {1, 2, 3, 64}) {
    for (const DrawnBatches& batches : DrawnBatches::parts_of({0, 333}, 5, threads)) {
      DrawnWeights weights;
      weights.permute(strata, batches);
      for (std::size_t i = 0; i < batches.count; ++i) {
        Rng rng(5, batches.first + i);
        auto shuffled = members;
        const auto found = weights.by_row(i);
        ASSERT_EQ(found.size(), strata.rows() * kBatchDraws);
        for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
          std::vector<int> sides(strata.rows());
          for (auto& [rows, of_current] : shuffled) {
            if (draw >= batches.draws_of(i)) break;
            const bool draws_current = 2 * of_current <= rows.size();
            const std::size_t taken = draws_current ? of_current : rows.size() - of_current;
            for (std::size_t k = 0; k < taken; ++k) {
              std::swap(rows[k], rows[k + rng.below(rows.size() - k)]);
            }
            for (std::size_t k = 0; k < rows.size(); ++k) {
              sides[rows[k]] = (k < taken) == draws_current ? 1 : 0;
            }
          }
          for (std::size_t row = 0; row < sides.size(); ++row) {
            ASSERT_EQ(found[row * kBatchDraws + draw], sides[row]) << draw << " " << row;
          }
        }
      }
    }
  }
}

TEST(DrawnWeights, ResampleByOneNumberAfterTheOther) {
  constexpr std::size_t kRows = 1'301;
  for (const DrawnBatches& batches : DrawnBatches::parts_of({0, 150}, 6, 1)) {
    DrawnWeights weights;
    weights.resample(kRows, batches);
    for (std::size_t i = 0; i < batches.count; ++i) {
      Rng rng(6, batches.first + i);
      const auto found = weights.by_row(i);
      for (std::size_t draw = 0; draw < batches.draws_of(i); ++draw) {
        std::vector<int> times(kRows);
        for (std::size_t k = 0; k < kRows; ++k) ++times[rng.below(kRows)];
        for (std::size_t row = 0; row < times.size(); ++row) {
          ASSERT_EQ(found[row * kBatchDraws + draw], times[row]) << draw << " " << row;
        }
      }
    }
  }
}

}  // namespace
}  // namespace plumb
