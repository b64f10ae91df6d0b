// Measured sessions and plans as documents, one writer a format. All are pure. Names
// and sentences are somebody's text and are escaped for their format.
#pragma once

#include <string>

#include "record/plan.h"
#include "record/session_report.h"
#include "report/chart.h"

namespace plumb {

std::string session_text(const SessionReport& report);   // for the terminal
std::string session_json(const SessionReport& report);   // session-report/1, one line
std::string session_jsonl(const SessionReport& report);  // a line a session
std::string session_csv(const SessionReport& report, bool raw = false);  // a row a turn
std::string session_markdown(const SessionReport& report);
std::string session_html(const SessionReport& report, ChartTheme theme = ChartTheme::automatic);

// Alignment and recall over the turns: the sessions that align least.
ChartSheet session_sheet(const SessionReport& report);

std::string plans_text(const PlanReport& report);  // for the terminal
std::string plans_json(const PlanReport& report);  // a target_plans.json

}  // namespace plumb
