// The two agents of an experiment. They differ in what their model is told first and in what
// the log says of the intent, and in nothing else: experiment/task_run.h runs both.
#pragma once

#include <memory>
#include <string>

#include "experiment/prompts.h"
#include "measure/intent_policy.h"
#include "record/experiment.h"

namespace plumb {

class Agent {
 public:
  virtual ~Agent() = default;

  virtual AgentKind kind() const = 0;
  // For a step at which `intent` is in force.
  virtual std::string system_prompt(const Intent& intent) const = 0;
  // What the log of such a step says of it, and of how it got there.
  virtual void log_intent(const Intent& intent, const IntentMove& move,
                          ExperimentStep& step) const = 0;
};

// Follows the conversation alone.
class BaselineAgent final : public Agent {
 public:
  explicit BaselineAgent(std::string prompt) : prompt_(std::move(prompt)) {}

  AgentKind kind() const override { return AgentKind::baseline; }
  std::string system_prompt(const Intent&) const override { return prompt_; }
  void log_intent(const Intent&, const IntentMove&, ExperimentStep&) const override {}

 private:
  std::string prompt_;
};

// Sees the intent at every step.
class IntentAgent final : public Agent {
 public:
  explicit IntentAgent(AgentPrompts prompts) : prompts_(std::move(prompts)) {}

  AgentKind kind() const override { return AgentKind::intent; }
  std::string system_prompt(const Intent& intent) const override {
    return intent_prompt(prompts_, intent);
  }
  void log_intent(const Intent& intent, const IntentMove& move,
                  ExperimentStep& step) const override {
    step.intent = intent;
    step.conflict_would_trigger = move.conflict_would_trigger;
  }

 private:
  AgentPrompts prompts_;
};

inline std::unique_ptr<Agent> make_agent(AgentKind kind, const AgentPrompts& prompts) {
  switch (kind) {
    case AgentKind::baseline:
      return std::make_unique<BaselineAgent>(prompts.baseline);
    case AgentKind::intent:
      return std::make_unique<IntentAgent>(prompts);
  }
  std::unreachable();
}

}  // namespace plumb
