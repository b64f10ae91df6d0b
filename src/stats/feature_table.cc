#include "stats/feature_table.h"

#include <immintrin.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace plumb {
namespace {

// sums[i] += pair[2 i] + pair[2 i + 1]
void add_pair(const std::int16_t* pair, std::vector<std::int32_t>& sums) {
  std::size_t i = 0;
  for (; i + 4 <= sums.size(); i += 4) {
    auto* const to = reinterpret_cast<__m128i*>(sums.data() + i);
    const __m128i both = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pair + 2 * i));
    const __m128i added = _mm_madd_epi16(both, _mm_set1_epi16(1));
    _mm_storeu_si128(to, _mm_add_epi32(_mm_loadu_si128(to), added));
  }
  for (; i < sums.size(); ++i) sums[i] += pair[2 * i] + pair[2 * i + 1];
}

// The components from the first on in 16-bit steps, each in its half of 32 bits that are 0 before:
// the lower half is a pair's first row.
void place_steps(std::span<const float> vector, float steps, bool second, std::int16_t* pair) {
  constexpr float kMost = std::numeric_limits<std::int16_t>::max();
  const __m128i lower = _mm_set1_epi32(0xFFFF);
  std::size_t i = 0;
  for (; i + 4 <= vector.size(); i += 4) {
    const __m128 scaled = _mm_mul_ps(_mm_loadu_ps(vector.data() + i), _mm_set1_ps(steps));
    const __m128 clamped = _mm_max_ps(_mm_set1_ps(-kMost), _mm_min_ps(_mm_set1_ps(kMost), scaled));
    const __m128i whole = _mm_cvtps_epi32(clamped);
    const __m128i placed = second ? _mm_slli_epi32(whole, 16) : _mm_and_si128(whole, lower);
    auto* const to = reinterpret_cast<__m128i*>(pair + 2 * i);
    _mm_storeu_si128(to, _mm_or_si128(_mm_loadu_si128(to), placed));
  }
  for (; i < vector.size(); ++i) {
    const float scaled = std::clamp(vector[i] * steps, -kMost, kMost);
    pair[2 * i + (second ? 1 : 0)] = static_cast<std::int16_t>(std::lrint(scaled));
  }
}

// A row of a pair into one whose place is 0 before: the lower halves of 32 bits are a pair's first
// row.
void copy_row(const std::int16_t* from, bool from_second, std::size_t dimension, std::int16_t* to,
              bool to_second) {
  const __m128i lower = _mm_set1_epi32(0xFFFF);
  std::size_t i = 0;
  for (; i + 4 <= dimension; i += 4) {
    const __m128i both = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 2 * i));
    const __m128i one = from_second ? _mm_srli_epi32(both, 16) : _mm_and_si128(both, lower);
    const __m128i placed = to_second ? _mm_slli_epi32(one, 16) : one;
    auto* const pair = reinterpret_cast<__m128i*>(to + 2 * i);
    _mm_storeu_si128(pair, _mm_or_si128(_mm_loadu_si128(pair), placed));
  }
  for (; i < dimension; ++i) to[2 * i + (to_second ? 1 : 0)] = from[2 * i + (from_second ? 1 : 0)];
}

}  // namespace

float largest_size(std::span<const float> vector) {
  const __m128 sign = _mm_set1_ps(-0.0F);
  __m128 largest = _mm_setzero_ps();
  std::size_t i = 0;
  for (; i + 4 <= vector.size(); i += 4) {
    largest = _mm_max_ps(largest, _mm_andnot_ps(sign, _mm_loadu_ps(vector.data() + i)));
  }
  float lanes[4];
  _mm_storeu_ps(lanes, largest);
  float result = std::ranges::max(lanes);
  for (; i < vector.size(); ++i) result = std::max(result, std::abs(vector[i]));
  return result;
}

FeatureTable::FeatureTable(std::size_t features, std::size_t dimension, float largest)
    : features_(features),
      dimension_(dimension),
      steps_(largest > 0 ? std::numeric_limits<std::int16_t>::max() / largest : 0) {}

FeatureTable FeatureTable::without_rows() const {
  FeatureTable empty(features_, dimension_, 0);
  empty.steps_ = steps_;
  return empty;
}

void FeatureTable::reserve(std::size_t rows) {
  starts_.reserve(rows + 1);
  first_components_.reserve((rows + 1) / 2);
  pairs_.reserve((rows + 1) / 2 * 2 * dimension_);
}

void FeatureTable::add_counts(std::span<const FeatureCount> counts) {
  std::uint64_t added = 0;  // to any one feature, at most: a row may name one twice
  for (const FeatureCount& entry : counts) {
    assert(entry.feature < features_);
    added += entry.count;
  }
  largest_row_ = std::max(largest_row_, added);
  counts_.insert(counts_.end(), counts.begin(), counts.end());
}

// The index from which on every other number of pairs_ is the new row's.
std::size_t FeatureTable::place_of_new_vector() {
  const std::size_t row = rows();
  if (row % 2 == 0) {
    pairs_.resize(pairs_.size() + 2 * dimension_);
    first_components_.push_back(dimension_);
  }
  return (row / 2) * 2 * dimension_ + row % 2;
}

void FeatureTable::add_row(std::span<const FeatureCount> counts, std::span<const float> vector) {
  assert(vector.empty() || vector.size() == dimension_);
  add_counts(counts);
  const std::size_t place = place_of_new_vector();
  std::size_t first = 0;
  while (first < vector.size() && vector[first] == 0) ++first;
  const std::size_t pair = place / 2 * 2;
  place_steps(vector.subspan(first), steps_, place != pair, pairs_.data() + pair + 2 * first);
  if (!vector.empty()) first_components_.back() = std::min(first_components_.back(), first);
  starts_.push_back(counts_.size());
}

void FeatureTable::add_row_of(const FeatureTable& other, std::size_t row) {
  assert(other.features_ == features_ && other.dimension_ == dimension_);
  assert(other.steps_ == steps_);
  add_counts(other.counts(row));
  const std::size_t pair = place_of_new_vector() / 2 * 2;
  copy_row(other.pairs_.data() + (row / 2) * 2 * dimension_, row % 2 == 1, dimension_,
           pairs_.data() + pair, rows() % 2 == 1);
  first_components_.back() = std::min(first_components_.back(), other.first_component(row / 2));
  starts_.push_back(counts_.size());
}

// Those that pay as a column, and whose counts fit 16 bits.
std::vector<std::uint32_t> FeatureTable::frequent_features() const {
  // An entry is 64 sums that are read and written again; a column keeps them in registers.
  constexpr std::size_t kRowsAnEntry = 4;
  struct Seen {
    std::size_t entries = 0;
    std::size_t row = 0;
    std::uint64_t in_row = 0;  // of `row`, which may name a feature twice
    std::uint64_t largest = 0;
  };
  std::vector<Seen> seen(features_);
  for (std::size_t row = 0; row < rows(); ++row) {
    for (const FeatureCount& entry : counts(row)) {
      Seen& feature = seen[entry.feature];
      if (feature.row != row) feature.in_row = 0;
      feature.row = row;
      ++feature.entries;
      feature.in_row += entry.count;
      feature.largest = std::max(feature.largest, feature.in_row);
    }
  }
  std::vector<std::uint32_t> frequent;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const bool fits = seen[i].largest <= std::numeric_limits<std::int16_t>::max();
    if (fits && seen[i].entries > 0 && seen[i].entries * kRowsAnEntry >= rows()) {
      frequent.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return frequent;
}

void FeatureTable::make_columns() {
  column_features_ = frequent_features();
  const std::size_t columns = column_features_.size();
  std::vector<std::size_t> column_of(features_, columns);
  for (std::size_t i = 0; i < columns; ++i) column_of[column_features_[i]] = i;
  column_pairs_.assign((rows() + 1) / 2 * 2 * columns, 0);
  sparse_starts_.assign(1, 0);
  sparse_.clear();
  for (std::size_t row = 0; row < rows(); ++row) {
    std::int16_t* const of_row = column_pairs_.data() + (row / 2) * 2 * columns + row % 2;
    for (const FeatureCount& entry : counts(row)) {
      const std::size_t column = column_of[entry.feature];
      if (column == columns) {
        sparse_.push_back(entry);
      } else {
        of_row[2 * column] =
            static_cast<std::int16_t>(static_cast<std::uint32_t>(of_row[2 * column]) + entry.count);
      }
    }
    sparse_starts_.push_back(sparse_.size());
  }
  all_counts_.assign(features_, 0);
  all_vectors_.assign(dimension_, 0);
  sum_all_rows(all_counts_, all_vectors_);
  summed_rows_ = rows();
}

bool FeatureTable::fits_32_bits() const {
  return static_cast<double>(largest_row_) * static_cast<double>(rows()) < 0x1.0p31;
}

void FeatureTable::add_all_rows(std::span<std::uint64_t> counts,
                                std::span<std::int64_t> vector) const {
  if (summed_rows_ != rows()) return sum_all_rows(counts, vector);
  for (std::size_t i = 0; i < all_counts_.size(); ++i) counts[i] += all_counts_[i];
  for (std::size_t i = 0; i < all_vectors_.size(); ++i) vector[i] += all_vectors_[i];
}

void FeatureTable::sum_all_rows(std::span<std::uint64_t> counts,
                                std::span<std::int64_t> vector) const {
  for (const FeatureCount& entry : counts_) counts[entry.feature] += entry.count;
  if (dimension_ == 0) return;
  // Sums of so many pairs of 16-bit numbers fit 32 bits.
  constexpr std::size_t kPairsTo32Bits = 32'000;
  const std::size_t pairs = pairs_.size() / (2 * dimension_);
  std::vector<std::int32_t> sums(dimension_);
  for (std::size_t first = 0; first < pairs; first += kPairsTo32Bits) {
    std::ranges::fill(sums, 0);
    for (std::size_t pair = first; pair < std::min(pairs, first + kPairsTo32Bits); ++pair) {
      add_pair(pairs_.data() + pair * 2 * dimension_, sums);
    }
    for (std::size_t i = 0; i < dimension_; ++i) vector[i] += sums[i];
  }
}

}  // namespace plumb
