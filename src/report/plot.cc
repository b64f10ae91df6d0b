#include "report/plot.h"

#include <array>
#include <cmath>
#include <numbers>

namespace plumb {
namespace {

constexpr double kLegendRow = 20;
constexpr double kLegendMarkWidth = 24;
constexpr double kAxisTitleRoom = 18;
constexpr double kRightRoom = 20;

Stroke grid_stroke() {
  return {{Ink::grid, 1}, 1, {}};
}

// A regular polygon of radius 4 around a point; many corners look like a circle.
PathShape polygon(Point center, int corners, double turn, Ink ink) {
  constexpr double kRadius = 4;
  PathShape shape;
  shape.closed = true;
  shape.fill = Paint{ink, 1};
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2 * std::numbers::pi * i / corners;
    shape.points.push_back(
        {center.x + kRadius * std::cos(angle), center.y + kRadius * std::sin(angle)});
  }
  return shape;
}

void draw_legend_mark(Drawing& drawing, const LegendEntry& entry, double x, double y) {
  const Ink ink = series_ink(entry.series);
  switch (entry.mark) {
    case LegendMark::line:
      drawing.shapes.emplace_back(
          segment({x, y}, {x + kLegendMarkWidth, y}, {{ink, 1}, 2, series_dashes(entry.series)}));
      drawing.shapes.emplace_back(series_marker(entry.series, {x + kLegendMarkWidth / 2, y}));
      break;
    case LegendMark::fill:
      drawing.shapes.emplace_back(
          RectShape{x + 6, y - 6, kLegendMarkWidth - 10, 12, Paint{ink, 0.85}, {}});
      break;
    case LegendMark::point:
      drawing.shapes.emplace_back(series_marker(entry.series, {x + kLegendMarkWidth / 2, y}));
      break;
    case LegendMark::tick:
      drawing.shapes.emplace_back(segment({x + kLegendMarkWidth / 2, y - 7},
                                          {x + kLegendMarkWidth / 2, y + 7},
                                          {{Ink::text, 1}, 2, {}}));
      break;
  }
}

}  // namespace

PathShape segment(Point from, Point to, Stroke stroke) {
  PathShape shape;
  shape.points = {from, to};
  shape.stroke = std::move(stroke);
  return shape;
}

std::vector<double> series_dashes(std::size_t series) {
  static const std::array<std::vector<double>, kSeriesInks> kDashes = {
      {{}, {7, 3}, {2, 3}, {9, 3, 2, 3}, {5, 5}, {1, 2}}};
  return kDashes[series % kDashes.size()];
}

PathShape series_marker(std::size_t series, Point center) {
  const Ink ink = series_ink(series);
  switch (series % 4) {
    case 0:
      return polygon(center, 12, 0, ink);
    case 1:
      return polygon(center, 4, std::numbers::pi / 4, ink);  // a square
    case 2:
      return polygon(center, 3, -std::numbers::pi / 2, ink);  // a triangle
    default:
      return polygon(center, 4, 0, ink);  // a diamond
  }
}

double draw_title(Drawing& drawing, std::string_view title) {
  if (title.empty()) return kMargin;
  const double room = drawing.width - 2 * kMargin;
  drawing.shapes.emplace_back(TextShape{kMargin, kMargin + kTitleSize,
                                        fitted(title, room, kTitleSize, true), kTitleSize,
                                        Anchor::start, Ink::text, true, false});
  return kMargin + kTitleSize + 10;
}

double draw_legend(Drawing& drawing, double top, const std::vector<LegendEntry>& entries) {
  if (entries.empty()) return top;
  constexpr double kGap = 18;
  const double most = drawing.width - 2 * kMargin;
  double x = kMargin;
  double y = top + kLegendRow / 2;
  for (const LegendEntry& entry : entries) {
    const std::string name = fitted(entry.name, most - kLegendMarkWidth - 6, kLabelSize);
    const double width = kLegendMarkWidth + 6 + text_width(name, kLabelSize);
    if (x > kMargin && x + width > drawing.width - kMargin) {
      x = kMargin;
      y += kLegendRow;
    }
    draw_legend_mark(drawing, entry, x, y);
    drawing.shapes.emplace_back(TextShape{x + kLegendMarkWidth + 6, y + 4, name, kLabelSize,
                                          Anchor::start, Ink::text, false, false});
    x += width + kGap;
  }
  return y + kLegendRow / 2 + 4;
}

std::string axis_title(const Axis& axis) {
  if (axis.unit.empty()) return axis.title;
  return axis.title.empty() ? axis.unit : axis.title + " (" + axis.unit + ")";
}

double y_axis_width(const Axis& axis, const Scale& scale) {
  double widest = 0;
  for (const double tick : scale.ticks()) {
    widest = std::max(widest, text_width(scale.label(tick), kTickSize));
  }
  return kMargin + widest + 8 + (axis_title(axis).empty() ? 0 : kAxisTitleRoom);
}

void draw_y_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, const Scale& scale) {
  for (const double tick : scale.ticks()) {
    const double y = scale.at(tick);
    drawing.shapes.emplace_back(segment({area.left, y}, {area.right, y}, grid_stroke()));
    drawing.shapes.emplace_back(TextShape{area.left - 6, y + kTickSize * 0.35, scale.label(tick),
                                          kTickSize, Anchor::end, Ink::muted, false, false});
  }
  const std::string title = fitted(axis_title(axis), area.bottom - area.top, kLabelSize);
  if (title.empty()) return;
  drawing.shapes.emplace_back(TextShape{kMargin + kLabelSize * 0.7, (area.top + area.bottom) / 2,
                                        title, kLabelSize, Anchor::middle, Ink::muted, false,
                                        true});
}

void draw_x_axis(Drawing& drawing, const PlotArea& area, const Axis& axis, const Scale& scale,
                 bool grid) {
  double free_from = 0;
  for (const double tick : scale.ticks()) {
    const double x = scale.at(tick);
    const double top = grid ? area.top : area.bottom;
    drawing.shapes.emplace_back(segment({x, top}, {x, area.bottom + 4}, grid_stroke()));
    const std::string label = scale.label(tick);
    const double half = text_width(label, kTickSize) / 2;
    if (x - half < free_from) continue;  // long numbers: every second label, say
    free_from = x + half + 4;
    drawing.shapes.emplace_back(
        TextShape{x, area.bottom + 17, label, kTickSize, Anchor::middle, Ink::muted, false, false});
  }
  drawing.shapes.emplace_back(
      segment({area.left, area.bottom}, {area.right, area.bottom}, {{Ink::muted, 1}, 1, {}}));
  const std::string title = fitted(axis_title(axis), area.right - area.left, kLabelSize);
  drawing.shapes.emplace_back(TextShape{(area.left + area.right) / 2, area.bottom + 36, title,
                                        kLabelSize, Anchor::middle, Ink::muted, false, false});
}

Plane draw_plane(Drawing& drawing, double top, double height, const Axis& x_axis,
                 const Extent& x_extent, const Axis& y_axis, const Extent& y_extent) {
  PlotArea area{0, top + 6, drawing.width - kRightRoom, top + 6 + height};
  const Scale y(y_axis, y_extent, area.bottom, area.top);
  area.left = y_axis_width(y_axis, y);
  const Scale x(x_axis, x_extent, area.left, area.right);
  drawing.height = area.bottom + kXAxisHeight;
  draw_y_axis(drawing, area, y_axis, y);
  draw_x_axis(drawing, area, x_axis, x, false);
  return {area, x, y};
}

void draw_no_data(Drawing& drawing, const PlotArea& area) {
  drawing.shapes.emplace_back(TextShape{(area.left + area.right) / 2, (area.top + area.bottom) / 2,
                                        "no data", kLabelSize, Anchor::middle, Ink::muted, false,
                                        false});
}

}  // namespace plumb
