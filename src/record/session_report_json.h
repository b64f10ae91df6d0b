// The documents of `plumb session --json`, kind
// session-report/1 (session/1 is the header of a file of sessions), and of `plumb plans`, kind
// plans/1, which is a target_plans.json as well.
//
// Of a session without a plan the alignment's keys are absent, of a case without
// entities those of recall, and without a judge those of conflicts. A value that does
// not exist under a key that does is null.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "record/plan.h"
#include "record/session_report.h"

namespace plumb {

inline constexpr std::string_view kSessionReportKind = "session-report/1";
inline constexpr std::string_view kPlansKind = "plans/1";

nlohmann::ordered_json to_json(const SessionResult& result);
nlohmann::ordered_json to_json(const SessionReport& report);

// {"plumb": ..., "meta": {...}, "plans": {id: {"plan": ..., "source": "rules" or "nli",
// "evidence": [...]}}}. Of "nli" each piece of evidence has its "checks", and "rejected" is, by
// case, what did not pass them. A case without a plan is left out of "plans".
nlohmann::ordered_json to_json(const PlanReport& report);

}  // namespace plumb
