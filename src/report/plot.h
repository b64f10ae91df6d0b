// The parts that charts share: heading, legend, axes, markers. Each adds shapes to a
// Drawing and says where it ended, so that the next part never lies over it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing.h"
#include "report/scale.h"

namespace plumb {

inline constexpr double kTickSize = 11;  // of text, in CSS pixels
inline constexpr double kLabelSize = 12;
inline constexpr double kTitleSize = 15;
inline constexpr double kMargin = 12;

// Where the data is drawn.
struct PlotArea {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

enum class LegendMark { line, fill, tick, point };

struct LegendEntry {
  std::string name;
  std::size_t series = 0;
  LegendMark mark = LegendMark::line;
};

// A line from one place to another.
PathShape segment(Point from, Point to, Stroke stroke);
// The dashes of a series' lines; the first is solid.
std::vector<double> series_dashes(std::size_t series);
// A small sign at a point, another for each series.
PathShape series_marker(std::size_t series, Point center);

// Each returns the y below what it drew.
double draw_title(Drawing& drawing, std::string_view title);
double draw_legend(Drawing& drawing, double top, const std::vector<LegendEntry>& entries);

std::string axis_title(const Axis& axis);  // "Response length (characters)"

// Space that the labels of a vertical axis need at its left.
double y_axis_width(const Axis& axis, const Scale& scale);
inline constexpr double kXAxisHeight = 44;

// Grid lines, tick labels and the title of the axis.
void draw_y_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, const Scale& scale);
void draw_x_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, const Scale& scale,
                 bool grid);
// A rising numeric axis at the left and one at the bottom, and what they enclose.
struct Plane {
  PlotArea area;
  Scale x;
  Scale y;
  Point at(double value_x, double value_y) const { return {x.at(value_x), y.at(value_y)}; }
};
// As wide as the drawing, `height` pixels high; sets the drawing's height.
Plane draw_plane(Drawing& drawing, double top, double height, const Axis& x_axis,
                 const Extent& x_extent, const Axis& y_axis, const Extent& y_extent);

// One entry a series that has a name.
std::vector<LegendEntry> legend_of(const auto& series, LegendMark mark) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (!series[i].name.empty()) entries.push_back({series[i].name, i, mark});
  }
  return entries;
}

// In the middle of an area that has nothing to show.
void draw_no_data(Drawing& drawing, const PlotArea& area);

// What each kind of chart adds below its title, which ended at `top`; they set the
// height of the drawing.
void draw_body(Drawing& drawing, double top, const LineChart& chart);
void draw_body(Drawing& drawing, double top, const HistogramChart& chart);
void draw_body(Drawing& drawing, double top, const BarChart& chart);
void draw_body(Drawing& drawing, double top, const HeatMap& chart);
void draw_body(Drawing& drawing, double top, const ScatterChart& chart);

}  // namespace plumb
