#include "report/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/suggest.h"
#include "report/output_file.h"

namespace plumb {
namespace {

struct Extension {
  std::string_view ending;
  ReportFormat format;
};

// In the order of the documentation.
constexpr std::array kExtensions = std::to_array<Extension>({
    {".json", ReportFormat::json},
    {".jsonl", ReportFormat::jsonl},
    {".csv", ReportFormat::csv},
    {".md", ReportFormat::markdown},
    {".html", ReportFormat::html},
    {".junit.xml", ReportFormat::junit},
    {".sarif", ReportFormat::sarif},
    {".png", ReportFormat::png},
    {".svg", ReportFormat::svg},
});

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

// ".xml" of "dir.d/out.xml"; empty where the file's name has no dot.
std::string extension_of(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? std::string() : std::string(name.substr(dot));
}

}  // namespace

Result<ReportFormat> report_format_of(std::string_view path,
                                      std::span<const ReportFormat> formats) {
  const std::string spelled = lower(path);
  std::vector<std::string> known;
  for (const Extension& each : kExtensions) {
    if (std::ranges::find(formats, each.format) == formats.end()) continue;
    if (spelled.ends_with(each.ending)) return each.format;
    known.emplace_back(each.ending);
  }
  const std::string extension = lower(extension_of(path));
  // A bare .xml is near nothing by letters, but there is one XML that it can mean.
  const bool writes_junit = std::ranges::find(known, ".junit.xml") != known.end();
  const std::string hint = extension == ".xml" && writes_junit ? "; did you mean .junit.xml?"
                                                               : did_you_mean(extension, known);
  return fail(ErrorCode::invalid_input,
              fmt::format("-o {}: the extension says no format that is written here; take one of "
                          "{}{}",
                          path, fmt::join(known, ", "), hint));
}

Result<std::string> render_report(ComparisonSpan comparisons, ReportFormat format,
                                  const ReportOptions& options) {
  ChartOptions chart_options;
  chart_options.theme = options.theme;
  switch (format) {
    case ReportFormat::json:
      return comparison_json(comparisons);
    case ReportFormat::jsonl:
      return comparison_jsonl(comparisons);
    case ReportFormat::csv:
      return comparison_csv(comparisons, options);
    case ReportFormat::markdown:
      return comparison_markdown(comparisons, options);
    case ReportFormat::html:
      return comparison_html(comparisons, options);
    case ReportFormat::junit:
      return comparison_junit(comparisons);
    case ReportFormat::sarif:
      return comparison_sarif(comparisons, options);
    case ReportFormat::png:
      return sheet_png(comparison_sheet(comparisons), chart_options);
    case ReportFormat::svg:
      return sheet_svg(comparison_sheet(comparisons), chart_options);
  }
  std::unreachable();
}

Result<void> write_report(const std::string& path, ComparisonSpan comparisons,
                          const ReportOptions& options) {
  PLUMB_TRY(const ReportFormat format, report_format_of(path));
  PLUMB_TRY(const std::string bytes, render_report(comparisons, format, options));
  PLUMB_TRY(OutputFile file, OutputFile::create(path));
  auto written = file.write(bytes);
  if (written) written = file.commit();
  if (!written) file.discard();
  return written;
}

}  // namespace plumb
