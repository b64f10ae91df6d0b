// The colours of both themes, and the style sheet that lets a reader's choice pick.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "report/drawing.h"

namespace plumb {
namespace {

struct InkColors {
  std::string_view css_class;
  std::uint32_t light;
  std::uint32_t dark;
};

// Series: Okabe and Ito, "Color Universal Design" (2008); for dark, the same hues
// lightened until each has a contrast of at least 3:1 against the background.
// Severities differ in lightness too, and are always written beside the colour.
constexpr std::array<InkColors, kInkCount> kInks = {{
    {"c-background", 0xFFFFFF, 0x15181C},
    {"c-text", 0x1B1F24, 0xE8EAED},
    {"c-muted", 0x57606A, 0xA5ADB8},
    {"c-grid", 0xE1E4E8, 0x31363D},
    {"c-series-1", 0x0072B2, 0x5AB4F0},
    {"c-series-2", 0xD55E00, 0xFF9350},
    {"c-series-3", 0x009E73, 0x2EC4A0},
    {"c-series-4", 0xB8588E, 0xE39CC4},
    {"c-series-5", 0xB77F00, 0xF0B93A},
    {"c-series-6", 0x4D4D4D, 0xF0E442},
    {"c-critical", 0x8E1B3A, 0xFF6F7D},
    {"c-high", 0xD55E00, 0xFF9350},
    {"c-medium", 0xC78A00, 0xF0C24A},
    {"c-low", 0x3F7F9E, 0x78B8D8},
    {"c-neutral", 0x8A929C, 0x7B838D},
    {"c-rise", 0xD55E00, 0xFF9350},
    {"c-fall", 0x0072B2, 0x5AB4F0},
}};

const InkColors& colors_of(Ink ink) {
  return kInks[static_cast<std::size_t>(ink)];
}

std::string custom_properties(bool dark) {
  std::string out;
  for (const InkColors& ink : kInks) {
    out += fmt::format("--{}:#{:06x};", ink.css_class, dark ? ink.dark : ink.light);
  }
  return out;
}

}  // namespace

Ink series_ink(std::size_t series) {
  return static_cast<Ink>(static_cast<std::size_t>(Ink::series_1) + series % kSeriesInks);
}

Ink severity_ink(Severity severity) {
  switch (severity) {
    case Severity::critical:
      return Ink::critical;
    case Severity::high:
      return Ink::high;
    case Severity::medium:
      return Ink::medium;
    case Severity::low:
      return Ink::low;
    case Severity::info:
    case Severity::unknown:
      return Ink::neutral;
  }
  std::unreachable();
}

Rgb color_of(Ink ink, bool dark) {
  const std::uint32_t color = dark ? colors_of(ink).dark : colors_of(ink).light;
  return {static_cast<std::uint8_t>(color >> 16U), static_cast<std::uint8_t>(color >> 8U & 0xFFU),
          static_cast<std::uint8_t>(color & 0xFFU)};
}

std::string_view css_class(Ink ink) {
  return colors_of(ink).css_class;
}

std::string chart_css(ChartTheme theme) {
  std::string out = fmt::format(":root{{{}}}", custom_properties(theme == ChartTheme::dark));
  if (theme == ChartTheme::automatic) {
    out += fmt::format("@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}",
                       custom_properties(true));
  }
  out += ".plumb-chart{font-family:system-ui,\"DejaVu Sans\",sans-serif}";
  for (const InkColors& ink : kInks) {
    out += fmt::format(".f-{0}{{fill:var(--{0})}}.s-{0}{{stroke:var(--{0})}}", ink.css_class);
  }
  return out;
}

}  // namespace plumb
