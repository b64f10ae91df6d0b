#include "report/chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/drawing.h"
#include "report/plot.h"
#include "report/scale.h"

namespace plumb {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

LineChart curve(std::vector<LinePoint> points) {
  return {{"Step", "", {}, {}, true}, {"IDS", "", 0.0, 1.0, false}, {{"agent", points}}, {}};
}

template <class ShapeKind>
std::vector<ShapeKind> shapes_of(const Drawing& drawing) {
  std::vector<ShapeKind> found;
  for (const Shape& shape : drawing.shapes) {
    if (const auto* one = std::get_if<ShapeKind>(&shape)) found.push_back(*one);
  }
  return found;
}

// Lines of a series: paths in its ink that are strokes of two points or more.
std::vector<PathShape> lines_of(const Drawing& drawing, Ink ink) {
  std::vector<PathShape> lines;
  for (const PathShape& path : shapes_of<PathShape>(drawing)) {
    if (path.stroke && !path.fill && path.stroke->paint.ink == ink && path.stroke->width == 2) {
      lines.push_back(path);
    }
  }
  return lines;
}

// The box that a text takes, by the widths that the layout itself uses.
RectShape box_of(const TextShape& text) {
  const double width = text_width(text.text, text.size, text.bold);
  const double back = text.anchor == Anchor::start ? 0
                      : text.anchor == Anchor::end ? width
                                                   : width / 2;
  if (text.upwards) {
    return {text.x - text.size, text.y + back - width, text.size, width, {}, {}};
  }
  return {text.x - back, text.y - text.size * 0.75, width, text.size, {}, {}};
}

void expect_texts_apart(const Drawing& drawing) {
  const auto texts = shapes_of<TextShape>(drawing);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const RectShape a = box_of(texts[i]);
    EXPECT_GE(a.x, -0.5) << texts[i].text;
    EXPECT_LE(a.x + a.width, drawing.width + 0.5) << texts[i].text;
    EXPECT_LE(a.y + a.height, drawing.height + 0.5) << texts[i].text;
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const RectShape b = box_of(texts[j]);
      const bool apart = a.x + a.width <= b.x + 0.5 || b.x + b.width <= a.x + 0.5 ||
                         a.y + a.height <= b.y + 0.5 || b.y + b.height <= a.y + 0.5;
      EXPECT_TRUE(apart) << '"' << texts[i].text << "\" lies over \"" << texts[j].text << '"';
    }
  }
}

std::vector<Chart> samples() {
  std::vector<LinePoint> points;
  for (int i = 0; i < 7; ++i) {
    points.push_back({1.0 * i, 0.1 * i, Interval{0.1 * i - 0.05, 0.1 * i + 0.05, 0.95}});
  }
  points[3].y.reset();
  LineChart line = curve(points);
  line.series.push_back({"agent with intent", {{0, 0.0, {}}, {6, 0.2, {}}}});
  line.references = {{0.6, "moderate"}, {0.61, "a close neighbour"}, {0.8, "strong"}};
  BarChart bars{{"Drift", "", {}, {}, false},
                {"Response length", "A name of a category that is much too long for its place"},
                {{"x", {{0.3, Interval{0.2, 0.4, 0.95}, 0.31, Severity::high}, {{}, {}, 0.2, {}}}}},
                "threshold"};
  HistogramChart histogram{{"Response length", "characters", {}, {}, false},
                           {0, 12'345.5, 24'691, 37'036.5},
                           {{"baseline", {3, 5, 1}}, {"current", {0, 0, 0}}}};
  HeatMap map{"from",
              "to",
              {"search", "calc"},
              {"a tool with a long name", "b"},
              {1.5, {}, -20.0, 0.0},
              {},
              "points",
              true};
  ScatterChart scatter{{"Control", "0 to 1", 0.0, 1.0, false},
                       {"Bias", "0 to 1", 0.0, 1.0, false},
                       {{"raised", {{0.1, 0.9, "tip"}}}, {"a series with a long name", {}}},
                       {0, 0.2, -0.2}};
  return {{"Control against bias", "", scatter},
          {"Intent drift by step", "rises", line},
          {"Bars", "", bars},
          {"Lengths", "", histogram},
          {"Transitions", "", map}};
}

TEST(Chart, NoTextLiesOverAnotherOrOutside) {
  for (const double width : {320.0, 520.0, 720.0}) {
    for (const Chart& chart : samples()) {
      SCOPED_TRACE(chart.title + " at " + std::to_string(width));
      expect_texts_apart(draw(chart, width));
    }
  }
}

TEST(Chart, AMissingValueIsAGapAndNeverZero) {
  const Chart chart{
      "c", "",
      curve({{0, 0.5, {}}, {1, 0.6, {}}, {2, {}, {}}, {3, kNaN, {}}, {4, 0.4, {}}, {5, 0.5, {}}})};
  const auto lines = lines_of(draw(chart, 600), Ink::series_1);
  // The legend's sample, then one stretch on each side of the gap.
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1].points.size(), 2U);
  EXPECT_EQ(lines[2].points.size(), 2U);
}

TEST(Chart, TheLabelOfAReferenceStepsAsideForTheData) {
  LineChart lines = curve({{0, 0.61, {}}, {1, 0.62, {}}});
  lines.y.low = 0;
  lines.y.high = 1;
  lines.references = {{0.6, "poor below"}, {0.8, "strong above"}};
  const Drawing drawing = draw(Chart{"c", "", lines}, 600);
  const double data = lines_of(drawing, Ink::series_1).back().points[1].y;
  double poor = 0;
  double strong = 0;
  for (const TextShape& text : shapes_of<TextShape>(drawing)) {
    if (text.text == "poor below") poor = text.y;
    if (text.text == "strong above") strong = text.y;
  }
  EXPECT_GT(poor - kTickSize, data);  // below its line, since the data run above it
  EXPECT_GT(strong, 0);
  EXPECT_LT(strong, data);
}

TEST(Chart, PointsAreDrawnOnceAndWhatIsNotFiniteIsLeftOut) {
  ScatterChart scatter{{"x", "", 0.0, 1.0, false},
                       {"y", "", 0.0, 1.0, false},
                       {{"", {{0.25, 0.75, "one"}, {kNaN, 0.5, "two"}, {0.5, kInfinity, "three"}}}},
                       {}};
  std::vector<PathShape> markers;
  for (const PathShape& path : shapes_of<PathShape>(draw(Chart{"c", "", scatter}, 600))) {
    if (path.fill) markers.push_back(path);
  }
  ASSERT_EQ(markers.size(), 1U);
  EXPECT_EQ(markers[0].tip, "one");
}

TEST(Chart, DiagonalsEndAtTheEdgesOfThePlane) {
  ScatterChart scatter{{"x", "", 0.0, 1.0, false}, {"y", "", 0.0, 1.0, false}, {}, {0, 0.25, 2}};
  std::vector<PathShape> lines;
  for (const PathShape& path : shapes_of<PathShape>(draw(Chart{"c", "", scatter}, 600))) {
    const bool slanted = path.points.size() == 2 && path.points[0].x != path.points[1].x &&
                         path.points[0].y != path.points[1].y;
    if (slanted) lines.push_back(path);
  }
  ASSERT_EQ(lines.size(), 2U);  // y = x + 2 is nowhere on it
  EXPECT_TRUE(lines[0].stroke->dashes.empty());
  EXPECT_FALSE(lines[1].stroke->dashes.empty());
  // Both reach y = 1; x is 1 for the first and 0.75 for the second.
  EXPECT_DOUBLE_EQ(lines[0].points[1].y, lines[1].points[1].y);
  const double width = lines[0].points[1].x - lines[0].points[0].x;
  EXPECT_NEAR(lines[1].points[1].x - lines[0].points[0].x, 0.75 * width, 1e-9);
}

TEST(Chart, AnIntervalIsABandAroundItsLine) {
  const Chart chart{
      "c", "", curve({{0, 0.5, Interval{0.4, 0.6, 0.95}}, {1, 0.5, Interval{0.3, 0.7, 0.95}}})};
  const auto paths = shapes_of<PathShape>(draw(chart, 600));
  const auto band = std::ranges::find_if(paths, [](const PathShape& path) {
    return path.fill && path.fill->opacity < 0.5 && path.points.size() == 4;
  });
  ASSERT_NE(band, paths.end());
  EXPECT_LT(band->points[1].y, band->points[0].y);  // the upper bound rises, y goes down
  EXPECT_GT(band->points[2].y, band->points[3].y);
}

TEST(Chart, WhatCannotBeDrawnSaysNoData) {
  const std::vector<Chart> empty = {{"c", "", LineChart{}},
                                    {"c", "", HistogramChart{}},
                                    {"c", "", BarChart{}},
                                    {"c", "", HeatMap{}},
                                    {"c", "", curve({{kNaN, 1.0, {}}, {1, kInfinity, {}}})}};
  for (const Chart& chart : empty) {
    EXPECT_NE(chart_svg(chart).find("no data"), std::string::npos);
    EXPECT_TRUE(chart_png(chart).has_value());
  }
}

TEST(Chart, ExtremeNumbersStayInsideOfThePicture) {
  const double largest = std::numeric_limits<double>::max();
  for (const auto& [a, b] : std::vector<std::pair<double, double>>{
           {-largest, largest}, {0, 5e-324}, {1e15, 1e15 + 1}, {-1, -1}, {0, 0}}) {
    LineChart line = curve({{0, a, {}}, {1, b, {}}});
    line.y = {"y", "", {}, {}, false};
    const Drawing drawing = draw(Chart{"c", "", line}, 600);
    for (const PathShape& path : shapes_of<PathShape>(drawing)) {
      for (const Point& point : path.points) {
        EXPECT_TRUE(point.x >= 0 && point.x <= drawing.width) << a << ' ' << b;
        EXPECT_TRUE(point.y >= 0 && point.y <= drawing.height) << a << ' ' << b;
      }
    }
  }
}

TEST(Chart, SvgFollowsTheThemeThatIsAskedFor) {
  const Chart chart = samples().front();
  EXPECT_NE(chart_svg(chart).find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_EQ(chart_svg(chart, {ChartTheme::dark, 720, 2}).find("prefers-color-scheme"),
            std::string::npos);
  EXPECT_EQ(chart_svg_element(chart).find("<style>"), std::string::npos);
  EXPECT_NE(*chart_png(chart, {ChartTheme::dark, 720, 2}), *chart_png(chart));
}

// Relative luminance and contrast of WCAG 2.1.
double luminance(Rgb color) {
  const auto linear = [](std::uint8_t value) {
    const double c = value / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double contrast(Ink ink, bool dark) {
  const double a = luminance(color_of(ink, dark)) + 0.05;
  const double b = luminance(color_of(Ink::background, dark)) + 0.05;
  return std::max(a, b) / std::min(a, b);
}

TEST(Chart, InksHaveTheContrastThatReadersNeed) {
  for (const bool dark : {false, true}) {
    EXPECT_GE(contrast(Ink::text, dark), 7);
    EXPECT_GE(contrast(Ink::muted, dark), 4.5);
    for (int i = static_cast<int>(Ink::series_1); i < kInkCount; ++i) {
      EXPECT_GE(contrast(static_cast<Ink>(i), dark), 2.9) << i << (dark ? " dark" : " light");
    }
  }
}

TEST(Chart, ALongSeriesHasNoMarkers) {
  std::vector<LinePoint> points;
  for (int i = 0; i < 10'000; ++i) points.push_back({1.0 * i, std::sin(i / 100.0), {}});
  const std::string svg = chart_svg(Chart{"c", "", curve(points)});
  EXPECT_LT(svg.size(), 200'000U);
  EXPECT_EQ(count_of(svg, " at "), 0U);
}

TEST(Chart, TextIsCutAtACharacter) {
  const std::string text = fitted("\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", 40, 12);
  EXPECT_TRUE(text.ends_with("\u2026"));
  EXPECT_LE(text_width(text, 12), 40);
  EXPECT_EQ(fitted("short", 400, 12), "short");
}

TEST(Scale, TicksAreRoundAndCoverTheData) {
  Extent extent;
  extent.add(0.013);
  extent.add(0.94);
  const Scale scale({}, extent, 0, 400);
  EXPECT_LE(scale.low(), 0.013);
  EXPECT_GE(scale.high(), 0.94);
  EXPECT_EQ(scale.label(scale.ticks().front()), "0.0");
  EXPECT_EQ(scale.label(scale.ticks()[1]), "0.2");
}

TEST(Scale, StepsOfARunAreWholeNumbers) {
  Extent extent;
  extent.add(0.0);
  extent.add(3.0);
  const Scale scale({"Step", "", {}, {}, true}, extent, 0, 900);
  EXPECT_EQ(scale.ticks(), (std::vector<double>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace plumb
