// The document of `plumb stereotype --json`, kind stereotype-report/1.
//
// Names of values are those of drift_analysis.csv and summary.csv. An entry's own members
// are under "entry". Full precision; a value that does not exist is null.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "record/stereotype_report.h"

namespace plumb {

inline constexpr std::string_view kStereotypeReportKind = "stereotype-report/1";

nlohmann::ordered_json to_json(const EvaluationEntry& entry);
// {"drift_drift_score": ..., ...}, the values alone.
nlohmann::ordered_json to_json(const StereotypeRow& row);
nlohmann::ordered_json to_json(const StereotypeSummary& summary);
nlohmann::ordered_json to_json(const StereotypeClassifier& classifier);
nlohmann::ordered_json to_json(const StereotypeReport& report);

}  // namespace plumb
