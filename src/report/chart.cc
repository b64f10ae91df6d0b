#include "report/chart.h"

#include <algorithm>

#include "report/plot.h"

namespace plumb {
namespace {

// Narrower than this no label would fit.
constexpr double kNarrowest = 280;
constexpr double kSubtitleSize = 13;

void move_down(Shape& shape, double by) {
  struct {
    double by;
    void operator()(RectShape& rect) const { rect.y += by; }
    void operator()(PathShape& path) const {
      for (Point& point : path.points) point.y += by;
    }
    void operator()(TextShape& text) const { text.y += by; }
  } const move{by};
  std::visit(move, shape);
}

// Returns where the next thing begins.
double draw_subtitle(Drawing& drawing, double top, const std::string& subtitle) {
  if (subtitle.empty()) return top;
  drawing.shapes.emplace_back(
      TextShape{kMargin, top + 8, fitted(subtitle, drawing.width - 2 * kMargin, kSubtitleSize),
                kSubtitleSize, Anchor::start, Ink::muted, false, false});
  return top + kSubtitleSize + 8;
}

std::string label_of(const Chart& chart) {
  if (chart.description.empty()) return chart.title;
  return chart.title.empty() ? chart.description : chart.title + ". " + chart.description;
}

std::string file_of(const Drawing& drawing, ChartTheme theme) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg_element(drawing, chart_css(theme)) +
         "\n";
}

Result<std::string> png_of(const Drawing& drawing, const ChartOptions& options) {
  return png_bytes(drawing, options.theme == ChartTheme::dark, options.pixel_ratio);
}

}  // namespace

Drawing draw(const Chart& chart, double width) {
  Drawing drawing;
  drawing.width = std::max(width, kNarrowest);
  drawing.label = label_of(chart);
  const double top = draw_subtitle(drawing, draw_title(drawing, chart.title), chart.subtitle);
  std::visit([&](const auto& body) { draw_body(drawing, top, body); }, chart.body);
  return drawing;
}

Drawing draw(const ChartSheet& sheet, double width) {
  Drawing all;
  all.width = std::max(width, kNarrowest);
  all.label = sheet.title;
  all.height = draw_subtitle(all, draw_title(all, sheet.title), sheet.subtitle);
  for (const Chart& chart : sheet.charts) {
    Drawing one = draw(chart, width);
    for (Shape& shape : one.shapes) {
      move_down(shape, all.height);
      all.shapes.push_back(std::move(shape));
    }
    all.height += one.height;
    all.label += "; " + one.label;
  }
  return all;
}

std::string chart_svg(const Chart& chart, const ChartOptions& options) {
  return file_of(draw(chart, options.width), options.theme);
}

std::string chart_svg_element(const Chart& chart, const ChartOptions& options) {
  return svg_element(draw(chart, options.width), {});
}

Result<std::string> chart_png(const Chart& chart, const ChartOptions& options) {
  return png_of(draw(chart, options.width), options);
}

std::string sheet_svg(const ChartSheet& sheet, const ChartOptions& options) {
  return file_of(draw(sheet, options.width), options.theme);
}

Result<std::string> sheet_png(const ChartSheet& sheet, const ChartOptions& options) {
  return png_of(draw(sheet, options.width), options);
}

}  // namespace plumb
