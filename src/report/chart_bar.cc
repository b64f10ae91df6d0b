// Horizontal bars and heat maps: charts of named categories.
#include <algorithm>
#include <cmath>

#include "report/plot.h"

namespace plumb {
namespace {

constexpr double kBarHeight = 18;
constexpr double kGroupGap = 10;
constexpr double kValueRoom = 64;     // right of the plot, for the numbers behind the bars
constexpr double kMostLabels = 0.38;  // of the width, for the names of the categories

double label_width(const std::vector<std::string>& names, double width) {
  double widest = 0;
  for (const std::string& name : names) widest = std::max(widest, text_width(name, kLabelSize));
  return std::min(widest, width * kMostLabels);
}

std::vector<LegendEntry> bar_legend(const BarChart& chart) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < chart.series.size() && chart.series.size() > 1; ++i) {
    entries.push_back({chart.series[i].name, i, LegendMark::fill});
  }
  if (!chart.mark_name.empty()) entries.push_back({chart.mark_name, 0, LegendMark::tick});
  return entries;
}

Extent bar_extent(const BarChart& chart) {
  Extent extent;
  extent.add(0.0);
  for (const BarSeries& series : chart.series) {
    for (const Bar& bar : series.bars) {
      extent.add(bar.value);
      extent.add(bar.interval);
      extent.add(bar.mark);
    }
  }
  return extent;
}

void draw_whisker(Drawing& drawing, const Scale& scale, const Interval& interval, double y) {
  if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return;
  const double low = scale.at(interval.low);
  const double high = scale.at(interval.high);
  const Stroke stroke{{Ink::text, 1}, 1.25, {}};
  drawing.shapes.emplace_back(segment({low, y}, {high, y}, stroke));
  for (const double x : {low, high}) {
    drawing.shapes.emplace_back(segment({x, y - 4}, {x, y + 4}, stroke));
  }
}

// `top` is the upper edge of a bar.
void draw_bar(Drawing& drawing, const Scale& scale, const Bar& bar, Ink ink, double top,
              const std::string& tip) {
  const double middle = top + kBarHeight / 2;
  const double zero = scale.at(0);
  double end = zero;
  std::string label = "n/a";
  if (bar.value && std::isfinite(*bar.value)) {
    const double at = scale.at(*bar.value);
    drawing.shapes.emplace_back(RectShape{std::min(zero, at), top + 1,
                                          std::max(std::abs(at - zero), 1.0), kBarHeight - 2,
                                          Paint{ink, 0.85}, tip});
    end = std::max(zero, at);
    label = readable_number(*bar.value);
    if (bar.interval) {
      draw_whisker(drawing, scale, *bar.interval, middle);
      if (std::isfinite(bar.interval->high)) end = std::max(end, scale.at(bar.interval->high));
    }
  }
  if (bar.mark && std::isfinite(*bar.mark)) {
    const double x = scale.at(*bar.mark);
    drawing.shapes.emplace_back(
        segment({x, top - 2}, {x, top + kBarHeight + 2}, {{Ink::text, 1}, 2, {}}));
    // The number steps behind a mark that it would lie on.
    if (x >= end && x < end + 8 + text_width(label, kTickSize)) end = x;
  }
  drawing.shapes.emplace_back(TextShape{end + 6, middle + kTickSize * 0.35, label, kTickSize,
                                        Anchor::start, Ink::text, false, false});
}

// One decimal for percentages and counts, two for values of a few units.
std::string cell_text(double value, double limit, bool changes) {
  const double unit = limit < 5 ? 100 : 10;
  const std::string number = readable_number(std::round(value * unit) / unit);
  return changes && value > 0 && number != "0" ? "+" + number : number;
}

void draw_cell(Drawing& drawing, const RectShape& place, std::optional<double> value,
               double limit, bool changes) {
  if (!value || !std::isfinite(*value)) return;
  constexpr double kStrongest = 0.7;  // text stays readable on it
  RectShape cell = place;
  const double share = limit > 0 ? std::min(1.0, std::abs(*value) / limit) : 0;
  cell.fill = {*value < 0 ? Ink::fall : Ink::rise, kStrongest * share};
  drawing.shapes.emplace_back(cell);
  const std::string text = cell_text(*value, limit, changes);
  if (text_width(text, kTickSize) > place.width - 2) return;
  drawing.shapes.emplace_back(TextShape{place.x + place.width / 2,
                                        place.y + place.height / 2 + kTickSize * 0.35, text,
                                        kTickSize, Anchor::middle, Ink::text, false, false});
}

double heat_limit(const HeatMap& map) {
  if (map.limit) return *map.limit;
  double limit = 0;
  for (const auto& cell : map.cells) {
    if (cell && std::isfinite(*cell)) limit = std::max(limit, std::abs(*cell));
  }
  return limit;
}

void draw_column_names(Drawing& drawing, const HeatMap& map, const PlotArea& area, double width,
                       bool upwards) {
  for (std::size_t i = 0; i < map.columns.size(); ++i) {
    const double x = area.left + (static_cast<double>(i) + 0.5) * width;
    TextShape name{x,          area.top - 6,   {},       kTickSize, Anchor::middle,
                   Ink::muted, false,          upwards};
    name.text = fitted(map.columns[i], upwards ? 110 : width - 4, kTickSize);
    if (upwards) {
      name.x += kTickSize * 0.35;
      name.anchor = Anchor::start;
    }
    drawing.shapes.emplace_back(std::move(name));
  }
}

}  // namespace

void draw_body(Drawing& drawing, double top, const BarChart& chart) {
  top = draw_legend(drawing, top, bar_legend(chart));
  const auto series_count = static_cast<double>(std::max<std::size_t>(1, chart.series.size()));
  const double group = series_count * kBarHeight + kGroupGap;
  const double labels = label_width(chart.categories, drawing.width);
  PlotArea area{kMargin + labels + 10, top + 4, drawing.width - kValueRoom, 0};
  area.bottom = area.top + std::max(group * static_cast<double>(chart.categories.size()), group);
  drawing.height = area.bottom + kXAxisHeight;
  const Scale scale(chart.value, bar_extent(chart), area.left, area.right);
  draw_x_axis(drawing, area, chart.value, scale, true);
  if (chart.categories.empty()) draw_no_data(drawing, area);
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    const double group_top = area.top + static_cast<double>(i) * group + kGroupGap / 2;
    const double middle = group_top + series_count * kBarHeight / 2;
    drawing.shapes.emplace_back(
        TextShape{area.left - 8, middle + kLabelSize * 0.35,
                  fitted(chart.categories[i], labels, kLabelSize), kLabelSize, Anchor::end,
                  Ink::text, false, false});
    for (std::size_t j = 0; j < chart.series.size(); ++j) {
      if (i >= chart.series[j].bars.size()) continue;
      const Bar& bar = chart.series[j].bars[i];
      const Ink ink = bar.severity ? severity_ink(*bar.severity) : series_ink(j);
      const std::string tip = chart.series[j].name.empty()
                                  ? chart.categories[i]
                                  : chart.categories[i] + ", " + chart.series[j].name;
      draw_bar(drawing, scale, bar, ink, group_top + static_cast<double>(j) * kBarHeight, tip);
    }
  }
}

void draw_body(Drawing& drawing, double top, const HeatMap& map) {
  constexpr double kRow = 26;
  constexpr double kWidestColumn = 110;
  const double labels = label_width(map.rows, drawing.width);
  PlotArea area{kMargin + labels + 10, top + 20, drawing.width - kMargin, 0};
  const auto columns = static_cast<double>(std::max<std::size_t>(1, map.columns.size()));
  const double width = std::min(kWidestColumn, (area.right - area.left) / columns);
  double name_width = 0;
  for (const auto& name : map.columns) {
    name_width = std::max(name_width, text_width(name, kTickSize));
  }
  const bool upwards = name_width > width - 4;
  area.top += upwards ? std::min(name_width, 110.0) + 8 : kTickSize + 8;
  area.bottom = area.top + kRow * static_cast<double>(std::max<std::size_t>(1, map.rows.size()));
  drawing.height = area.bottom + 30;
  const std::string titles = map.row_title + " (rows) \u2192 " + map.column_title + " (columns)";
  drawing.shapes.emplace_back(TextShape{kMargin, top + 10,
                                        fitted(titles, drawing.width - 2 * kMargin, kTickSize),
                                        kTickSize, Anchor::start, Ink::muted, false, false});
  draw_column_names(drawing, map, area, width, upwards);
  if (map.rows.empty() || map.columns.empty()) draw_no_data(drawing, area);
  const double limit = heat_limit(map);
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    const double y = area.top + static_cast<double>(row) * kRow;
    drawing.shapes.emplace_back(TextShape{area.left - 8, y + kRow / 2 + kLabelSize * 0.35,
                                          fitted(map.rows[row], labels, kLabelSize), kLabelSize,
                                          Anchor::end, Ink::text, false, false});
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      const double x = area.left + static_cast<double>(column) * width;
      RectShape place{x + 1, y + 1, width - 2, kRow - 2, {Ink::grid, 0.4},
                      map.rows[row] + " \u2192 " + map.columns[column]};
      drawing.shapes.emplace_back(place);
      const std::size_t index = row * map.columns.size() + column;
      if (index < map.cells.size()) draw_cell(drawing, place, map.cells[index], limit, map.changes);
    }
  }
  drawing.shapes.emplace_back(TextShape{kMargin, area.bottom + 20,
                                        fitted(map.note, drawing.width - 2 * kMargin, kTickSize),
                                        kTickSize, Anchor::start, Ink::muted, false, false});
}

}  // namespace plumb
