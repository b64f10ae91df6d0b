// An analysis of stereotype drift as files: the tables, pictures and reports of one model,
// and documents on all of them. All are pure. Types, texts and names of models are
// somebody's words and are escaped for their format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/stereotype_report.h"
#include "report/chart.h"

namespace plumb {

// drift_analysis.csv: the entries' own fields in their order, then what was measured, then
// who gave the scores. 4 decimals; an empty cell is a value that does not exist. A field
// named like one of Plumb's columns is left out.
std::string stereotype_csv(const StereotypeReport& report, const StereotypeAnalysis& analysis,
                           bool raw = false);
// The same of all models in one table.
std::string stereotype_csv(const StereotypeReport& report, bool raw = false);
// summary.csv: a row overall, a bias type, a stereotype type.
std::string stereotype_summary_csv(const StereotypeReport& report,
                                   const StereotypeAnalysis& analysis, bool raw = false);
// Whether a field of an entry would be taken for one of the columns.
bool is_stereotype_column(std::string_view name);
// Adds a warning for each such field.
void warn_of_shadowed_fields(StereotypeAnalysis& analysis);

ChartSheet control_bias_sheet(const StereotypeReport& report, const StereotypeAnalysis& of);
ChartSheet bias_type_sheet(const StereotypeReport& report, const StereotypeAnalysis& of);
ChartSheet stereotype_type_sheet(const StereotypeReport& report, const StereotypeAnalysis& of);
ChartSheet stereotype_heat_map_sheet(const StereotypeReport& report, const StereotypeAnalysis& of);
ChartSheet direction_sheet(const StereotypeReport& report, const StereotypeAnalysis& of);
// All of one model, each with its title.
std::vector<Chart> stereotype_charts(const StereotypeAnalysis& of);
// The models beside each other.
std::vector<Chart> stereotype_model_charts(const StereotypeReport& report);
// For .png and .svg.
ChartSheet stereotype_sheet(const StereotypeReport& report);

std::string stereotype_text(const StereotypeReport& report);   // for the terminal
std::string stereotype_json(const StereotypeReport& report);   // stereotype-report/1, one line
std::string stereotype_jsonl(const StereotypeReport& report);  // a line an entry
std::string stereotype_markdown(const StereotypeReport& report);
// The entries that drift farthest with both answers side by side.
std::string stereotype_html(const StereotypeReport& report,
                            ChartTheme theme = ChartTheme::automatic);

}  // namespace plumb
