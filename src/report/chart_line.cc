// Lines with interval bands, and overlaid histograms: charts with two numeric axes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/plot.h"

namespace plumb {
namespace {

constexpr double kPlotHeight = 260;
constexpr std::size_t kMostMarkers = 80;  // of a series; more would only be a thicker line

bool is_shown(const LinePoint& point) {
  return std::isfinite(point.x) && point.y && std::isfinite(*point.y);
}

bool has_band(const LinePoint& point) {
  return is_shown(point) && point.interval && std::isfinite(point.interval->low) &&
         std::isfinite(point.interval->high);
}

// The ranges [first, last) of neighbours that all satisfy `holds`.
template <class Predicate, class Visit>
void for_each_stretch(const std::vector<LinePoint>& points, Predicate holds, Visit visit) {
  for (auto first = points.begin(); first != points.end();) {
    first = std::find_if(first, points.end(), holds);
    const auto last = std::find_if_not(first, points.end(), holds);
    if (first != last) visit(first, last);
    first = last;
  }
}

void draw_band(Drawing& drawing, const Plane& plane, const LineSeries& series, std::size_t index) {
  const auto draw_stretch = [&](auto first, auto last) {
    const Ink ink = series_ink(index);
    if (last - first == 1) {  // a lone point has a whisker
      const double x = plane.x.at(first->x);
      drawing.shapes.emplace_back(segment({x, plane.y.at(first->interval->low)},
                                          {x, plane.y.at(first->interval->high)},
                                          {{ink, 0.6}, 1.5, {}}));
      return;
    }
    PathShape band;
    band.closed = true;
    band.fill = Paint{ink, 0.16};
    for (auto each = first; each != last; ++each) {
      band.points.push_back(plane.at(each->x, each->interval->high));
    }
    for (auto each = last; each != first;) {
      --each;
      band.points.push_back(plane.at(each->x, each->interval->low));
    }
    drawing.shapes.emplace_back(std::move(band));
  };
  for_each_stretch(series.points, has_band, draw_stretch);
}

void draw_line(Drawing& drawing, const Plane& plane, const LineSeries& series, std::size_t index) {
  const bool markers = series.points.size() <= kMostMarkers;
  const auto draw_stretch = [&](auto first, auto last) {
    PathShape line;
    line.stroke = Stroke{{series_ink(index), 1}, 2, series_dashes(index)};
    for (auto each = first; each != last; ++each) {
      line.points.push_back(plane.at(each->x, *each->y));
    }
    const std::vector<Point> places = line.points;
    if (places.size() > 1) drawing.shapes.emplace_back(std::move(line));
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!markers && places.size() > 1) break;
      PathShape marker = series_marker(index, places[i]);
      const LinePoint& point = *(first + static_cast<std::ptrdiff_t>(i));
      marker.tip =
          series.name + ": " + readable_number(*point.y) + " at " + readable_number(point.x);
      drawing.shapes.emplace_back(std::move(marker));
    }
  };
  for_each_stretch(series.points, is_shown, draw_stretch);
}

void draw_references(Drawing& drawing, const Plane& plane,
                     const std::vector<ReferenceLine>& references) {
  for (const ReferenceLine& reference : references) {
    if (!std::isfinite(reference.value)) continue;
    const double y = plane.y.at(reference.value);
    drawing.shapes.emplace_back(
        segment({plane.area.left, y}, {plane.area.right, y}, {{Ink::muted, 1}, 1, {4, 4}}));
  }
}

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

// Whether the line of a series runs through the box.
bool runs_through(const Plane& plane, const LineSeries& series, const Box& box) {
  for (std::size_t i = 0; i + 1 < series.points.size(); ++i) {
    const LinePoint& from = series.points[i];
    const LinePoint& to = series.points[i + 1];
    if (!from.y || !to.y) continue;
    const Point a{plane.x.at(from.x), plane.y.at(*from.y)};
    const Point b{plane.x.at(to.x), plane.y.at(*to.y)};
    const double begin = std::max(a.x, box.left);
    const double end = std::min(b.x, box.right);
    if (!(begin <= end) || a.x >= b.x) continue;
    const auto height = [&](double x) { return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x); };
    const auto [high, low] = std::minmax({height(begin), height(end)});
    if (high <= box.bottom && low >= box.top) return true;
  }
  return false;
}

// A label sits above its line at the right end; where a series or another label is in
// the way, below it or at the left end; where all four are taken, higher than any label.
void draw_reference_labels(Drawing& drawing, const Plane& plane, const LineChart& chart) {
  std::vector<Box> taken;
  for (const ReferenceLine& reference : chart.references) {
    if (!std::isfinite(reference.value)) continue;
    const double y = plane.y.at(reference.value);
    const std::string label =
        fitted(reference.label, (plane.area.right - plane.area.left) / 2, kTickSize);
    const double width = text_width(label, kTickSize);
    const auto box_at = [&](bool right, double base) {
      const double left = right ? plane.area.right - 4 - width : plane.area.left + 8;
      return Box{left, base - kTickSize, left + width, base + 2};
    };
    const auto is_taken = [&](const Box& box) {
      return std::ranges::any_of(taken, [&](const Box& other) { return box.meets(other); });
    };
    const double above = y - 4;
    const double below = y + kTickSize + 2;
    Box box = box_at(true, above);
    for (const Box& each : {box, box_at(true, below), box_at(false, above), box_at(false, below)}) {
      const bool crossed = std::ranges::any_of(chart.series, [&](const LineSeries& series) {
        return runs_through(plane, series, each);
      });
      if (crossed || is_taken(each) || each.bottom > plane.area.bottom) continue;
      box = each;
      break;
    }
    while (is_taken(box)) {
      box.top -= kTickSize;
      box.bottom -= kTickSize;
    }
    taken.push_back(box);
    drawing.shapes.emplace_back(TextShape{box.left, box.bottom - 2, label, kTickSize, Anchor::start,
                                          Ink::muted, false, false});
  }
}

// The outline of a histogram, from its first edge at 0 to its last at 0.
std::vector<Point> outline(const Plane& plane, std::span<const double> edges,
                           std::span<const double> heights) {
  std::vector<Point> points = {plane.at(edges.front(), 0)};
  for (std::size_t i = 0; i < heights.size(); ++i) {
    points.push_back(plane.at(edges[i], heights[i]));
    points.push_back(plane.at(edges[i + 1], heights[i]));
  }
  points.push_back(plane.at(edges[heights.size()], 0));
  return points;
}

// In percent of the series' total; empty where it has none.
std::vector<double> percentages(const HistogramSeries& series, std::size_t bins) {
  const double total = std::accumulate(series.counts.begin(), series.counts.end(), 0.0);
  std::vector<double> out;
  if (total == 0) return out;
  for (std::size_t i = 0; i < std::min(bins, series.counts.size()); ++i) {
    out.push_back(100 * static_cast<double>(series.counts[i]) / total);
  }
  return out;
}

}  // namespace

void draw_body(Drawing& drawing, double top, const LineChart& chart) {
  top = draw_legend(drawing, top, legend_of(chart.series, LegendMark::line));
  Extent x;
  Extent y;
  for (const LineSeries& series : chart.series) {
    for (const LinePoint& point : series.points) {
      if (std::isfinite(point.x)) x.add(point.x);
      if (!is_shown(point)) continue;
      y.add(point.y);
      if (has_band(point)) y.add(point.interval);
    }
  }
  const bool empty = y.empty();
  for (const ReferenceLine& reference : chart.references) y.add(reference.value);
  const Plane plane = draw_plane(drawing, top, kPlotHeight, chart.x, x, chart.y, y);
  draw_references(drawing, plane, chart.references);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    draw_band(drawing, plane, chart.series[i], i);
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    draw_line(drawing, plane, chart.series[i], i);
  }
  draw_reference_labels(drawing, plane, chart);
  if (empty) draw_no_data(drawing, plane.area);
}

void draw_body(Drawing& drawing, double top, const HistogramChart& chart) {
  top = draw_legend(drawing, top, legend_of(chart.series, LegendMark::fill));
  const std::size_t bins = chart.edges.empty() ? 0 : chart.edges.size() - 1;
  Extent x;
  for (const double edge : chart.edges) x.add(edge);
  Extent y;
  y.add(0.0);
  for (const HistogramSeries& series : chart.series) {
    for (const double share : percentages(series, bins)) y.add(share);
  }
  const bool empty = y.high() == 0;
  const Axis share{"Share of results", "%", 0, empty ? std::optional(1.0) : std::nullopt, false};
  Axis value = chart.x;  // its ends are the outer edges, which need not be round
  if (bins > 0 && !value.low) value.low = x.low();
  if (bins > 0 && !value.high) value.high = x.high();
  const Plane plane = draw_plane(drawing, top, kPlotHeight, value, x, share, y);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const std::vector<double> heights = percentages(chart.series[i], bins);
    if (heights.empty()) continue;
    PathShape shape;
    shape.points = outline(plane, chart.edges, heights);
    shape.fill = Paint{series_ink(i), 0.22};
    shape.stroke = Stroke{{series_ink(i), 1}, 1.75, series_dashes(i)};
    shape.tip = chart.series[i].name;
    drawing.shapes.emplace_back(std::move(shape));
  }
  if (empty) draw_no_data(drawing, plane.area);
}

}  // namespace plumb
