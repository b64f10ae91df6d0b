#include "report/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

// Past this an axis in doubles would lose its own ends.
constexpr double kLargest = 1e300;
constexpr double kPixelsBetweenTicks = 64;

// 1, 2 or 5 times a power of ten, at least `rough`.
double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  value = std::clamp(value, -kLargest, kLargest);
  low_ = low_ ? std::min(*low_, value) : value;
  high_ = high_ ? std::max(*high_, value) : value;
}

void Extent::add(std::optional<double> value) {
  if (value) add(*value);
}

void Extent::add(const std::optional<Interval>& interval) {
  if (!interval) return;
  add(interval->low);
  add(interval->high);
}

Scale::Scale(const Axis& axis, const Extent& extent, double pixel_low, double pixel_high)
    : pixel_low_(pixel_low), pixel_high_(pixel_high) {
  low_ = axis.low.value_or(extent.low());
  high_ = axis.high.value_or(extent.high());
  const double magnitude = std::max({std::abs(low_), std::abs(high_), 1e-290});
  if (!(high_ - low_ > magnitude * 1e-9)) {  // one value, or ends in the wrong order
    const double room = axis.whole ? 1 : (magnitude > 1e-290 ? magnitude / 2 : 1);
    if (!axis.low) low_ -= room;
    if (!axis.high || high_ <= low_) high_ = std::max(high_, low_) + room;
  }
  const double most_ticks =
      std::max(2.0, std::floor(std::abs(pixel_high - pixel_low) / kPixelsBetweenTicks));
  step_ = round_step((high_ - low_) / most_ticks);
  if (axis.whole) step_ = std::max(1.0, step_);
  // Measured data gets whole steps at both ends; an axis that was fixed stays as it is.
  if (!axis.low && !axis.whole) low_ = std::floor(low_ / step_ + 1e-9) * step_;
  if (!axis.high && !axis.whole) high_ = std::ceil(high_ / step_ - 1e-9) * step_;
  const double first = std::ceil(low_ / step_ - 1e-9);
  for (double i = 0; (first + i) * step_ <= high_ + step_ * 1e-6 && i < 100; ++i) {
    ticks_.push_back((first + i) * step_);
  }
}

double Scale::at(double value) const {
  const double share = std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
  return pixel_low_ + share * (pixel_high_ - pixel_low_);
}

std::string Scale::label(double tick) const {
  const double magnitude = std::max(std::abs(low_), std::abs(high_));
  if (magnitude >= 1e6 || magnitude < 1e-4) return fmt::format("{:.3g}", tick + 0.0);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step_) + 1e-9)));
  const double shown = std::abs(tick) < step_ / 2 ? 0.0 : tick;
  return fmt::format("{:.{}f}", shown, decimals);
}

std::string readable_number(double value) {
  if (!std::isfinite(value)) return "n/a";
  if (std::abs(value) >= 1e7) return fmt::format("{:.4g}", value);
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace plumb
