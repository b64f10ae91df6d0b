#include "stats/sample.h"

#include <fmt/format.h>

#include <cmath>

namespace plumb {
namespace {

template <class Number>
Result<void> check_finite(std::span<const Number> values, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has {} at position {}, where a finite number is needed", name,
                            values[i], i));
  }
  return {};
}

class CompensatedSum {
 public:
  void add(double value) {
    const double sum = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  // The compensation is not a number where the sum itself left the range.
  double value() const { return std::isfinite(lost_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace

Result<void> check_sample(std::span<const double> values, std::string_view name,
                          std::size_t least) {
  if (values.size() < least) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has {} values, and this statistic needs at least {}", name,
                            values.size(), least));
  }
  return check_finite(values, name);
}

Result<void> check_rows(std::span<const float> rows, std::size_t dimension, std::string_view name,
                        std::size_t least) {
  if (dimension == 0 || rows.size() % dimension != 0) {
    return fail(ErrorCode::invalid_input, fmt::format("{} has {} numbers, which are no rows of {}",
                                                      name, rows.size(), dimension));
  }
  if (rows.size() / dimension < least) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has {} rows, and this statistic needs at least {}", name,
                            rows.size() / dimension, least));
  }
  return check_finite(rows, name);
}

Result<void> check_pairs(std::span<const double> first, std::span<const double> second) {
  if (first.size() == second.size()) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("paired values need two samples of one length, not of {} and {}",
                          first.size(), second.size()));
}

Result<void> check_share(double value, std::string_view name) {
  if (value > 0 && value < 1) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{} is {}, and has to lie between 0 and 1", name, value));
}

Result<double> check_result(double value, std::string_view name) {
  if (std::isfinite(value)) return value;
  return fail(ErrorCode::invalid_input,
              fmt::format("{} leaves the range of numbers; scale the values down", name));
}

double mean_of(std::span<const double> values) {
  if (values.empty()) return 0;
  CompensatedSum sum;
  for (const double value : values) sum.add(value);
  return sum.value() / static_cast<double>(values.size());
}

double squared_deviations(std::span<const double> values, double mean) {
  CompensatedSum sum;
  for (const double value : values) sum.add((value - mean) * (value - mean));
  return sum.value();
}

}  // namespace plumb
