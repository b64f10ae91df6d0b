// The format of a report's file, from its extension.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "report/comparison_writers.h"

namespace plumb {

enum class ReportFormat { json, jsonl, csv, markdown, html, junit, sarif, png, svg };
inline constexpr std::array kEveryReportFormat = {
    ReportFormat::json,     ReportFormat::jsonl, ReportFormat::csv,
    ReportFormat::markdown, ReportFormat::html,  ReportFormat::junit,
    ReportFormat::sarif,    ReportFormat::png,   ReportFormat::svg};

// One of `formats`, in any case. Fails with invalid_input; the sentence lists what there is and,
// after a typo, what was meant.
Result<ReportFormat> report_format_of(std::string_view path,
                                      std::span<const ReportFormat> formats = kEveryReportFormat);

// The bytes of the file.
Result<std::string> render_report(ComparisonSpan comparisons, ReportFormat format,
                                  const ReportOptions& options = {});

// The whole file or, where something fails, the one that was there before.
Result<void> write_report(const std::string& path, ComparisonSpan comparisons,
                          const ReportOptions& options = {});

}  // namespace plumb
