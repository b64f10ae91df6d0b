// Points on two numeric axes.
#include <algorithm>
#include <cmath>

#include "report/plot.h"

namespace plumb {
namespace {

constexpr double kPlotHeight = 380;

bool is_shown(const ScatterPoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

// The part of y = x + offset that lies on the plane.
void draw_diagonal(Drawing& drawing, const Plane& plane, double offset) {
  const double low = std::max(plane.x.low(), plane.y.low() - offset);
  const double high = std::min(plane.x.high(), plane.y.high() - offset);
  if (!(low < high)) return;
  const std::vector<double> dashes =
      offset == 0 ? std::vector<double>{} : std::vector<double>{4, 4};
  drawing.shapes.emplace_back(segment(plane.at(low, low + offset), plane.at(high, high + offset),
                                      {{Ink::muted, 1}, 1, dashes}));
}

}  // namespace

void draw_body(Drawing& drawing, double top, const ScatterChart& chart) {
  top = draw_legend(drawing, top, legend_of(chart.series, LegendMark::point));
  Extent x;
  Extent y;
  for (const ScatterSeries& series : chart.series) {
    for (const ScatterPoint& point : series.points) {
      if (!is_shown(point)) continue;
      x.add(point.x);
      y.add(point.y);
    }
  }
  const Plane plane = draw_plane(drawing, top, kPlotHeight, chart.x, x, chart.y, y);
  for (const double offset : chart.diagonals) draw_diagonal(drawing, plane, offset);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    for (const ScatterPoint& point : chart.series[i].points) {
      if (!is_shown(point)) continue;
      PathShape marker = series_marker(i, plane.at(point.x, point.y));
      marker.fill->opacity = 0.6;  // where many lie on one place, it is darker
      marker.tip = point.tip;
      drawing.shapes.emplace_back(std::move(marker));
    }
  }
  if (y.empty()) draw_no_data(drawing, plane.area);
}

}  // namespace plumb
