#include "experiment_dry_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "record/document_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const PlannedCost& cost) {
  return {{"agent", name_of(cost.agent)},
          {"steps", cost.steps},
          {"prompt_tokens", cost.prompt_tokens},
          {"new_prompt_tokens", cost.new_prompt_tokens},
          {"completion_tokens", cost.completion_tokens},
          {"longest_prompt", cost.longest_prompt}};
}

Json to_json(const ModelPlan& plan) {
  Json agents = Json::array();
  for (const PlannedCost& cost : plan.costs) agents.push_back(to_json(cost));
  return {{"model", plan.chat.model},
          {"backend", plan.chat.backend},
          {"folder", plan.folder},
          {"context_tokens", plan.chat.context_tokens},
          {"side_by_side", plan.chat.side_by_side},
          {"agents", std::move(agents)}};
}

std::string table_row(const PlannedCost& cost) {
  return fmt::format("  {:<10}{:>7}{:>16}{:>14}{:>17}{:>16}\n", name_of(cost.agent), cost.steps,
                     cost.prompt_tokens, cost.new_prompt_tokens, cost.completion_tokens,
                     cost.longest_prompt);
}

}  // namespace

std::string plan_text(const Experiment& experiment, const std::vector<ModelPlan>& plans) {
  const ExperimentSettings& settings = experiment.settings;
  std::string text = fmt::format(
      "{} tasks, {} repeat{}, at most {} tokens an answer, seed {}, policy {}\n",
      experiment.tasks.size(), settings.repeats, settings.repeats == 1 ? "" : "s",
      settings.sampling.max_tokens, settings.sampling.seed, name_of(settings.policy.kind));
  for (const ModelPlan& plan : plans) {
    text += fmt::format("\n{} ({}), context {} tokens, {} side by side, logs in {}\n",
                        plan.chat.model, plan.chat.backend, plan.chat.context_tokens,
                        plan.chat.side_by_side, plan.folder);
    text += fmt::format("  {:<10}{:>7}{:>16}{:>14}{:>17}{:>16}\n", "agent", "steps",
                        "prompt tokens", "of them new", "answers at most", "longest prompt");
    for (const PlannedCost& cost : plan.costs) text += table_row(cost);
  }
  return text;
}

std::string plan_json(const Experiment& experiment, const std::vector<ModelPlan>& plans) {
  Json tasks = Json::array();
  for (const Task& task : experiment.tasks) tasks.push_back(task.id);
  Json models = Json::array();
  for (const ModelPlan& plan : plans) models.push_back(to_json(plan));
  return json_line({{"plumb", "experiment-plan/1"},
                    {"tasks", std::move(tasks)},
                    {"repeats", experiment.settings.repeats},
                    {"max_tokens", experiment.settings.sampling.max_tokens},
                    {"seed", experiment.settings.sampling.seed},
                    {"policy", name_of(experiment.settings.policy.kind)},
                    {"models", std::move(models)}});
}

}  // namespace plumb
