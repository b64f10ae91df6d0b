// A drawing as PNG, through Cairo.
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

#include "report/drawing.h"
#include "report/markup.h"

namespace plumb {
namespace {

// Cairo's images have 32,767 pixels a side, at most.
constexpr double kMostPixels = 32'000;

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

struct Painter {
  cairo_t* cairo;
  bool dark;

  void set(const Paint& paint) const {
    constexpr double kFull = 255;
    const Rgb color = color_of(paint.ink, dark);
    cairo_set_source_rgba(cairo, color.red / kFull, color.green / kFull, color.blue / kFull,
                          paint.opacity);
  }

  void operator()(const RectShape& rect) const {
    set(rect.fill);
    cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height);
    cairo_fill(cairo);
  }

  void operator()(const PathShape& path) const {
    for (const Point& point : path.points) cairo_line_to(cairo, point.x, point.y);
    if (path.closed) cairo_close_path(cairo);
    if (path.fill) {
      set(*path.fill);
      cairo_fill_preserve(cairo);
    }
    if (path.stroke) {
      set(path.stroke->paint);
      cairo_set_line_width(cairo, path.stroke->width);
      const auto& dashes = path.stroke->dashes;
      cairo_set_dash(cairo, dashes.data(), static_cast<int>(dashes.size()), 0);
      cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
  }

  void operator()(const TextShape& text) const {
    // Cairo refuses text that is not UTF-8, and then draws nothing more at all.
    const std::string shown = valid_line(text.text);
    cairo_select_font_face(cairo, "sans", CAIRO_FONT_SLANT_NORMAL,
                           text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, text.size);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, shown.c_str(), &extents);
    const double back = text.anchor == Anchor::start    ? 0
                        : text.anchor == Anchor::middle ? extents.x_advance / 2
                                                        : extents.x_advance;
    set({text.ink, 1});
    cairo_save(cairo);
    cairo_translate(cairo, text.x, text.y);
    if (text.upwards) cairo_rotate(cairo, -std::acos(-1.0) / 2);
    cairo_move_to(cairo, -back, 0);
    cairo_show_text(cairo, shown.c_str());
    cairo_restore(cairo);
    cairo_new_path(cairo);
  }
};

// Without a font fontconfig finds nothing, and Cairo draws no letter and reports no error.
bool has_font(cairo_t* cairo) {
  cairo_select_font_face(cairo, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_text_extents_t narrow;
  cairo_text_extents_t wide;
  cairo_text_extents(cairo, "i", &narrow);
  cairo_text_extents(cairo, "W", &wide);
  return cairo_status(cairo) == CAIRO_STATUS_SUCCESS && wide.width > narrow.width;
}

cairo_status_t append_bytes(void* out, const unsigned char* bytes, unsigned int count) {
  try {
    static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

std::unexpected<Error> fail_cairo(cairo_status_t status) {
  return fail(ErrorCode::io, fmt::format("cannot draw a PNG: {}", cairo_status_to_string(status)));
}

}  // namespace

Result<std::string> png_bytes(const Drawing& drawing, bool dark, double pixel_ratio) {
  const double longest = std::max(drawing.width, drawing.height);
  const double ratio = std::min(pixel_ratio, kMostPixels / longest);
  const auto pixels = [&](double length) { return static_cast<int>(std::ceil(length * ratio)); };
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(drawing.width),
                                                   pixels(drawing.height)),
                        &cairo_surface_destroy);
  const Context context(cairo_create(surface.get()), &cairo_destroy);
  cairo_t* cairo = context.get();
  if (const auto status = cairo_status(cairo)) return fail_cairo(status);
  if (!has_font(cairo)) {
    return fail(ErrorCode::unsupported,
                "cannot draw a PNG: no font is installed; install one (on Debian the package "
                "fonts-dejavu-core) or write an .svg, which needs none");
  }
  const Painter painter{cairo, dark};
  cairo_scale(cairo, ratio, ratio);
  painter.set({Ink::background, 1});
  cairo_paint(cairo);
  for (const Shape& shape : drawing.shapes) std::visit(painter, shape);
  if (const auto status = cairo_status(cairo)) return fail_cairo(status);
  std::string bytes;
  if (const auto status =
          cairo_surface_write_to_png_stream(surface.get(), &append_bytes, &bytes)) {
    return fail_cairo(status);
  }
  return bytes;
}

}  // namespace plumb
