// Random weights of pooled rows, kBatchDraws draws at once: which side a row is on, or how often
// it was drawn.
//
// The draws of batch i come one after the other from Rng(seed, i), so a batch is the same on any
// machine and thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/huge_pages.h"
#include "stats/rng_lanes.h"

namespace plumb {

// Rows of both sides that may change places among themselves. Pooled numbers: the baseline's rows
// first.
class Strata {
 public:
  // Of each row the stratum, any numbers; no numbers at all: one stratum.
  Strata(std::size_t baseline, std::span<const std::uint32_t> baseline_strata, std::size_t current,
         std::span<const std::uint32_t> current_strata);

  std::size_t rows() const { return rows_.size(); }

 private:
  friend class DrawnWeights;

  void add_stratum(std::size_t first, std::size_t count, std::size_t baseline);

  std::vector<std::uint32_t> rows_;  // stratum by stratum, each ascending
  // The first steps of a Fisher-Yates shuffle of each stratum, as many as its smaller side has
  // rows: the row at a place among rows_ and one of the `choices` from there on change places, and
  // the one that came is on `side`.
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> choices_;
  std::vector<std::uint8_t> sides_;
  std::vector<std::uint8_t> left_;  // the side of a row that no step took: a number a row
};

// Some of the draws of a seed: from `begin`, which starts a batch, to before `end`.
struct DrawRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Some batches of all the draws, at most kRngLanes: made together, since their numbers do not wait
// for each other.
struct DrawnBatches {
  std::uint64_t seed = 0;
  std::uint64_t draws = 0;  // of all batches from the seed's first on
  std::size_t first = 0;
  std::size_t count = 0;

  // Of the i-th of these batches: kBatchDraws but for the last of all.
  std::size_t draws_of(std::size_t i) const;

  // All batches of these draws in parts of about one size, for so many threads.
  static std::vector<DrawnBatches> parts_of(DrawRange draws, std::uint64_t seed, int threads);
};

// Reused from batch to batch by one thread.
class DrawnWeights {
 public:
  // 1 for the rows that a draw puts on the current side: of each stratum as many as there are.
  void permute(const Strata& strata, const DrawnBatches& batches);
  // How often a draw takes a row: as many are drawn as there are, with replacement.
  void resample(std::size_t rows, const DrawnBatches& batches);

  // Of all those batches, one behind the other: [draw][row], kBatchDraws draws of each, zeros
  // behind the last one's last draw.
  std::span<const std::uint8_t> by_draw() const { return by_draw_; }
  // Of the i-th of those batches, [row][kBatchDraws], zeros behind its last draw; holds until the
  // next call.
  std::span<const std::uint8_t> by_row(std::size_t i);

 private:
  std::uint8_t* weights_at(std::size_t lane, std::size_t draw);

  std::size_t rows_ = 0;
  std::vector<std::uint32_t> shuffled_;   // [lane]: the rows of the strata, further with each draw
  HugePageVector<std::uint8_t> by_draw_;  // [lane][draw][row]
  std::vector<std::uint8_t> by_row_;
};

}  // namespace plumb
