// A drawing as SVG: real text, and classes that a style sheet colours.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "report/drawing.h"
#include "report/markup.h"

namespace plumb {
namespace {

// Tenths of a pixel: no eye sees more, and files stay small.
std::string number(double value) {
  const double tenths = std::round(value * 10) / 10 + 0.0;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, tenths);
  return {digits, end.ptr};
}

std::string opacity(std::string_view name, double value) {
  return value >= 1 ? std::string() : fmt::format(" {}=\"{:.2g}\"", name, value);
}

// Closes the element whose start tag is written, with its tip inside.
void close(std::string& out, std::string_view element, std::string_view tip) {
  if (tip.empty()) {
    out += "/>";
  } else {
    out += fmt::format("><title>{}</title></{}>", markup(tip), element);
  }
}

struct Writer {
  std::string& out;

  void operator()(const RectShape& rect) const {
    out += fmt::format("<rect class=\"f-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}",
                       css_class(rect.fill.ink), number(rect.x), number(rect.y),
                       number(rect.width), number(rect.height),
                       opacity("fill-opacity", rect.fill.opacity));
    close(out, "rect", rect.tip);
  }

  void operator()(const PathShape& path) const {
    if (path.points.empty()) return;
    std::string classes = path.fill ? fmt::format("f-{}", css_class(path.fill->ink)) : "";
    std::string attributes;
    if (path.fill) {
      attributes += opacity("fill-opacity", path.fill->opacity);
    } else {
      attributes += " fill=\"none\"";
    }
    if (path.stroke) {
      classes += fmt::format("{}s-{}", path.fill ? " " : "", css_class(path.stroke->paint.ink));
      attributes += opacity("stroke-opacity", path.stroke->paint.opacity);
      if (path.stroke->width != 1) {
        attributes += fmt::format(" stroke-width=\"{:g}\"", path.stroke->width);
      }
      if (!path.stroke->dashes.empty()) {
        attributes += fmt::format(" stroke-dasharray=\"{:g}\"", fmt::join(path.stroke->dashes, " "));
      }
    }
    out += fmt::format("<path class=\"{}\" d=\"", classes);
    for (std::size_t i = 0; i < path.points.size(); ++i) {
      out += i == 0 ? "M" : "L";
      out += number(path.points[i].x) + " " + number(path.points[i].y);
    }
    out += path.closed ? "Z\"" : "\"";
    out += attributes;
    close(out, "path", path.tip);
  }

  void operator()(const TextShape& text) const {
    if (text.text.empty()) return;
    out += fmt::format("<text class=\"f-{}\" x=\"{}\" y=\"{}\" font-size=\"{:g}\"",
                       css_class(text.ink), number(text.x), number(text.y), text.size);
    if (text.anchor != Anchor::start) {
      out += fmt::format(" text-anchor=\"{}\"", text.anchor == Anchor::end ? "end" : "middle");
    }
    if (text.bold) out += " font-weight=\"bold\"";
    if (text.upwards) {
      out += fmt::format(" transform=\"rotate(-90 {} {})\"", number(text.x), number(text.y));
    }
    out += '>';
    append_markup(out, text.text);
    out += "</text>";
  }
};

}  // namespace

std::string svg_element(const Drawing& drawing, std::string_view style) {
  const std::string width = number(drawing.width);
  const std::string height = number(drawing.height);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plumb-chart\" role=\"img\" "
      "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-label=\"{2}\">",
      width, height, markup(drawing.label));
  if (!style.empty()) {
    // The picture's own name for readers that show one; a page has headings instead.
    out += fmt::format("<title>{}</title><style>{}</style>", markup(drawing.label), style);
  }
  out += fmt::format("<rect class=\"f-{}\" width=\"{}\" height=\"{}\"/>",
                     css_class(Ink::background), width, height);
  for (const Shape& shape : drawing.shapes) std::visit(Writer{out}, shape);
  return out + "</svg>";
}

}  // namespace plumb
