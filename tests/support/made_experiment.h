// Steps of experiments for tests, from the scores alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/experiment.h"

namespace plumb::testing {

using Scores = std::vector<std::optional<double>>;

// A step for each score, from step 0 on; a step without one failed. Outputs differ from each
// other and from those of other `salt`s.
inline std::vector<ExperimentStep> made_steps(AgentKind agent, const std::string& task_id,
                                              const Scores& scores, const std::string& salt = "") {
  std::vector<ExperimentStep> steps;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ExperimentStep step;
    step.agent = agent;
    step.task_id = task_id;
    step.step = static_cast<std::int64_t>(i);
    step.prompt = "instruction " + std::to_string(i);
    step.ids = scores[i];
    if (scores[i]) {
      step.output = std::string(name_of(agent)) + " answer " + std::to_string(i) + salt;
    } else {
      step.error = "the server did not answer";
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

inline void append(std::vector<ExperimentStep>& to, std::vector<ExperimentStep> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Both agents at one task.
inline std::vector<ExperimentStep> made_pair(const std::string& task_id, const Scores& baseline,
                                             const Scores& intent, const std::string& salt = "") {
  auto steps = made_steps(AgentKind::baseline, task_id, baseline, salt);
  append(steps, made_steps(AgentKind::intent, task_id, intent, salt));
  return steps;
}

}  // namespace plumb::testing
