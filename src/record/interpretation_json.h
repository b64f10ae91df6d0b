// The document of `plumb experiment interpret --json`, kind experiment/1.
//
// Doubles keep all their digits; what does not exist is null.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "record/interpretation.h"

namespace plumb {

inline constexpr std::string_view kExperimentKind = "experiment/1";

nlohmann::ordered_json to_json(const StepAnswer& answer);
nlohmann::ordered_json to_json(const StepComparison& step);
nlohmann::ordered_json to_json(const AgentDrift& agent);
nlohmann::ordered_json to_json(const TaskComparison& task);
nlohmann::ordered_json to_json(const TaskMean& mean);
nlohmann::ordered_json to_json(const ScopeSummary& summary);
nlohmann::ordered_json to_json(const Significance& row);
nlohmann::ordered_json to_json(const StepMeans& means);
nlohmann::ordered_json to_json(const RescoreResult& rescore);
nlohmann::ordered_json to_json(const Interpretation& interpretation);
nlohmann::ordered_json to_json(const ExperimentReport& report);

}  // namespace plumb
