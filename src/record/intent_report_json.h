// The document of `plumb intent --json`, kind intent/1.
//
// Doubles keep all their digits; what does not exist is null.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "record/intent_report.h"

namespace plumb {

inline constexpr std::string_view kIntentKind = "intent/1";

nlohmann::ordered_json to_json(const IntentStep& step);
nlohmann::ordered_json to_json(const IntentTask& task);
nlohmann::ordered_json to_json(const IntentReport& report);

}  // namespace plumb
