#include "stats/two_sample.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include "base/interrupt.h"
#include "base/rng.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// Rows of both sides that may change places: pooled numbers, baseline first.
struct Stratum {
  std::vector<std::uint32_t> rows;
  std::size_t current = 0;  // how many of them are the current side's
};

std::vector<Stratum> strata_of(const TwoSample& samples) {
  std::map<std::uint32_t, Stratum> strata;
  const std::size_t n_baseline = samples.baseline.rows();
  const auto key = [](const std::vector<std::uint32_t>& keys, std::size_t row) {
    return keys.empty() ? 0U : keys[row];
  };
  for (std::size_t row = 0; row < n_baseline; ++row) {
    strata[key(samples.baseline_strata, row)].rows.push_back(static_cast<std::uint32_t>(row));
  }
  for (std::size_t row = 0; row < samples.current.rows(); ++row) {
    Stratum& stratum = strata[key(samples.current_strata, row)];
    stratum.rows.push_back(static_cast<std::uint32_t>(n_baseline + row));
    ++stratum.current;
  }
  std::vector<Stratum> list;
  for (auto& [_, stratum] : strata) list.push_back(std::move(stratum));
  return list;
}

// What one thread works with, from batch to batch.
struct Worker {
  std::vector<Stratum> strata;        // of permutations; shuffled further by each draw
  std::vector<std::uint8_t> weights;  // [pooled row][draw]
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
  return std::span(worker.weights).subspan(first * kBatchDraws, rows * kBatchDraws);
}

// Marks a random subset of each stratum, of the size that the current side has
// there: the first steps of a Fisher-Yates shuffle.
void assign_sides(Worker& worker, std::size_t draw, Rng& rng) {
  for (Stratum& stratum : worker.strata) {
    std::vector<std::uint32_t>& rows = stratum.rows;
    // The smaller side is drawn; the larger is what is left.
    const bool draw_current = 2 * stratum.current <= rows.size();
    const std::size_t taken = draw_current ? stratum.current : rows.size() - stratum.current;
    for (std::size_t i = 0; i < taken; ++i) {
      std::swap(rows[i], rows[i + rng.below(rows.size() - i)]);
    }
    const std::size_t begin = draw_current ? 0 : taken;
    const std::size_t end = draw_current ? taken : rows.size();
    for (std::size_t i = begin; i < end; ++i) worker.weights[rows[i] * kBatchDraws + draw] = 1;
  }
}

void resample_side(Worker& worker, std::size_t first, std::size_t rows, std::size_t draw,
                   Rng& rng) {
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint8_t& weight = worker.weights[(first + rng.below(rows)) * kBatchDraws + draw];
    // With more than 255 rows a row is not drawn 255 times before the sun goes out.
    if (weight < 255) ++weight;
  }
}

// The totals of both samples together: what is not on one side is on the other.
BatchSums pooled_sums(const TwoSample& samples, Worker& worker) {
  const std::size_t rows = samples.baseline.rows() + samples.current.rows();
  worker.weights.assign(rows * kBatchDraws, 1);
  BatchSums pooled;
  add_weighted_sums(samples.baseline, weights_of(worker, 0, samples.baseline.rows()), pooled,
                    worker.scratch);
  add_weighted_sums(samples.current,
                    weights_of(worker, samples.baseline.rows(), samples.current.rows()), pooled,
                    worker.scratch);
  return pooled;
}

template <class Sum>
void subtract(const std::vector<Sum>& total, const std::vector<Sum>& part, std::vector<Sum>& rest) {
  rest.resize(total.size());
  for (std::size_t i = 0; i < total.size(); ++i) rest[i] = total[i] - part[i];
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
  const std::vector<Stratum> strata = strata_of(samples);
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const BatchSums pooled = pooled_sums(samples, workers.front());
  const std::size_t n_baseline = samples.baseline.rows();
  return run_draws(
      samples, options, evaluate, pool, workers, [&](Worker& worker, std::size_t draws, Rng& rng) {
        worker.strata = strata;  // each batch starts from the same order
        worker.weights.assign((n_baseline + samples.current.rows()) * kBatchDraws, 0);
        for (std::size_t draw = 0; draw < draws; ++draw) assign_sides(worker, draw, rng);
        set_to_zero(worker.current);
        add_weighted_sums(samples.baseline, weights_of(worker, 0, n_baseline), worker.current,
                          worker.scratch);
        add_weighted_sums(samples.current, weights_of(worker, n_baseline, samples.current.rows()),
                          worker.current, worker.scratch);
        subtract(pooled.counts, worker.current.counts, worker.baseline.counts);
        subtract(pooled.vectors, worker.current.vectors, worker.baseline.vectors);
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
                     worker.weights.assign((n_baseline + n_current) * kBatchDraws, 0);
                     for (std::size_t draw = 0; draw < draws; ++draw) {
                       resample_side(worker, 0, n_baseline, draw, rng);
                       resample_side(worker, n_baseline, n_current, draw, rng);
                     }
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
  Worker worker;
  worker.weights.assign((samples.baseline.rows() + samples.current.rows()) * kBatchDraws, 1);
  add_weighted_sums(samples.baseline, weights_of(worker, 0, samples.baseline.rows()),
                    worker.baseline, worker.scratch);
  add_weighted_sums(samples.current, weights_of(worker, 0, samples.current.rows()), worker.current,
                    worker.scratch);
  std::vector<double> observed(values);
  evaluate(sums_of(worker.baseline, 0, samples.baseline),
           sums_of(worker.current, 0, samples.current), observed);
  return observed;
}

}  // namespace plumb
