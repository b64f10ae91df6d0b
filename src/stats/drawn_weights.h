// Random weights of pooled rows, kBatchDraws draws at once: which side a row is on, or how often
// it was drawn.
//
// Draws come one after the other from one Rng, so a batch is the same on any machine and thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"

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
  struct Stratum {
    std::uint32_t first = 0;  // of rows_
    std::uint32_t count = 0;
    std::uint32_t current = 0;  // how many of them are the current side's
  };

  std::vector<Stratum> strata_;
  std::vector<std::uint32_t> rows_;  // stratum by stratum, each ascending
};

// Reused from batch to batch by one thread.
class DrawnWeights {
 public:
  // 1 for the rows that a draw puts on the current side: of each stratum as many as there are.
  void permute(const Strata& strata, std::size_t draws, Rng& rng);
  // How often a draw takes a row, each side resampled with replacement.
  void resample(std::size_t baseline, std::size_t current, std::size_t draws, Rng& rng);

  // [row][kBatchDraws]; zeros behind the last draw.
  std::span<const std::uint8_t> by_row() const { return by_row_; }

 private:
  std::vector<std::uint32_t> shuffled_;  // the rows of the strata, further with each draw
  std::vector<std::uint8_t> by_draw_;
  std::vector<std::uint8_t> by_row_;
};

}  // namespace plumb
