#include "record/interpretation_json.h"

#include "record/document_json.h"

namespace plumb {

namespace {

using Json = nlohmann::ordered_json;

template <class Item>
Json array_of(const std::vector<Item>& items) {
  Json array = Json::array();
  for (const Item& item : items) array.push_back(to_json(item));
  return array;
}

template <class Named>
Json name_or_null(const std::optional<Named>& value) {
  return value ? Json(name_of(*value)) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

// Flat, because the seed's columns are: baseline_mean_ids, intent_mean_ids and so on.
std::optional<double> of(const std::optional<AgentDrift>& agent,
                         std::optional<double> AgentDrift::* value) {
  return agent ? (*agent).*value : std::nullopt;
}

Json policy_of(const Interpretation& interpretation) {
  if (!interpretation.policy) return nullptr;
  Json thresholds = Json::object();
  for (const auto& [name, value] : interpretation.policy_thresholds) {
    thresholds[name] = json_number(value);
  }
  return {{"name", *interpretation.policy}, {"thresholds", std::move(thresholds)}};
}

}  // namespace

Json to_json(const StepAnswer& answer) {
  return {{"output", answer.output},
          {"ids", json_number(answer.ids)},
          {"ids_inferred_goal", json_number(answer.ids_inferred_goal)},
          {"error", json_or_null(answer.error)}};
}

Json to_json(const StepComparison& step) {
  return {{"step", step.step},
          {"prompt", step.prompt},
          {"intent_goal", json_or_null(step.intent_goal)},
          {"intent_version", json_or_null(step.intent_version)},
          {"conflict_would_trigger", json_or_null(step.conflict_would_trigger)},
          {"inferred_goal", json_or_null(step.inferred_goal)},
          {"baseline", json_or_null(step.baseline)},
          {"intent", json_or_null(step.intent)}};
}

Json to_json(const AgentDrift& agent) {
  return {{"scored_steps", agent.scored_steps},
          {"mean_ids", json_number(agent.mean_ids)},
          {"min_ids", json_number(agent.min_ids)},
          {"max_ids", json_number(agent.max_ids)},
          {"max_step", json_or_null(agent.max_step)},
          {"change_point", json_or_null(agent.change_point)},
          {"mean_ids_inferred_goal", json_number(agent.mean_ids_inferred_goal)},
          {"failed_steps", agent.failed_steps},
          {"missing_steps", agent.missing_steps}};
}

Json to_json(const TaskComparison& task) {
  return {{"task_id", task.task_id},
          {"task_type", task.task_type},
          {"baseline_mean_ids", json_number(of(task.baseline, &AgentDrift::mean_ids))},
          {"intent_mean_ids", json_number(of(task.intent, &AgentDrift::mean_ids))},
          {"baseline_max_ids", json_number(of(task.baseline, &AgentDrift::max_ids))},
          {"intent_max_ids", json_number(of(task.intent, &AgentDrift::max_ids))},
          {"delta_mean", json_number(task.delta_mean)},
          {"delta_max", json_number(task.delta_max)},
          {"winner", name_or_null(task.winner)},
          {"delta_mean_inferred_goal", json_number(task.delta_mean_inferred_goal)},
          {"goal_shift", json_number(task.goal_shift)},
          {"baseline", json_or_null(task.baseline)},
          {"intent", json_or_null(task.intent)},
          {"steps", array_of(task.steps)}};
}

Json to_json(const TaskMean& mean) {
  return {{"mean", json_number(mean.mean)},
          {"interval", json_or_null(mean.interval)},
          {"tasks", mean.tasks}};
}

Json to_json(const ScopeSummary& summary) {
  return {{"scope", summary.scope},
          {"baseline_mean_ids", json_number(summary.baseline_mean_ids)},
          {"intent_mean_ids", json_number(summary.intent_mean_ids)},
          {"intent_wins", summary.intent_wins},
          {"baseline_wins", summary.baseline_wins},
          {"total_tasks", summary.total_tasks},
          {"baseline", to_json(summary.baseline)},
          {"intent", to_json(summary.intent)},
          {"baseline_inferred_goal", to_json(summary.baseline_inferred_goal)},
          {"intent_inferred_goal", to_json(summary.intent_inferred_goal)},
          {"goal_shift", to_json(summary.goal_shift)}};
}

Json to_json(const Significance& row) {
  return {{"scope", row.scope},
          {"against", name_of(row.against)},
          {"tasks", row.tasks},
          {"runs", row.runs},
          {"identical_runs", row.identical_runs},
          {"mean_delta", json_number(row.mean_delta)},
          {"t", json_number(row.t)},
          {"t_degrees", json_number(row.t_degrees)},
          {"t_p_value", json_number(row.t_p_value)},
          {"t_interval", json_or_null(row.t_interval)},
          {"wilcoxon", json_number(row.wilcoxon)},
          {"wilcoxon_p_value", json_number(row.wilcoxon_p_value)},
          {"wilcoxon_smallest_p", json_number(row.wilcoxon_smallest_p)},
          {"wilcoxon_method", text_or_null(row.wilcoxon_method)},
          {"cohens_d", json_number(row.cohens_d)},
          {"bootstrap_interval", json_or_null(row.bootstrap_interval)},
          {"bootstrap_method", text_or_null(row.bootstrap_method)},
          {"notes", row.notes}};
}

Json to_json(const StepMeans& means) {
  return {{"step", means.step},
          {"baseline", to_json(means.baseline)},
          {"intent", to_json(means.intent)}};
}

Json to_json(const RescoreResult& rescore) {
  return {{"compared", rescore.compared},
          {"added", rescore.added},
          {"largest_difference", json_number(rescore.largest_difference)},
          {"largest_at", text_or_null(rescore.largest_at)}};
}

Json to_json(const Interpretation& interpretation) {
  Json run = Json::object();
  for (const auto& [name, value] : interpretation.run) run[name] = value;
  return {{"model", text_or_null(interpretation.model)},
          {"folder", text_or_null(interpretation.folder)},
          {"verdict", name_of(interpretation.verdict)},
          {"summary", array_of(interpretation.summary)},
          {"significance", array_of(interpretation.significance)},
          {"by_step", array_of(interpretation.by_step)},
          {"tasks", array_of(interpretation.tasks)},
          {"policy", policy_of(interpretation)},
          {"run", std::move(run)},
          {"rescore", json_or_null(interpretation.rescore)},
          {"warnings", interpretation.warnings}};
}

Json to_json(const ExperimentReport& report) {
  return {{"plumb", kExperimentKind},
          {"models", array_of(report.models)},
          {"warnings", report.warnings},
          {"provenance", to_json(report.provenance)}};
}

}  // namespace plumb
