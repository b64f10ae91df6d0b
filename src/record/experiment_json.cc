#include "record/experiment_json.h"

#include <cmath>

#include "record/document_json.h"
#include "record/intent_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

// A log made elsewhere may hold any number; one that has no decimals left stays as it is.
Json four_decimals(std::optional<double> value) {
  if (!value || std::abs(*value) > 1e9) return json_number(value);
  return json_number(std::round(*value * 1e4) / 1e4);
}

template <class Value>
void put(Json& json, const char* name, const std::optional<Value>& value) {
  if (value) json[name] = *value;
}

void put_score(Json& json, const char* name, std::optional<double> score) {
  if (score) json[name] = four_decimals(score);
}

void put_intent(Json& json, const Intent& intent) {
  json["intent"] = intent_to_json(intent);
  json["intent_id"] = intent.intent_id;
  json["intent_version"] = intent.version;
  json["intent_goal"] = intent.goal;
}

void put_policy(Json& json, const ExperimentStep& step) {
  put(json, "policy", step.policy);
  if (step.policy_thresholds.empty()) return;
  Json& thresholds = json["policy_thresholds"] = Json::object();
  for (const auto& [name, value] : step.policy_thresholds) thresholds[name] = json_number(value);
}

Json to_json(const ExperimentStep& step) {
  Json json = {{"agent", name_of(step.agent)}, {"task_id", step.task_id}, {"step", step.step}};
  if (step.intent) put_intent(json, *step.intent);
  json["prompt"] = step.prompt;
  json["output"] = step.error ? Json(nullptr) : Json(step.output);
  json["ids"] = four_decimals(step.ids);
  if (!step.timestamp.empty()) json["timestamp"] = step.timestamp;
  put(json, "conflict_would_trigger", step.conflict_would_trigger);
  put_policy(json, step);
  put_score(json, "goal_similarity", step.goal_similarity);
  put(json, "inferred_goal", step.inferred_goal);
  put_score(json, "ids_inferred_goal", step.ids_inferred_goal);
  put_score(json, "goal_shift", step.goal_shift);
  put(json, "truncated", step.truncated);
  put(json, "model", step.model);
  put(json, "finish", step.finish);
  put(json, "prompt_tokens", step.prompt_tokens);
  put(json, "completion_tokens", step.completion_tokens);
  put(json, "folded_tokens", step.folded_tokens);
  put(json, "error", step.error);
  return json;
}

}  // namespace

void append_json_line(std::string& out, const ExperimentStep& step) {
  out += json_line(to_json(step));
  out += '\n';
}

}  // namespace plumb
