#include "stats/resamples.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/interrupt.h"
#include "stats/drawn_weights.h"
#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// The sums in the features of both sides; `counts` keeps its memory.
SideSums widened(const Resamples& sums, std::size_t draw, std::span<const std::uint32_t> places,
                 std::vector<std::uint64_t>& counts) {
  std::ranges::fill(counts, 0);
  sums.put_counts(draw, places, counts);
  return {counts, sums.vector(draw)};
}

// The first `draws` of a batch's sums, each of `width` numbers, behind those of `before` draws.
template <class From, class To>
void copy_draws(const std::vector<From>& from, std::size_t draws, std::size_t width,
                std::size_t before, std::vector<To>& to) {
  if (to.empty()) return;
  std::transform(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(draws * width),
                 to.begin() + static_cast<std::ptrdiff_t>(before * width),
                 [](From sum) { return static_cast<To>(sum); });
}

}  // namespace

Resamples::Resamples(const FeatureTable& table, DrawRange range, std::uint64_t seed,
                     ThreadPool& pool)
    : draws_(range.end - range.begin),
      features_(table.features()),
      dimension_(table.dimension()),
      narrow_counts_(table.fits_32_bits() ? draws_ * features_ : 0),
      wide_counts_(table.fits_32_bits() ? 0 : draws_ * features_),
      vectors_(draws_ * dimension_) {
  struct Worker {
    DrawnWeights weights;
    BatchScratch scratch;
    BatchSums sums;
  };
  std::vector<Worker> workers(static_cast<std::size_t>(pool.threads()));
  const auto parts = DrawnBatches::parts_of(range, seed, pool.threads());
  pool.run(static_cast<int>(parts.size()), [&](int part, int id) {
    if (interrupted()) return;
    auto& [weights, scratch, sums] = workers[static_cast<std::size_t>(id)];
    const DrawnBatches& batches = parts[static_cast<std::size_t>(part)];
    weights.resample(table.rows(), batches);
    for (std::size_t i = 0; i < batches.count; ++i) {
      std::ranges::fill(sums.counts, 0);
      std::ranges::fill(sums.vectors, 0);
      add_weighted_sums(table, weights.by_row(i), sums, scratch);
      const std::size_t before = (batches.first + i) * kBatchDraws - range.begin;
      copy_draws(sums.counts, batches.draws_of(i), features_, before, narrow_counts_);
      copy_draws(sums.counts, batches.draws_of(i), features_, before, wide_counts_);
      copy_draws(sums.vectors, batches.draws_of(i), dimension_, before, vectors_);
    }
  });
}

void Resamples::put_counts(std::size_t draw, std::span<const std::uint32_t> places,
                           std::span<std::uint64_t> counts) const {
  const auto put = [&](const auto& all) {
    for (std::size_t i = 0; i < features_; ++i) counts[places[i]] = all[draw * features_ + i];
  };
  if (wide_counts_.empty()) return put(narrow_counts_);
  put(wide_counts_);
}

std::span<const std::int64_t> Resamples::vector(std::size_t draw) const {
  return std::span(vectors_).subspan(draw * dimension_, dimension_);
}

std::size_t Resamples::bytes() const {
  return narrow_counts_.size() * sizeof(std::uint32_t) +
         wide_counts_.size() * sizeof(std::uint64_t) + vectors_.size() * sizeof(std::int64_t);
}

ResampledRows::ResampledRows(FeatureTable table, std::uint64_t draws, std::uint64_t seed,
                             ThreadPool& pool)
    : draws_(draws), seed_(seed) {
  if (draws > kHeldDraws) {
    table_ = std::move(table);
  } else {
    all_ = std::make_shared<const Resamples>(table, DrawRange{0, draws}, seed, pool);
  }
}

std::shared_ptr<const Resamples> ResampledRows::sums_from(std::uint64_t begin,
                                                          ThreadPool& pool) const {
  if (all_ != nullptr) return all_;
  const DrawRange range{begin, std::min(draws_, begin + kHeldDraws)};
  return std::make_shared<const Resamples>(*table_, range, seed_, pool);
}

std::vector<std::vector<double>> bootstrapped_values(const ResampledSide& baseline,
                                                     const ResampledSide& current,
                                                     std::size_t features, std::size_t values,
                                                     const Evaluate& evaluate, ThreadPool& pool) {
  assert(baseline.rows.draws() == current.rows.draws());
  constexpr std::size_t kTogether = 32;
  const std::size_t draws = baseline.rows.draws();
  std::vector<std::vector<double>> found(values, std::vector<double>(draws));
  for (std::size_t begin = 0; begin < draws && !interrupted(); begin += kHeldDraws) {
    const auto of_baseline = baseline.rows.sums_from(begin, pool);
    const auto of_current = current.rows.sums_from(begin, pool);
    const std::size_t count = of_baseline->draws();
    pool.run(static_cast<int>((count + kTogether - 1) / kTogether), [&](int task, int) {
      std::vector<std::uint64_t> baseline_counts(features);
      std::vector<std::uint64_t> current_counts(features);
      std::vector<double> one(values);
      const std::size_t first = static_cast<std::size_t>(task) * kTogether;
      for (std::size_t draw = first; draw < std::min(count, first + kTogether); ++draw) {
        evaluate(widened(*of_baseline, draw, baseline.places, baseline_counts),
                 widened(*of_current, draw, current.places, current_counts), one);
        for (std::size_t v = 0; v < values; ++v) found[v][begin + draw] = one[v];
      }
    });
  }
  return found;
}

}  // namespace plumb
