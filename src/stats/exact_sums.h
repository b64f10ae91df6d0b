// Sums of vectors whose bits do not depend on the order of the additions.
//
// Each component is rounded once to a multiple of 2^-60 and summed as a 128-bit
// integer. With |component| <= 2^30 and fewer than 2^32 vectors nothing can
// overflow; add() refuses what lies outside. Error of a sum of n: n * 2^-61.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/int128.h"
#include "base/result.h"

namespace plumb {

class ExactSums {
 public:
  static constexpr int kFractionBits = 60;
  static constexpr float kMostComponent = 0x1p30F;
  static constexpr std::uint64_t kMostVectors = (std::uint64_t{1} << 32) - 1;

  explicit ExactSums(std::size_t dimension = 0) : sums_(dimension) {}

  // Fails with invalid_input for a component that is not finite or beyond 2^30,
  // and where the dimension differs; the first vector sets it where it was 0.
  Result<void> add(std::span<const float> vector);
  // Fails with invalid_input where the dimensions differ; one of 0 takes the other's.
  Result<void> merge(const ExactSums& other);

  std::size_t dimension() const { return sums_.size(); }
  std::uint64_t count() const { return count_; }
  // The sum of each component, rounded to double. Empty where count() is 0.
  std::vector<double> sums() const;

  // For files: the integers as they are. of_integers() fails with invalid_input
  // for what no sum of `count` vectors can be.
  std::span<const Int128> integers() const { return sums_; }
  static Result<ExactSums> of_integers(std::vector<Int128> integers, std::uint64_t count);

  friend bool operator==(const ExactSums&, const ExactSums&) = default;

 private:
  std::vector<Int128> sums_;
  std::uint64_t count_ = 0;
};

}  // namespace plumb
