#include "experiment/rescore.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "measure/intent_drift.h"

namespace plumb {
namespace {

// The first step of each agent at each task: what its later ones are measured against.
using FirstSteps = std::map<std::pair<AgentKind, std::string_view>, const ExperimentStep*>;

FirstSteps first_steps(std::span<const ExperimentStep> steps) {
  FirstSteps first;
  for (const ExperimentStep& step : steps) {
    if (step.step == 0) first.emplace(std::pair(step.agent, std::string_view(step.task_id)), &step);
  }
  return first;
}

class Rescoring {
 public:
  Rescoring(std::span<ExperimentStep> steps, const EmbedTexts& embed)
      : steps_(steps), first_(first_steps(steps)), vectors_(embed) {}

  Result<RescoreResult> run() {
    for (const ExperimentStep& step : steps_) {
      if (!step.error) vectors_.want(step.output);
      if (step.inferred_goal) vectors_.want(*step.inferred_goal);
    }
    PLUMB_CHECK_RESULT(vectors_.embed_wanted());
    for (ExperimentStep& step : steps_) score(step);
    return std::move(result_);
  }

 private:
  void score(ExperimentStep& step) {
    const auto found = first_.find({step.agent, step.task_id});
    const ExperimentStep* first = found == first_.end() ? nullptr : found->second;
    const bool has_reference = !step.error && first != nullptr && !first->error;
    replace(
        step, step.ids,
        has_reference ? std::optional(ids(step.output, first->output, vectors_)) : std::nullopt);
    const bool has_goal = !step.error && step.inferred_goal;
    replace(
        step, step.ids_inferred_goal,
        has_goal ? std::optional(ids(step.output, *step.inferred_goal, vectors_)) : std::nullopt);
    const bool has_goals = step.inferred_goal && first != nullptr && first->inferred_goal;
    step.goal_shift =
        has_goals ? std::optional(goal_shift(*first->inferred_goal, *step.inferred_goal, vectors_))
                  : std::nullopt;
  }

  void replace(const ExperimentStep& step, std::optional<double>& logged,
               std::optional<double> again) {
    if (again && !logged) ++result_.added;
    if (again && logged) {
      const double difference = std::abs(*again - *logged);
      if (++result_.compared == 1 || difference > result_.largest_difference) {
        result_.largest_difference = difference;
        result_.largest_at =
            fmt::format("{} {} step {}", name_of(step.agent), step.task_id, step.step);
      }
    }
    logged = again;
  }

  std::span<ExperimentStep> steps_;
  FirstSteps first_;
  TextVectors vectors_;
  RescoreResult result_;
};

}  // namespace

Result<RescoreResult> rescore(std::span<ExperimentStep> steps, const EmbedTexts& embed) {
  return Rescoring(steps, embed).run();
}

}  // namespace plumb
