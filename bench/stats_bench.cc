// The statistics whose cost is felt: pairs of rows, the domain classifier, exact KS.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "base/thread_pool.h"
#include "stats/domain_auc.h"
#include "stats/energy_distance.h"
#include "stats/ks.h"
#include "stats/mmd.h"
#include "stats/pairwise.h"
#include "stats/subset_sums.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

constexpr std::size_t kDimension = 384;

std::vector<float> random_rows(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> rows(count * kDimension);
  for (float& value : rows) value = static_cast<float>(rng.uniform() + rng.uniform() - 1);
  return rows;
}

void distance_matrix(benchmark::State& state) {
  const std::vector<float> rows = random_rows(static_cast<std::size_t>(state.range(0)), 1);
  ThreadPool pool(static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(squared_distances(rows, kDimension, pool));
}
BENCHMARK(distance_matrix)
    ->Args({2000, 1})
    ->Args({8000, 1})
    ->Args({8000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// 1,000 rows a side.
template <class Measure>
void two_sides(benchmark::State& state, const Measure& measure) {
  const std::vector<float> a = random_rows(1000, 1);
  const std::vector<float> b = random_rows(1000, 2);
  ThreadPool pool(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(measure(a, b, pool));
}

void energy(benchmark::State& state) {
  two_sides(state, [](const auto& a, const auto& b, ThreadPool& pool) {
    return energy_distance(a, b, kDimension, pool);
  });
}
BENCHMARK(energy)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void mmd(benchmark::State& state) {
  two_sides(state, [](const auto& a, const auto& b, ThreadPool& pool) {
    return mmd_squared(a, b, kDimension, pool);
  });
}
BENCHMARK(mmd)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void domain_classifier(benchmark::State& state) {
  two_sides(state, [](const auto& a, const auto& b, ThreadPool& pool) {
    return domain_auc(a, b, kDimension, pool);
  });
}
BENCHMARK(domain_classifier)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

// Sides that a plane separates: the weights grow until the penalty stops them.
void domain_classifier_apart(benchmark::State& state) {
  two_sides(state, [](const auto& a, auto b, ThreadPool& pool) {
    for (float& value : b) value += 0.2F;
    return domain_auc(a, b, kDimension, pool);
  });
}
BENCHMARK(domain_classifier_apart)->Arg(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void exact_ks(benchmark::State& state) {
  const auto n = static_cast<std::uint64_t>(state.range(0));
  const double statistic = static_cast<double>(state.range(1)) / 1000;
  for (auto _ : state) benchmark::DoNotOptimize(ks_p_value(statistic, n, n - 1));
}
BENCHMARK(exact_ks)
    ->Args({1000, 60})
    ->Args({10000, 20})
    ->Args({10000, 500})
    ->Unit(benchmark::kMillisecond);

FeatureTable table_of(const std::vector<float>& rows) {
  FeatureTable table(0, kDimension, 1.0F);
  for (std::size_t row = 0; row < rows.size() / kDimension; ++row) {
    table.add_row({}, std::span(rows).subspan(row * kDimension, kDimension));
  }
  return table;
}

std::vector<std::uint8_t> random_sides(std::size_t count) {
  Rng rng(4);
  std::vector<std::uint8_t> sides(count);
  for (std::uint8_t& side : sides) side = static_cast<std::uint8_t>(rng.below(2));
  return sides;
}

void count_products(benchmark::State& state, std::size_t draws, std::size_t rows) {
  state.counters["products"] = benchmark::Counter(static_cast<double>(draws * rows * kDimension),
                                                  benchmark::Counter::kIsIterationInvariantRate);
}

// One batch of draws over 10,000 rows: how many products of a weight and a component a second.
void weighted_sums(benchmark::State& state) {
  constexpr std::size_t kRows = 10'000;
  const FeatureTable table = table_of(random_rows(kRows, 3));
  const std::vector<std::uint8_t> weights = random_sides(kRows * kBatchDraws);
  BatchSums sums;
  BatchScratch scratch;
  for (auto _ : state) add_weighted_sums(table, weights, sums, scratch);
  count_products(state, kBatchDraws, kRows);
}
BENCHMARK(weighted_sums)->Unit(benchmark::kMicrosecond);

// The same of so many batches where every weight is 0 or 1.
void side_sums(benchmark::State& state) {
  constexpr std::size_t kRows = 10'000;
  const std::size_t draws = kBatchDraws * static_cast<std::size_t>(state.range(0));
  const FeatureTable table = table_of(random_rows(kRows, 3));
  const std::vector<std::uint8_t> by_draw = random_sides(kRows * draws);
  SideSubsets sides;
  BatchSums sums;
  BatchScratch scratch;
  for (auto _ : state) {
    sides.assign(by_draw, kRows, 0, kRows);
    add_side_sums(table, sides, sums, scratch);
  }
  count_products(state, draws, kRows);
}
BENCHMARK(side_sums)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace plumb

BENCHMARK_MAIN();
