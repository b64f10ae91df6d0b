#include "stats/two_sample.h"

#include <algorithm>
#include <cassert>

#include "base/interrupt.h"
#include "stats/drawn_weights.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// What one thread works with, from batch to batch.
struct Worker {
  DrawnWeights weights;
  BatchSums baseline;
  BatchSums current;
  BatchScratch scratch;
};

void set_to_zero(BatchSums& sums) {
  std::ranges::fill(sums.counts, 0);
  std::ranges::fill(sums.vectors, 0);
}

SideSums sums_of(const BatchSums& sums, std::size_t draw, const FeatureTable& table) {
  return {std::span(sums.counts).subspan(draw * table.features(), table.features()),
          std::span(sums.vectors).subspan(draw * table.dimension(), table.dimension())};
}

// What is not on one side is on the other: rest[draw] = total - part[draw].
template <class Sum>
void subtract(const std::vector<Sum>& total, const std::vector<Sum>& part, std::vector<Sum>& rest) {
  rest.resize(part.size());
  for (std::size_t first = 0; first < part.size(); first += total.size()) {
    for (std::size_t i = 0; i < total.size(); ++i) rest[first + i] = total[i] - part[first + i];
  }
}

// Runs batches of draws on the pool: `draw` makes the weights of some batches, `sum` the sums of
// one of them by its weights, then every draw of it is evaluated.
template <class Draw, class Sum>
std::vector<std::vector<double>> run_draws(const TwoSample& samples, const DrawOptions& options,
                                           const Evaluate& evaluate, ThreadPool& pool,
                                           const Draw& draw_batches, const Sum& sum) {
  std::vector<std::vector<double>> values(options.values, std::vector<double>(options.draws));
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const auto parts = DrawnBatches::parts_of(options.draws, options.seed, pool.threads());
  pool.run(static_cast<int>(parts.size()), [&](int part, int id) {
    if (interrupted()) return;
    Worker& worker = workers[static_cast<std::size_t>(id)];
    const DrawnBatches& batches = parts[static_cast<std::size_t>(part)];
    draw_batches(worker.weights, batches);
    std::vector<double> one(options.values);
    for (std::size_t i = 0; i < batches.count; ++i) {
      sum(worker, worker.weights.by_row(i));
      const std::size_t first = (batches.first + i) * kBatchDraws;
      for (std::size_t draw = 0; draw < batches.draws_of(i); ++draw) {
        evaluate(sums_of(worker.baseline, draw, samples.baseline),
                 sums_of(worker.current, draw, samples.current), one);
        for (std::size_t v = 0; v < one.size(); ++v) values[v][first + draw] = one[v];
      }
    }
  });
  return values;
}

}  // namespace

std::vector<std::vector<double>> permuted_values(const TwoSample& samples,
                                                 const DrawOptions& options,
                                                 const Evaluate& evaluate, ThreadPool& pool) {
  assert(samples.baseline.features() == samples.current.features());
  assert(samples.baseline.dimension() == samples.current.dimension());
  const Strata strata(samples.baseline.rows(), samples.baseline_strata, samples.current.rows(),
                      samples.current_strata);
  WholeSums pooled(samples.baseline);
  pooled.add(samples.current);
  const std::size_t of_baseline = samples.baseline.rows() * kBatchDraws;
  const auto draw = [&](DrawnWeights& weights, const DrawnBatches& batches) {
    weights.permute(strata, batches);
  };
  const auto sum = [&](Worker& worker, std::span<const std::uint8_t> weights) {
    set_to_zero(worker.current);
    add_weighted_sums(samples.baseline, weights.first(of_baseline), worker.current, worker.scratch,
                      WeightKind::sides);
    add_weighted_sums(samples.current, weights.subspan(of_baseline), worker.current, worker.scratch,
                      WeightKind::sides);
    subtract(pooled.counts, worker.current.counts, worker.baseline.counts);
    subtract(pooled.vector, worker.current.vectors, worker.baseline.vectors);
  };
  return run_draws(samples, options, evaluate, pool, draw, sum);
}

std::vector<std::vector<double>> bootstrapped_values(const TwoSample& samples,
                                                     const DrawOptions& options,
                                                     const Evaluate& evaluate, ThreadPool& pool) {
  const std::size_t of_baseline = samples.baseline.rows() * kBatchDraws;
  const auto draw = [&](DrawnWeights& weights, const DrawnBatches& batches) {
    weights.resample(samples.baseline.rows(), samples.current.rows(), batches);
  };
  const auto sum = [&](Worker& worker, std::span<const std::uint8_t> weights) {
    set_to_zero(worker.baseline);
    set_to_zero(worker.current);
    add_weighted_sums(samples.baseline, weights.first(of_baseline), worker.baseline,
                      worker.scratch);
    add_weighted_sums(samples.current, weights.subspan(of_baseline), worker.current,
                      worker.scratch);
  };
  return run_draws(samples, options, evaluate, pool, draw, sum);
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
