// Charts: a small typed model of what is shown, drawn as SVG and as PNG.
//
// SVG is written by Plumb itself, because a page needs text that can be read,
// searched and spoken; Cairo's SVG holds outlines of letters and is ten times as
// long. PNG goes through Cairo. Both come from one layout (drawing.h), so they show
// the same picture. Colours are those of Okabe and Ito, which people with any
// colour vision tell apart; series differ in dashes, markers and fill as well.
//
// A value that is missing (none, or not finite) leaves a gap; it is never drawn as 0.
// Text may be anything: it is escaped, and cut where it would not fit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "record/measurement.h"
#include "record/severity.h"

namespace plumb {

struct Axis {
  std::string title;          // "Response length"
  std::string unit;           // "characters"; empty for a plain number
  std::optional<double> low;  // none: from the data
  std::optional<double> high;
  bool whole = false;  // ticks at whole numbers alone: steps, turns, counts
};

// A value that means something by itself: a threshold, the edge of a band.
struct ReferenceLine {
  double value = 0;
  std::string label;
};

struct LinePoint {
  double x = 0;
  std::optional<double> y;           // none: a gap
  std::optional<Interval> interval;  // drawn as a band along the line
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points;  // ascending in x
};

struct LineChart {
  Axis x;
  Axis y;
  std::vector<LineSeries> series;
  std::vector<ReferenceLine> references;  // of y
};

struct HistogramSeries {
  std::string name;
  std::vector<std::uint64_t> counts;  // a bin
};

// Overlaid, each as shares of its own total, so that sides of unequal size compare.
struct HistogramChart {
  Axis x;
  std::vector<double> edges;  // bins + 1, ascending
  std::vector<HistogramSeries> series;
};

struct Bar {
  std::optional<double> value;       // none: "n/a" where the bar would be
  std::optional<Interval> interval;  // drawn as a whisker
  std::optional<double> mark;        // a short line across it: its own threshold
  std::optional<Severity> severity;  // its colour; none: the colour of the series
};

struct BarSeries {
  std::string name;
  std::vector<Bar> bars;  // a category
};

// Horizontal bars, since the names of categories are words; grouped where there
// are several series.
struct BarChart {
  Axis value;
  std::vector<std::string> categories;
  std::vector<BarSeries> series;
  std::string mark_name;  // of the bars' marks, for the legend: "threshold"
};

// Cells from -limit (fall) through 0 (nothing) to limit (rise), with their numbers.
struct HeatMap {
  std::string row_title;
  std::string column_title;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::optional<double>> cells;  // row by row; none: an empty cell
  std::optional<double> limit;               // none: the largest magnitude
  std::string note;                          // told below the map: what a cell counts
  bool changes = true;                       // cells are changes: "+3", not "3"
};

struct ScatterPoint {
  double x = 0;
  double y = 0;
  std::string tip;  // shown where a pointer rests on it; empty: none
};

struct ScatterSeries {
  std::string name;
  std::vector<ScatterPoint> points;
};

// Two measurements of each of many things, on two numeric axes.
struct ScatterChart {
  Axis x;
  Axis y;
  std::vector<ScatterSeries> series;
  std::vector<double> diagonals;  // the lines y = x + d: solid for 0, else dashed
};

struct Chart {
  std::string title;
  std::string description;  // what a reader who cannot see it should know
  std::variant<LineChart, HistogramChart, BarChart, HeatMap, ScatterChart> body;
  std::string subtitle = {};  // drawn below the title: what of all is shown; empty: none
};

// `automatic` follows the reader's preference; a PNG, which cannot, is light.
enum class ChartTheme { automatic, light, dark };

struct ChartOptions {
  ChartTheme theme = ChartTheme::automatic;
  double width = 720;      // of a chart, in CSS pixels; the height follows from the content
  double pixel_ratio = 2;  // of a PNG, 2 for screens of high resolution
};

// A file of its own.
std::string chart_svg(const Chart& chart, const ChartOptions& options = {});
// Fails with io where Cairo gives up, as it does without memory.
Result<std::string> chart_png(const Chart& chart, const ChartOptions& options = {});

// For a page: an <svg> element whose colours come from chart_css(), once in the page.
std::string chart_svg_element(const Chart& chart, const ChartOptions& options = {});
std::string chart_css(ChartTheme theme = ChartTheme::automatic);

// Several charts below each other, with one title, as one picture.
struct ChartSheet {
  std::string title;
  std::string subtitle;
  std::vector<Chart> charts;
};
std::string sheet_svg(const ChartSheet& sheet, const ChartOptions& options = {});
Result<std::string> sheet_png(const ChartSheet& sheet, const ChartOptions& options = {});

}  // namespace plumb
