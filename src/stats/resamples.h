// The sums of one side's resamples: its rows drawn with replacement, as many as it has.
//
// They do not depend on what the side is compared with, so they are made once and serve every
// comparison that the side takes part in. Draw i of a seed is the same for any number of threads
// and on any machine. Where the process is asked to stop (base/interrupt.h), the remaining draws
// are skipped and mean nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "stats/feature_table.h"
#include "stats/two_sample.h"

namespace plumb {

class Resamples {
 public:
  // Cost: draws * rows * (entries + dimension) integer products.
  Resamples(const FeatureTable& table, std::uint64_t draws, std::uint64_t seed, ThreadPool& pool);

  std::size_t draws() const { return draws_; }
  std::size_t features() const { return features_; }
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

// One side of a comparison, whose features have other numbers there.
struct ResampledSide {
  const Resamples& sums;
  std::span<const std::uint32_t> places;  // of each feature its number among those of both sides
};

// values[v][draw] over pairs of resamples, the i-th of one side with the i-th of the other. Both
// have as many; `features` is how many both sides have together, `values` how many `evaluate`
// computes.
std::vector<std::vector<double>> bootstrapped_values(const ResampledSide& baseline,
                                                     const ResampledSide& current,
                                                     std::size_t features, std::size_t values,
                                                     const Evaluate& evaluate, ThreadPool& pool);

}  // namespace plumb
