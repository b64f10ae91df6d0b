#include "stats/two_sample.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "base/interrupt.h"
#include "stats/drawn_weights.h"
#include "stats/subset_sums.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// The sums of one draw.
SideSums sums_of(const BatchSums& sums, std::size_t draw, const FeatureTable& table) {
  return {std::span(sums.counts).subspan(draw * table.features(), table.features()),
          std::span(sums.vectors).subspan(draw * table.dimension(), table.dimension())};
}

void set_to_zero(BatchSums& sums) {
  std::ranges::fill(sums.counts, 0);
  std::ranges::fill(sums.vectors, 0);
}

// What is not on one side is on the other: rest = total - part.
template <class Sum>
void subtract(const std::vector<Sum>& total, std::span<const Sum> part, std::vector<Sum>& rest) {
  rest.resize(total.size());
  std::ranges::transform(total, part, rest.begin(), std::minus<>());
}

// What every draw's values are made of, and where they come.
class DrawnValues {
 public:
  DrawnValues(const DrawOptions& options, const Evaluate& evaluate)
      : evaluate_(evaluate),
        values_(options.values, std::vector<double>(options.draws)),
        draws_(options.draws) {}

  // Behind the last draw nothing is evaluated. Several threads may call it for different draws.
  void evaluate(std::size_t draw, const SideSums& baseline, const SideSums& current,
                std::vector<double>& one) {
    if (draw >= draws_) return;
    one.resize(values_.size());
    evaluate_(baseline, current, one);
    for (std::size_t v = 0; v < one.size(); ++v) values_[v][draw] = one[v];
  }

  std::vector<std::vector<double>> take() { return std::move(values_); }

 private:
  const Evaluate& evaluate_;
  std::vector<std::vector<double>> values_;
  std::size_t draws_;
};

// What one thread works with, from batches to batches.
struct Worker {
  DrawnWeights weights;
  BatchScratch scratch;
  SideSubsets baseline_sides;
  SideSubsets current_sides;
  BatchSums current;
  std::vector<std::uint64_t> rest_counts;  // of one draw
  std::vector<std::int64_t> rest_vector;
  std::vector<double> one;
};

// compute(worker, batches, values) for all batches of the draws, on the pool.
template <class Compute>
std::vector<std::vector<double>> run_draws(const DrawOptions& options, const Evaluate& evaluate,
                                           ThreadPool& pool, const Compute& compute) {
  DrawnValues values(options, evaluate);
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const auto parts = DrawnBatches::parts_of({0, options.draws}, options.seed, pool.threads());
  pool.run(static_cast<int>(parts.size()), [&](int part, int id) {
    if (interrupted()) return;
    compute(workers[static_cast<std::size_t>(id)], parts[static_cast<std::size_t>(part)], values);
  });
  return values.take();
}

// Of the current side of permuted rows, for the draws of all batches that worker.weights holds.
void sum_current_sides(const TwoSample& samples, std::size_t batches, Worker& worker) {
  const std::size_t of_baseline = samples.baseline.rows();
  const std::size_t pooled = of_baseline + samples.current.rows();
  worker.baseline_sides.assign(worker.weights.by_draw(), pooled, 0, of_baseline);
  worker.current_sides.assign(worker.weights.by_draw(), pooled, of_baseline,
                              samples.current.rows());
  set_to_zero(worker.current);
  add_side_sums(samples.baseline, worker.baseline_sides, worker.current, worker.scratch);
  add_side_sums(samples.current, worker.current_sides, worker.current, worker.scratch);
  if (!samples.baseline.has_sparse_counts() && !samples.current.has_sparse_counts()) return;
  const std::size_t batch_counts = kBatchDraws * samples.baseline.features();
  for (std::size_t i = 0; i < batches; ++i) {
    const std::span<const std::uint8_t> weights = worker.weights.by_row(i);
    const auto counts = std::span(worker.current.counts).subspan(i * batch_counts, batch_counts);
    add_sparse_counts(samples.baseline, weights.first(of_baseline * kBatchDraws), counts,
                      worker.scratch);
    add_sparse_counts(samples.current, weights.subspan(of_baseline * kBatchDraws), counts,
                      worker.scratch);
  }
}

}  // namespace

std::vector<std::vector<double>> permuted_values(const TwoSample& samples,
                                                 const DrawOptions& options,
                                                 const Evaluate& evaluate, ThreadPool& pool) {
  assert(samples.baseline.features() == samples.current.features());
  assert(samples.baseline.dimension() == samples.current.dimension());
  if (samples.baseline.rows() + samples.current.rows() == 0) {
    return std::vector<std::vector<double>>(options.values);
  }
  const Strata strata(samples.baseline.rows(), samples.baseline_strata, samples.current.rows(),
                      samples.current_strata);
  WholeSums pooled(samples.baseline);
  pooled.add(samples.current);
  const auto compute = [&](Worker& worker, const DrawnBatches& batches, DrawnValues& values) {
    worker.weights.permute(strata, batches);
    sum_current_sides(samples, batches.count, worker);
    for (std::size_t draw = 0; draw < batches.count * kBatchDraws; ++draw) {
      const SideSums current = sums_of(worker.current, draw, samples.current);
      subtract(pooled.counts, current.counts, worker.rest_counts);
      subtract(pooled.vector, current.vector, worker.rest_vector);
      values.evaluate(batches.first * kBatchDraws + draw, {worker.rest_counts, worker.rest_vector},
                      current, worker.one);
    }
  };
  return run_draws(options, evaluate, pool, compute);
}

std::vector<double> observed_values(const TwoSample& samples, std::size_t values,
                                    const Evaluate& evaluate) {
  const WholeSums baseline(samples.baseline);
  const WholeSums current(samples.current);
  std::vector<double> observed(values);
  evaluate(baseline.side(), current.side(), observed);
  return observed;
}

}  // namespace plumb
