// One agent at one task: what every step of an experiment goes through, whichever the agent.
//
// A step has four stages. The embedder and the backend make better use of many texts and
// requests at once, so the stages of several runs go side by side:
//
//   run.want_move(vectors) ... vectors.embed_wanted()
//   run.begin_step(vectors)
//   run.request(backend) ... backend.complete(requests)
//   run.take_reply(reply); run.want_scores(vectors) ... vectors.embed_wanted()
//   run.finish_step(vectors)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "chat/backend.h"
#include "experiment/agent.h"
#include "experiment/conversation.h"
#include "experiment/experiment_plan.h"
#include "measure/intent_policy.h"
#include "measure/text_vectors.h"
#include "record/experiment.h"

namespace plumb {

// A UUID, version 5, of seed, task, agent and repeat: runs of one experiment compare.
std::string intent_id_of(std::uint64_t seed, std::string_view task, AgentKind agent,
                         std::uint32_t repeat);

class TaskRun {
 public:
  // `agent` and `experiment` must outlive the run.
  TaskRun(const Agent& agent, const Experiment& experiment, PlannedRun planned);

  const std::string& task_id() const { return planned_.task_id; }
  std::int64_t next_step() const { return next_step_; }

  // A step that an earlier process logged, the next one of this run. Fails with invalid_input
  // where it cannot be one of this experiment; the sentence says why.
  Result<void> take_logged(const ExperimentStep& step);

  void want_move(TextVectors& vectors) const;
  // Lets the policy move the intent by the step's instruction.
  void begin_step(const TextVectors& vectors);

  // The request, or why there can be none; that is then the step's reply.
  Result<ChatRequest> request(ChatBackend& backend);

  void take_reply(Result<ChatReply> reply);
  void want_scores(TextVectors& vectors) const;
  // The step as it is logged. The conversation goes on with its exchange, or, where it failed,
  // without.
  ExperimentStep finish_step(const TextVectors& vectors, std::string model);

 private:
  const Task& task() const { return experiment_.tasks[planned_.task]; }
  const std::string& instruction() const {
    return task().steps[static_cast<std::size_t>(next_step_)];
  }
  void score(const TextVectors& vectors);
  void add_exchange(const ExperimentStep& step);

  const Agent& agent_;
  const Experiment& experiment_;
  PlannedRun planned_;
  Conversation conversation_;
  Intent intent_;  // of the baseline agent only its goal is of use: the one that is inferred
  std::int64_t next_step_ = 0;
  std::optional<std::string> initial_output_;  // none before step 0, and where it failed

  // Of the step at hand.
  IntentMove move_;
  ExperimentStep step_;
};

}  // namespace plumb
