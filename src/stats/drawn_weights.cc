#include "stats/drawn_weights.h"

#include <map>
#include <utility>

#include "stats/weighted_sums.h"

namespace plumb {
namespace {

void resample_side(std::size_t rows, std::uint8_t* weights, Rng& rng) {
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint8_t& weight = weights[rng.below(rows)];
    // With more than 255 rows a row is not drawn 255 times before the sun goes out.
    if (weight < 255) ++weight;
  }
}

}  // namespace

Strata::Strata(std::size_t baseline, std::span<const std::uint32_t> baseline_strata,
               std::size_t current, std::span<const std::uint32_t> current_strata) {
  struct Members {
    std::vector<std::uint32_t> rows;
    std::uint32_t current = 0;
  };
  std::map<std::uint32_t, Members> members;
  const auto key = [](std::span<const std::uint32_t> keys, std::size_t row) {
    return keys.empty() ? 0U : keys[row];
  };
  for (std::size_t row = 0; row < baseline; ++row) {
    members[key(baseline_strata, row)].rows.push_back(static_cast<std::uint32_t>(row));
  }
  for (std::size_t row = 0; row < current; ++row) {
    Members& stratum = members[key(current_strata, row)];
    stratum.rows.push_back(static_cast<std::uint32_t>(baseline + row));
    ++stratum.current;
  }
  rows_.reserve(baseline + current);
  for (const auto& [_, stratum] : members) {
    strata_.push_back({static_cast<std::uint32_t>(rows_.size()),
                       static_cast<std::uint32_t>(stratum.rows.size()), stratum.current});
    rows_.insert(rows_.end(), stratum.rows.begin(), stratum.rows.end());
  }
}

// The first steps of a Fisher-Yates shuffle of each stratum.
void DrawnWeights::permute(const Strata& strata, std::size_t draws, Rng& rng) {
  shuffled_ = strata.rows_;  // each batch starts from the same order
  by_draw_.assign(strata.rows() * kBatchDraws, 0);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::uint8_t* const sides = by_draw_.data() + draw * strata.rows();
    for (const Strata::Stratum& stratum : strata.strata_) {
      std::uint32_t* const rows = shuffled_.data() + stratum.first;
      // The smaller side is drawn; the larger is what is left.
      const bool draw_current = 2 * std::uint64_t{stratum.current} <= stratum.count;
      const std::size_t taken = draw_current ? stratum.current : stratum.count - stratum.current;
      for (std::size_t i = 0; i < taken; ++i) {
        std::swap(rows[i], rows[i + rng.below(stratum.count - i)]);
      }
      const std::size_t begin = draw_current ? 0 : taken;
      const std::size_t end = draw_current ? taken : stratum.count;
      for (std::size_t i = begin; i < end; ++i) sides[rows[i]] = 1;
    }
  }
  by_row_.resize(by_draw_.size());
  order_weights_by_row(by_draw_, by_row_);
}

void DrawnWeights::resample(std::size_t baseline, std::size_t current, std::size_t draws,
                            Rng& rng) {
  by_draw_.assign((baseline + current) * kBatchDraws, 0);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::uint8_t* const weights = by_draw_.data() + draw * (baseline + current);
    resample_side(baseline, weights, rng);
    resample_side(current, weights + baseline, rng);
  }
  by_row_.resize(by_draw_.size());
  order_weights_by_row(by_draw_, by_row_);
}

}  // namespace plumb
