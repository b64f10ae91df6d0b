// A comparison as JSON, JSON Lines and CSV.
#include <fmt/format.h>

#include <algorithm>

#include "record/comparison_json.h"
#include "report/cells.h"
#include "report/comparison_writers.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

// Calls `visit(comparison, measurement, scored)` for each measurement.
template <class Visit>
void for_each_measurement(ComparisonSpan comparisons, Visit visit) {
  for (const Comparison& comparison : comparisons) {
    for (const Measurement& each : comparison.results) visit(comparison, each, true);
    for (const Measurement& each : comparison.additional) visit(comparison, each, false);
  }
}

template <class Named>
std::string_view name_cell(std::optional<Named> value) {
  return value ? name_of(*value) : std::string_view();
}

std::string_view flag_cell(std::optional<bool> flag) {
  return !flag ? "" : *flag ? "true" : "false";
}

// "low,high"
std::string interval_cells(const std::optional<Interval>& interval) {
  if (!interval) return ",";
  return csv_number(interval->low) + ',' + csv_number(interval->high);
}

std::string csv_row(const Comparison& comparison, const Measurement& m, bool scored, bool raw) {
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
      csv_text(comparison.current.name, raw), csv_text(comparison.baseline.name, raw),
      name_of(m.type), csv_text(m.metric, raw), flag_cell(scored), csv_number(m.value),
      csv_number(m.threshold), flag_cell(m.exceeded), name_cell(m.severity), name_of(m.direction),
      name_cell(m.verdict), csv_number(m.p_value), csv_number(m.p_adjusted),
      interval_cells(m.interval), csv_number(m.excess), interval_cells(m.excess_interval),
      m.n_current, m.n_baseline, m.contributions.size(), csv_text(m.not_applicable, raw));
}

}  // namespace

std::string comparison_json(ComparisonSpan comparisons) {
  return json_line(comparisons.size() == 1 ? to_json(comparisons.front()) : to_json(comparisons)) +
         '\n';
}

std::string comparison_jsonl(ComparisonSpan comparisons) {
  std::string out;
  for_each_measurement(comparisons,
                       [&](const Comparison& comparison, const Measurement& each, bool scored) {
                         Json line = {{"current", comparison.current.name},
                                      {"baseline", comparison.baseline.name},
                                      {"scored", scored}};
                         line.update(to_json(each));
                         out += json_line(line) + '\n';
                       });
  return out;
}

std::string comparison_csv(ComparisonSpan comparisons, const ReportOptions& options) {
  std::string out =
      "current,baseline,type,metric,scored,value,threshold,exceeded,severity,direction,verdict,"
      "p_value,p_adjusted,interval_low,interval_high,excess,excess_low,excess_high,n_current,"
      "n_baseline,contributions,not_applicable\n";
  for_each_measurement(comparisons,
                       [&](const Comparison& comparison, const Measurement& each, bool scored) {
                         out += csv_row(comparison, each, scored, options.raw_csv);
                       });
  return out;
}

}  // namespace plumb
