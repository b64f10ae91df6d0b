// A log's intent drift as a document, one writer a format. All are pure. Goals and
// sentences are somebody's text and are escaped for their format.
#pragma once

#include <string>

#include "record/intent_report.h"
#include "report/chart.h"

namespace plumb {

// For the terminal: the tasks, then the steps of those that drifted most, with the
// sentence farthest from the reference.
std::string intent_text(const IntentReport& report);
std::string intent_json(const IntentReport& report);                   // intent/1, one line
std::string intent_jsonl(const IntentReport& report);                  // a line a step
std::string intent_csv(const IntentReport& report, bool raw = false);  // a row a step
std::string intent_markdown(const IntentReport& report);
std::string intent_html(const IntentReport& report, ChartTheme theme = ChartTheme::automatic);

// The scores over the steps, with their ranges: the tasks that drifted most.
ChartSheet intent_sheet(const IntentReport& report);

}  // namespace plumb
