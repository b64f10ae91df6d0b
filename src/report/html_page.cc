#include "report/html_page.h"

#include <fmt/format.h>

#include "report/markup.h"
#include "report/scale.h"

namespace plumb {
namespace {

// The inks come from chart_css(); contrast is at least 4.5:1 for text in both themes.
constexpr std::string_view kStyle = R"css(
*{box-sizing:border-box}
body{margin:0;background:var(--c-background);color:var(--c-text);
 font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 20px 64px}
bdi{unicode-bidi:isolate}
h1{font-size:1.15rem;margin:0 0 16px;font-weight:600;color:var(--c-muted);overflow-wrap:anywhere}
h1.title{font-size:1.7rem;color:inherit}
h2{font-size:1.25rem;margin:40px 0 12px}
h3{font-size:1.05rem;margin:28px 0 8px;overflow-wrap:anywhere}
h4{font-size:.9rem;margin:18px 0 6px;color:var(--c-muted)}
p{margin:8px 0;max-width:76ch}
.verdict{border-left:8px solid var(--edge);padding:4px 0 4px 18px;margin:0 0 20px}
.verdict b{display:block;font-size:2.1rem;line-height:1.15;letter-spacing:-.01em}
.stable,.passed{--edge:var(--c-series-3)}.undecided{--edge:var(--c-medium)}
.drifted,.failed{--edge:var(--c-critical)}
.cards{display:flex;flex-wrap:wrap;gap:12px;margin:0 0 8px;padding:0}
.cards div{border:1px solid var(--c-grid);border-radius:8px;padding:10px 16px;min-width:150px}
.cards dt{font-size:.8rem;color:var(--c-muted)}
.cards dd{margin:0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
.cards small{display:block;font-size:.8rem;font-weight:400;color:var(--c-muted)}
.scroll{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--c-muted);font-size:.85rem;padding:0 0 6px}
th,td{text-align:left;padding:7px 14px 7px 0;border-bottom:1px solid var(--c-grid);
 vertical-align:top}
th{font-size:.8rem;color:var(--c-muted);font-weight:600;vertical-align:bottom;white-space:nowrap}
tbody th{font-size:inherit;color:inherit;white-space:normal;vertical-align:top;min-width:11em}
tbody th small{font-weight:400;color:var(--c-muted)}
.n{text-align:right;white-space:nowrap}.n+:not(.n){padding-left:12px}
td.t{overflow-wrap:anywhere;min-width:12ch}
code{font:.86em ui-monospace,"DejaVu Sans Mono",monospace;color:var(--c-muted);font-weight:400;
 overflow-wrap:anywhere}
code.id{white-space:nowrap}
.bar{display:block;width:110px;height:10px;margin:7px 0 0;background:var(--c-grid);
 border-radius:5px;overflow:hidden;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.bar i{display:block;height:100%;background:var(--ink)}
.critical{--ink:var(--c-critical)}.high{--ink:var(--c-high)}.medium{--ink:var(--c-medium)}
.low{--ink:var(--c-low)}.info,.unknown{--ink:var(--c-neutral)}
.tag{white-space:nowrap}.tag::before{content:"";display:inline-block;width:10px;height:10px;
 border-radius:5px;margin-right:6px;background:var(--edge,var(--ink));
 print-color-adjust:exact;-webkit-print-color-adjust:exact}
figure{margin:20px 0;overflow-x:auto}
figcaption{font-size:.85rem;color:var(--c-muted)}
.plumb-chart{max-width:100%;height:auto;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,500px),1fr));gap:0 24px}
.note{border-left:4px solid var(--c-medium);padding:2px 0 2px 12px;margin:8px 0;
 overflow-wrap:anywhere}
.meta{display:grid;grid-template-columns:max-content 1fr;gap:2px 18px;margin:0}
.meta dt{color:var(--c-muted)}.meta dd{margin:0;overflow-wrap:anywhere}
summary{cursor:pointer;font-weight:600;margin:12px 0}
a{color:var(--c-series-1)}
footer{margin-top:48px;color:var(--c-muted);font-size:.85rem}
@media (max-width:600px){.meta{grid-template-columns:1fr}.meta dd{margin-bottom:8px}
 main{padding:16px 12px 48px}.verdict b{font-size:1.6rem}}
@media print{body{font-size:10pt}main{max-width:none;padding:0}h2,h3{break-after:avoid}
 figure,tr{break-inside:avoid}.charts{display:block}a{color:inherit;text-decoration:none}
 .scroll,figure{overflow:visible}td,th{padding:4px 8px 4px 0}}
)css";

}  // namespace

std::string html_page(std::string_view title, std::string_view body, ChartTheme theme,
                      std::string_view more_style) {
  const std::string_view scheme = theme == ChartTheme::automatic ? "light dark"
                                  : theme == ChartTheme::dark    ? "dark"
                                                                 : "light";
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"{}\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n<title>{}</title>\n<style>{}{}{}</style>\n</head>\n"
      "<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      scheme, markup(title), chart_css(theme), kStyle, more_style, body);
}

std::string html_charts(std::span<const Chart> charts) {
  ChartOptions options;
  options.width = charts.size() == 1 ? 1040 : 520;
  std::string out = "<div class=\"charts\">";
  for (const Chart& chart : charts) {
    out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                       chart_svg_element(chart, options), markup(chart.description));
  }
  return out + "</div>\n";
}

std::string html_table_start(std::string_view caption, std::initializer_list<HtmlColumn> columns) {
  std::string out =
      fmt::format("<div class=\"scroll\"><table><caption>{}</caption><thead><tr>", markup(caption));
  for (const HtmlColumn& column : columns) {
    out += fmt::format("<th scope=\"col\"{}>{}</th>", column.number ? " class=\"n\"" : "",
                       column.name);
  }
  return out + "</tr></thead><tbody>\n";
}

std::string html_number(std::string_view text) {
  return fmt::format("<td class=\"n\">{}</td>", markup(text));
}

std::string html_card(std::string_view name, std::string_view value, std::string_view note) {
  return fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>", name, markup(value),
                     markup(note));
}

std::string html_notes(std::span<const std::string> sentences) {
  std::string out;
  for (const std::string& each : sentences) {
    out += fmt::format("<p class=\"note\">{}</p>\n", markup(each));
  }
  return out;
}

std::string html_item(std::string_view name, std::string_view text) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>", name, markup(text));
}

std::string html_settings(const Provenance& provenance) {
  std::string out;
  if (provenance.vectors) {
    const VectorOrigin& origin = *provenance.vectors;
    out += html_item("embedding model",
                     fmt::format("{}, {} numbers a vector, {} {}", origin.model, origin.dimension,
                                 origin.precision, origin.instruction_set));
    out += html_item("weights SHA-256", origin.weights_sha256);
  }
  out += html_item("seed", fmt::format("{}", provenance.seed));
  const auto add_count = [&out](std::string_view name, std::uint64_t count) {
    if (count > 0) out += html_item(name, fmt::format("{}", count));
  };
  add_count("permutations", provenance.permutations);
  add_count("bootstrap draws", provenance.bootstrap_draws);
  add_count("results sampled a side, at most", provenance.sample_rows);
  std::string thresholds;
  for (const auto& [name, value] : provenance.thresholds) {
    thresholds +=
        fmt::format("{}{} {}", thresholds.empty() ? "" : ", ", name, readable_number(value));
  }
  if (!thresholds.empty()) out += html_item("thresholds", thresholds);
  return out + html_item("Plumb", provenance.plumb_version);
}

}  // namespace plumb
