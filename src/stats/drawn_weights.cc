#include "stats/drawn_weights.h"

#include <algorithm>
#include <cassert>

#include "stats/weighted_sums.h"

namespace plumb {
namespace {

// Numbers that are drawn at a time: with what they choose from they stay in the first cache.
constexpr std::size_t kNumbers = 512;

// Steps of a shuffle, the same in each lane but for the numbers: [step][lane].
struct ShuffleSteps {
  std::size_t count;
  const std::uint32_t* places;
  const std::uint8_t* sides;
  const std::uint32_t* numbers;
};

// A step often reads what the one before it wrote, and waits; that of another lane does not.
template <std::size_t lanes>
void shuffle(ShuffleSteps steps, std::uint32_t* shuffled, std::uint8_t* weights, std::size_t rows) {
  for (std::size_t i = 0; i < steps.count; ++i) {
    const std::uint32_t place = steps.places[i];
    const std::uint8_t side = steps.sides[i];
#pragma GCC unroll 4
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      std::uint32_t* const mine = shuffled + lane * rows;
      const std::uint32_t chosen = place + steps.numbers[i * kRngLanes + lane];
      const std::uint32_t row = mine[chosen];
      mine[chosen] = mine[place];
      mine[place] = row;
      weights[lane * kBatchDraws * rows + row] = side;
    }
  }
}

void shuffle_lanes(std::size_t lanes, const ShuffleSteps& steps, std::uint32_t* shuffled,
                   std::uint8_t* weights, std::size_t rows) {
  static_assert(kRngLanes == 4);
  switch (lanes) {
    case 1:
      return shuffle<1>(steps, shuffled, weights, rows);
    case 2:
      return shuffle<2>(steps, shuffled, weights, rows);
    case 3:
      return shuffle<3>(steps, shuffled, weights, rows);
    default:
      return shuffle<4>(steps, shuffled, weights, rows);
  }
}

void take(std::size_t count, const std::uint32_t* numbers, std::uint8_t* weights) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t& weight = weights[numbers[i * kRngLanes]];
    // With more than 255 rows a row is not drawn 255 times before the sun goes out.
    weight = static_cast<std::uint8_t>(weight + (weight < 255 ? 1 : 0));
  }
}

}  // namespace

Strata::Strata(std::size_t baseline, std::span<const std::uint32_t> baseline_strata,
               std::size_t current, std::span<const std::uint32_t> current_strata) {
  const auto stratum_of = [&](std::uint32_t row) {
    if (row < baseline) return baseline_strata.empty() ? 0U : baseline_strata[row];
    return current_strata.empty() ? 0U : current_strata[row - baseline];
  };
  // Stratum and row in one number, which sorts as both do.
  std::vector<std::uint64_t> order(baseline + current);
  for (std::uint32_t row = 0; row < order.size(); ++row) {
    order[row] = std::uint64_t{stratum_of(row)} << 32 | row;
  }
  if (!std::ranges::is_sorted(order)) std::ranges::sort(order);
  rows_.reserve(order.size());
  for (const std::uint64_t each : order) rows_.push_back(static_cast<std::uint32_t>(each));
  left_.resize(order.size());
  for (std::size_t first = 0; first < order.size();) {
    const auto in_other = [&](std::uint64_t each) { return each >> 32 != order[first] >> 32; };
    const auto end =
        std::find_if(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(), in_other);
    const auto behind = static_cast<std::size_t>(end - order.begin());
    add_stratum(first, behind - first, baseline);
    first = behind;
  }
}

// Of the `count` rows from the first place on.
void Strata::add_stratum(std::size_t first, std::size_t count, std::size_t baseline) {
  const std::span<const std::uint32_t> rows = std::span(rows_).subspan(first, count);
  const auto of_current = static_cast<std::size_t>(
      std::ranges::count_if(rows, [&](std::uint32_t row) { return row >= baseline; }));
  // The smaller side is drawn; the larger is what is left.
  const bool draws_current = 2 * of_current <= count;
  const std::size_t steps = draws_current ? of_current : count - of_current;
  for (std::size_t i = 0; i < steps; ++i) {
    places_.push_back(static_cast<std::uint32_t>(first + i));
    choices_.push_back(static_cast<std::uint32_t>(count - i));
    sides_.push_back(draws_current ? 1 : 0);
  }
  for (const std::uint32_t row : rows) left_[row] = draws_current ? 0 : 1;
}

std::vector<DrawnBatches> DrawnBatches::parts_of(DrawRange draws, std::uint64_t seed, int threads) {
  assert(draws.begin % kBatchDraws == 0);
  const std::size_t begin = draws.begin / kBatchDraws;
  const std::size_t end = (draws.end + kBatchDraws - 1) / kBatchDraws;
  const std::size_t together =
      std::clamp<std::size_t>((end - begin) / static_cast<std::size_t>(threads), 1, kRngLanes);
  std::vector<DrawnBatches> parts;
  for (std::size_t first = begin; first < end; first += together) {
    parts.push_back({seed, draws.end, first, std::min(together, end - first)});
  }
  return parts;
}

std::size_t DrawnBatches::draws_of(std::size_t i) const {
  return std::min<std::size_t>(kBatchDraws, draws - (first + i) * kBatchDraws);
}

std::uint8_t* DrawnWeights::weights_at(std::size_t lane, std::size_t draw) {
  return by_draw_.data() + (lane * kBatchDraws + draw) * rows_;
}

void DrawnWeights::permute(const Strata& strata, const DrawnBatches& batches) {
  rows_ = strata.rows();
  shuffled_.clear();  // each batch starts from the same order
  for (std::size_t lane = 0; lane < batches.count; ++lane) {
    shuffled_.insert(shuffled_.end(), strata.rows_.begin(), strata.rows_.end());
  }
  by_draw_.resize(batches.count * rows_ * kBatchDraws);
  for (std::size_t lane = 0; lane < batches.count; ++lane) {
    std::fill(weights_at(lane, batches.draws_of(lane)), weights_at(lane + 1, 0), std::uint8_t{0});
  }
  const std::span<const std::uint32_t> choices = strata.choices_;
  std::uint32_t numbers[kNumbers * kRngLanes];
  RngLanes lanes(batches.seed, batches.first);
  for (std::size_t draw = 0; draw < batches.draws_of(0); ++draw) {
    std::size_t drawing = 0;  // lanes: the last batch of all may be done
    for (; drawing < batches.count && draw < batches.draws_of(drawing); ++drawing) {
      std::ranges::copy(strata.left_, weights_at(drawing, draw));
    }
    for (std::size_t first = 0; first < choices.size(); first += kNumbers) {
      const std::size_t count = std::min(kNumbers, choices.size() - first);
      lanes.below(choices.subspan(first, count), numbers);
      const ShuffleSteps steps{count, strata.places_.data() + first, strata.sides_.data() + first,
                               numbers};
      shuffle_lanes(drawing, steps, shuffled_.data(), weights_at(0, draw), rows_);
    }
  }
}

void DrawnWeights::resample(std::size_t rows, const DrawnBatches& batches) {
  rows_ = rows;
  by_draw_.assign(batches.count * rows_ * kBatchDraws, 0);
  RngLanes lanes(batches.seed, batches.first);
  std::uint32_t choices[kNumbers];
  std::uint32_t numbers[kNumbers * kRngLanes];
  std::ranges::fill(choices, static_cast<std::uint32_t>(rows));
  for (std::size_t draw = 0; draw < batches.draws_of(0); ++draw) {
    for (std::size_t first = 0; first < rows; first += kNumbers) {
      const std::size_t count = std::min(kNumbers, rows - first);
      lanes.below(std::span(choices).first(count), numbers);
      for (std::size_t lane = 0; lane < batches.count; ++lane) {
        if (draw >= batches.draws_of(lane)) break;
        take(count, numbers + lane, weights_at(lane, draw));
      }
    }
  }
}

std::span<const std::uint8_t> DrawnWeights::by_row(std::size_t i) {
  const std::size_t size = rows_ * kBatchDraws;
  by_row_.resize(size);
  order_weights_by_row(std::span(by_draw_).subspan(i * size, size), by_row_);
  return by_row_;
}

}  // namespace plumb
