// The inputs of tests/golden/stats_reference.py, made again: the same generator, the same order
// of calls, arithmetic that IEEE 754 rounds alike. A change here is a change there.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace plumb::testing {

// Knuth's 64-bit linear congruential generator; the high bits are used.
class Lcg {
 public:
  explicit Lcg(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return state_ = state_ * 6364136223846793005U + 1442695040888963407U; }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  std::size_t below(std::size_t bound) { return (next() >> 33) % bound; }

 private:
  std::uint64_t state_;
};

inline double bell(Lcg& lcg) {
  double sum = lcg.uniform();
  for (int i = 0; i < 3; ++i) sum += lcg.uniform();
  return sum - 2.0;
}

inline double number(std::size_t kind, Lcg& lcg) {
  switch (kind) {
    case 0:
      return bell(lcg);
    case 1: {  // heavy tails
      const double top = lcg.uniform() - 0.5;
      return top / (lcg.uniform() + 0.0001);
    }
    case 2:
      return std::floor(lcg.uniform() * 10.0);
    case 3:
      return std::floor(lcg.uniform() * 2.0);
    case 4:  // equal data
      return 3.5;
    case 5:
      return 1000000.0 + bell(lcg);
    case 6:
      return 0.000001 * bell(lcg);
    default:
      return std::floor(lcg.uniform() * 200.0) / 2.0;
  }
}

struct Samples {
  std::vector<double> a;
  std::vector<double> b;
};

inline Samples samples_of(std::size_t index, Lcg& lcg) {
  constexpr double kShifts[] = {0.0, 0.25, 1.0};
  constexpr std::size_t kLargest[] = {12, 59, 399, 399};
  const std::size_t kind = index % 8;
  const std::size_t largest = kLargest[index / 8 % 4];
  const std::size_t n = 2 + lcg.below(largest);
  std::size_t m = 2 + lcg.below(largest);
  if (index % 5 == 0) m = n;
  const double shift = kind == 4 || kind == 6 ? 0.0 : kShifts[index % 3];
  Samples samples;
  for (std::size_t i = 0; i < n; ++i) samples.a.push_back(number(kind, lcg));
  for (std::size_t i = 0; i < m; ++i) samples.b.push_back(number(kind, lcg) + shift);
  return samples;
}

struct CategoryCounts {
  std::vector<std::uint64_t> sides[2];
};

inline CategoryCounts category_counts(Lcg& lcg) {
  const std::size_t k = 1 + lcg.below(9);
  CategoryCounts counts;
  for (auto& side : counts.sides) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < k; ++i) {
      const double u = lcg.uniform();
      side.push_back(static_cast<std::uint64_t>(u * u * 20.0));
      sum += side.back();
    }
    if (sum == 0) side[0] = 1;
  }
  return counts;
}

struct WordSequences {
  std::vector<std::string> sides[2];
};

inline WordSequences word_sequences(Lcg& lcg) {
  WordSequences words;
  for (auto& side : words.sides) {
    side.resize(lcg.below(9));
    for (std::string& word : side) word = std::to_string(lcg.below(6));
  }
  return words;
}

struct FloatRows {
  std::size_t dimension = 0;
  std::vector<float> sides[2];
};

inline FloatRows float_rows(Lcg& lcg) {
  FloatRows rows;
  rows.dimension = 1 + lcg.below(20);
  for (int side = 0; side < 2; ++side) {
    const std::size_t count = 5 + lcg.below(36);
    for (std::size_t i = 0; i < count * rows.dimension; ++i) {
      rows.sides[side].push_back(static_cast<float>(bell(lcg) + (side == 1 ? 0.4 : 0.0)));
    }
  }
  return rows;
}

}  // namespace plumb::testing
