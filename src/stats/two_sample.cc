#include "stats/two_sample.h"

#include <algorithm>
#include <cassert>

#include "base/interrupt.h"
#include "base/rng.h"
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

std::span<const std::uint8_t> weights_of(const Worker& worker, std::size_t first,
                                         std::size_t rows) {
  return worker.weights.by_row().subspan(first * kBatchDraws, rows * kBatchDraws);
}

// What is not on one side is on the other: rest[draw] = total - part[draw].
template <class Sum>
void subtract(const std::vector<Sum>& total, const std::vector<Sum>& part, std::vector<Sum>& rest) {
  rest.resize(part.size());
  for (std::size_t first = 0; first < part.size(); first += total.size()) {
    for (std::size_t i = 0; i < total.size(); ++i) rest[first + i] = total[i] - part[first + i];
  }
}

// Runs batches of draws on the pool: `fill` makes the weights and sums of a
// batch, then every draw of it is evaluated.
template <class Fill>
std::vector<std::vector<double>> run_draws(const TwoSample& samples, const DrawOptions& options,
                                           const Evaluate& evaluate, ThreadPool& pool,
                                           std::vector<Worker>& workers, const Fill& fill) {
  std::vector<std::vector<double>> values(options.values, std::vector<double>(options.draws));
  const std::size_t batches = (options.draws + kBatchDraws - 1) / kBatchDraws;
  pool.run(static_cast<int>(batches), [&](int batch, int id) {
    if (interrupted()) return;
    Worker& worker = workers[static_cast<std::size_t>(id)];
    const std::size_t first = static_cast<std::size_t>(batch) * kBatchDraws;
    const std::size_t draws = std::min<std::size_t>(kBatchDraws, options.draws - first);
    Rng rng(options.seed, static_cast<std::uint64_t>(batch));
    fill(worker, draws, rng);
    std::vector<double> one(options.values);
    for (std::size_t draw = 0; draw < draws; ++draw) {
      evaluate(sums_of(worker.baseline, draw, samples.baseline),
               sums_of(worker.current, draw, samples.current), one);
      for (std::size_t v = 0; v < one.size(); ++v) values[v][first + draw] = one[v];
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
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  WholeSums pooled(samples.baseline);
  pooled.add(samples.current);
  const std::size_t n_baseline = samples.baseline.rows();
  return run_draws(
      samples, options, evaluate, pool, workers, [&](Worker& worker, std::size_t draws, Rng& rng) {
        worker.weights.permute(strata, draws, rng);
        set_to_zero(worker.current);
        add_weighted_sums(samples.baseline, weights_of(worker, 0, n_baseline), worker.current,
                          worker.scratch, WeightKind::sides);
        add_weighted_sums(samples.current, weights_of(worker, n_baseline, samples.current.rows()),
                          worker.current, worker.scratch, WeightKind::sides);
        subtract(pooled.counts, worker.current.counts, worker.baseline.counts);
        subtract(pooled.vector, worker.current.vectors, worker.baseline.vectors);
      });
}

std::vector<std::vector<double>> bootstrapped_values(const TwoSample& samples,
                                                     const DrawOptions& options,
                                                     const Evaluate& evaluate, ThreadPool& pool) {
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const std::size_t n_baseline = samples.baseline.rows();
  const std::size_t n_current = samples.current.rows();
  return run_draws(samples, options, evaluate, pool, workers,
                   [&](Worker& worker, std::size_t draws, Rng& rng) {
                     worker.weights.resample(n_baseline, n_current, draws, rng);
                     set_to_zero(worker.baseline);
                     set_to_zero(worker.current);
                     add_weighted_sums(samples.baseline, weights_of(worker, 0, n_baseline),
                                       worker.baseline, worker.scratch);
                     add_weighted_sums(samples.current, weights_of(worker, n_baseline, n_current),
                                       worker.current, worker.scratch);
                   });
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
