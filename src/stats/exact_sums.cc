#include "stats/exact_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumb {
namespace {

constexpr double kScale = 0x1p60;

// `value` as a multiple of 2^-60, halves to even. |value| <= 2^30.
Int128 fixed_point(float value) {
  if (std::fabs(value) < 4.0F) {
    const double scaled = static_cast<double>(value) * kScale;  // exact: a power of two
    const auto whole = static_cast<std::int64_t>(scaled);
    // Only below 2^-37 does a float have bits behind 2^-60.
    return static_cast<double>(whole) == scaled ? whole : std::llrint(scaled);
  }
  // A float of 4 or more is a multiple of 2^-21: 30 binary places hold it exactly.
  return static_cast<Int128>(static_cast<std::int64_t>(static_cast<double>(value) * 0x1p30)) *
         (std::int64_t{1} << 30);
}

Error other_dimension(std::size_t found, std::size_t expected) {
  return {ErrorCode::invalid_input,
          fmt::format("a vector of {} components does not go with vectors of {}", found, expected)};
}

}  // namespace

Result<void> ExactSums::add(std::span<const float> vector) {
  if (vector.size() != sums_.size() && !sums_.empty()) {
    return std::unexpected(other_dimension(vector.size(), sums_.size()));
  }
  for (std::size_t i = 0; i < vector.size(); ++i) {
    if (std::fabs(vector[i]) <= kMostComponent) continue;  // false for NaN too
    return fail(ErrorCode::invalid_input,
                fmt::format("component {} of a vector is {}, which is not a number within 2^30",
                            i + 1, vector[i]));
  }
  if (count_ == kMostVectors) {
    return fail(ErrorCode::invalid_input, "more than 4,294,967,295 vectors are too many to sum");
  }
  sums_.resize(vector.size());
  for (std::size_t i = 0; i < vector.size(); ++i) sums_[i] += fixed_point(vector[i]);
  ++count_;
  return {};
}

Result<void> ExactSums::merge(const ExactSums& other) {
  if (other.count_ == 0) return {};
  if (sums_.size() != other.sums_.size() && !sums_.empty()) {
    return std::unexpected(other_dimension(other.sums_.size(), sums_.size()));
  }
  if (other.count_ > kMostVectors - count_) {
    return fail(ErrorCode::invalid_input, "more than 4,294,967,295 vectors are too many to sum");
  }
  sums_.resize(other.sums_.size());
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  count_ += other.count_;
  return {};
}

std::vector<double> ExactSums::sums() const {
  std::vector<double> rounded;
  if (count_ == 0) return rounded;
  rounded.reserve(sums_.size());
  for (const Int128 sum : sums_) rounded.push_back(static_cast<double>(sum) / kScale);
  return rounded;
}

Result<ExactSums> ExactSums::of_integers(std::vector<Int128> integers, std::uint64_t count) {
  if (count > kMostVectors) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} vectors are more than can be summed", count));
  }
  const Int128 most = static_cast<Int128>(count) << (kFractionBits + 30);
  const auto lies_outside = [&](Int128 sum) { return sum > most || sum < -most; };
  if (std::ranges::any_of(integers, lies_outside)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("no {} vectors within 2^30 have such a sum", count));
  }
  ExactSums sums;
  sums.sums_ = std::move(integers);
  sums.count_ = count;
  return sums;
}

}  // namespace plumb
