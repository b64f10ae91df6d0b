// What a chart comes down to: rectangles, lines and text in CSS pixels, each in an
// ink whose colour the theme decides. The layout makes it; svg.cc and png.cc paint it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "report/chart.h"

namespace plumb {

enum class Ink {
  background,
  text,
  muted,  // ticks and notes
  grid,
  series_1,  // six series, in the order of the legend; a seventh takes the first again
  series_2,
  series_3,
  series_4,
  series_5,
  series_6,
  critical,
  high,
  medium,
  low,
  neutral,  // a severity that is no finding: info, unknown
  rise,     // of a heat map
  fall,
};
inline constexpr int kInkCount = 17;
inline constexpr int kSeriesInks = 6;

Ink series_ink(std::size_t series);
Ink severity_ink(Severity severity);

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};
Rgb color_of(Ink ink, bool dark);
std::string_view css_class(Ink ink);  // "c-series-1"

struct Paint {
  Ink ink = Ink::text;
  double opacity = 1;
};

struct Point {
  double x = 0;
  double y = 0;
};

struct Stroke {
  Paint paint;
  double width = 1;
  std::vector<double> dashes;  // lengths on and off; empty: solid
};

struct RectShape {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  Paint fill;
  std::string tip;  // shown where a pointer rests on it; empty: none
};

struct PathShape {
  std::vector<Point> points;
  bool closed = false;
  std::optional<Paint> fill;
  std::optional<Stroke> stroke;
  std::string tip;
};

enum class Anchor { start, middle, end };

struct TextShape {
  double x = 0;
  double y = 0;  // of the base line
  std::string text;
  double size = 12;
  Anchor anchor = Anchor::start;
  Ink ink = Ink::text;
  bool bold = false;
  bool upwards = false;  // turned by a quarter, read from below
};

using Shape = std::variant<RectShape, PathShape, TextShape>;

struct Drawing {
  double width = 0;
  double height = 0;
  std::string label;  // what a screen reader says
  std::vector<Shape> shapes;
};

Drawing draw(const Chart& chart, double width);
Drawing draw(const ChartSheet& sheet, double width);

// How wide a text is, at most: a table of a wide typeface (DejaVu Sans), because the
// reader's own is not known. Bytes that are not UTF-8 count one each.
double text_width(std::string_view text, double size, bool bold = false);
// The text, or its start and an ellipsis, within `width`.
std::string fitted(std::string_view text, double width, double size, bool bold = false);

std::string svg_element(const Drawing& drawing, std::string_view style);
Result<std::string> png_bytes(const Drawing& drawing, bool dark, double pixel_ratio);

}  // namespace plumb
