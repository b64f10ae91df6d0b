// The sums of one side's resamples: its rows drawn with replacement, as many as it has.
//
// They do not depend on what the side is compared with, so they are made once and serve every
// comparison that the side takes part in; where more are asked for than are held at a time, each
// range of them is made when it is its turn. Draw i of a seed is the same in any range, for any
// number of threads and on any machine. Where the process is asked to stop (base/interrupt.h), the
// remaining draws are skipped and mean nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "stats/drawn_weights.h"
#include "stats/feature_table.h"
#include "stats/two_sample.h"

namespace plumb {

// The sums of a range of draws, which are numbered from its first.
class Resamples {
 public:
  // Cost: draws * rows * (entries + dimension) integer products.
  Resamples(const FeatureTable& table, DrawRange range, std::uint64_t seed, ThreadPool& pool);

  std::size_t draws() const { return draws_; }
  std::size_t bytes() const;

  // Writes a draw's counts to counts[places[feature]].
  void put_counts(std::size_t draw, std::span<const std::uint32_t> places,
                  std::span<std::uint64_t> counts) const;
  // In the table's steps.
  std::span<const std::int64_t> vector(std::size_t draw) const;

 private:
  std::size_t draws_;
  std::size_t features_;
  std::size_t dimension_;
  // [draw][feature]; there are a thousand draws of what may be thousands of features, so they are
  // wide only where the counts could pass 32 bits.
  std::vector<std::uint32_t> narrow_counts_;
  std::vector<std::uint64_t> wide_counts_;
  std::vector<std::int64_t> vectors_;  // [draw][component]
};

// Draws whose sums are held at a time: a few tens of megabytes a side, however many draws are asked
// for. Whole batches.
inline constexpr std::uint64_t kHeldDraws = 4'096;

// All resamples of one side.
class ResampledRows {
 public:
  // Keeps the sums where all draws are held at a time, and else the table, which they are made of.
  ResampledRows(FeatureTable table, std::uint64_t draws, std::uint64_t seed, ThreadPool& pool);

  std::uint64_t draws() const { return draws_; }
  // Of the sums that are kept.
  std::size_t bytes() const { return all_ == nullptr ? 0 : all_->bytes(); }

  // Of the draws from `begin` on, a multiple of kHeldDraws, as many as are held at a time.
  std::shared_ptr<const Resamples> sums_from(std::uint64_t begin, ThreadPool& pool) const;

 private:
  std::uint64_t draws_;
  std::uint64_t seed_;
  std::optional<FeatureTable> table_;
  std::shared_ptr<const Resamples> all_;
};

// One side of a comparison, whose features have other numbers there.
struct ResampledSide {
  const ResampledRows& rows;
  std::span<const std::uint32_t> places;  // of each feature its number among those of both sides
};

// values[v][draw] over pairs of resamples, the i-th of one side with the i-th of the other. Both
// have as many; `features` is how many both sides have together, `values` how many `evaluate`
// computes. Of the sums no more than kHeldDraws of each side are in memory.
std::vector<std::vector<double>> bootstrapped_values(const ResampledSide& baseline,
                                                     const ResampledSide& current,
                                                     std::size_t features, std::size_t values,
                                                     const Evaluate& evaluate, ThreadPool& pool);

}  // namespace plumb
