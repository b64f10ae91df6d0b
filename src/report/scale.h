// From values to places on an axis, and the round numbers that label it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/chart.h"

namespace plumb {

// The finite values seen so far.
class Extent {
 public:
  void add(double value);
  void add(std::optional<double> value);
  void add(const std::optional<Interval>& interval);
  bool empty() const { return !low_; }
  double low() const { return low_.value_or(0); }
  double high() const { return high_.value_or(1); }

 private:
  std::optional<double> low_;
  std::optional<double> high_;
};

// Linear. The range is the axis' own where it says so, else the extent's, widened to
// round numbers; a range of one value gets room on both sides.
class Scale {
 public:
  // `pixels`: from where the lowest value is to where the highest is.
  Scale(const Axis& axis, const Extent& extent, double pixel_low, double pixel_high);

  double at(double value) const;  // values outside of the range stay at its edges
  const std::vector<double>& ticks() const { return ticks_; }
  std::string label(double tick) const;
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 0;
  double high_ = 1;
  double step_ = 1;
  double pixel_low_;
  double pixel_high_;
  std::vector<double> ticks_;
};

// For a reader: four decimals at most, no trailing zeros, "-0" never.
std::string readable_number(double value);

}  // namespace plumb
