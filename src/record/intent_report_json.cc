#include "record/intent_report_json.h"

#include "record/document_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json farthest(const std::optional<FarthestSentence>& sentence) {
  if (!sentence) return nullptr;
  return {{"text", sentence->text},
          {"begin", sentence->begin},
          {"end", sentence->end},
          {"ids", json_number(sentence->ids)}};
}

Json policy(const IntentTask& task) {
  if (!task.policy) return nullptr;
  Json thresholds = Json::object();
  for (const auto& [name, value] : task.policy_thresholds) thresholds[name] = json_number(value);
  return {{"name", *task.policy},
          {"thresholds", std::move(thresholds)},
          {"source", task.policy_from_log ? "log" : "option"}};
}

}  // namespace

Json to_json(const IntentStep& step) {
  Json interval = nullptr;
  if (step.interval) {
    interval = {{"low", json_number(step.interval->low)},
                {"high", json_number(step.interval->high)}};
  }
  return {{"task_id", step.task_id},
          {"agent", json_or_null(step.agent)},
          {"step", step.step},
          {"ids", json_number(step.ids)},
          {"error", json_or_null(step.error)},
          {"interval", std::move(interval)},
          {"interval_kind", "sentence-jackknife"},
          {"truncated", step.truncated},
          {"sentences", step.sentences},
          {"farthest_sentence", farthest(step.farthest)},
          {"inferred_goal", json_or_null(step.inferred_goal)},
          {"intent_version", json_or_null(step.intent_version)},
          {"update_type", json_or_null(step.update_type)},
          {"similarity", json_number(step.similarity)},
          {"conflict_would_trigger", step.conflict_would_trigger},
          {"goal_truncated", step.goal_truncated}};
}

Json to_json(const IntentTask& task) {
  return {{"task_id", task.task_id},
          {"agent", json_or_null(task.agent)},
          {"steps", task.steps},
          {"mean_ids", json_number(task.mean_ids)},
          {"max_ids", json_number(task.max_ids)},
          {"max_step", json_or_null(task.max_step)},
          {"goal_shift", json_number(task.goal_shift)},
          {"initial_goal", json_or_null(task.initial_goal)},
          {"final_goal", json_or_null(task.final_goal)},
          {"policy", policy(task)},
          {"trend", json_or_null(task.trend)},
          {"change_point", json_or_null(task.change_point)}};
}

Json to_json(const IntentReport& report) {
  Json steps = Json::array();
  for (const IntentStep& step : report.steps) steps.push_back(to_json(step));
  Json tasks = Json::array();
  for (const IntentTask& task : report.tasks) tasks.push_back(to_json(task));
  return {{"plumb", kIntentKind},
          {"against", name_of(report.against)},
          {"steps", std::move(steps)},
          {"tasks", std::move(tasks)},
          {"skipped", report.skipped},
          {"warnings", report.warnings},
          {"provenance", to_json(report.provenance)}};
}

}  // namespace plumb
