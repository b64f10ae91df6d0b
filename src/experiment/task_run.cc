#include "experiment/task_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "base/uuid.h"
#include "encode/embedder.h"
#include "measure/intent_drift.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// Made once for Plumb's intents; it never changes, or runs would no longer compare.
constexpr std::string_view kIntentNamespace = "9f6c29e6-59d5-4fae-9151-81bea14c8fb1";

Intent first_intent(const Experiment& experiment, const PlannedRun& run, AgentKind agent) {
  const Task& task = experiment.tasks[run.task];
  Intent intent;
  intent.intent_id = intent_id_of(experiment.settings.sampling.seed, task.id, agent, run.repeat);
  intent.goal = task.initial_intent;
  intent.last_confirmed = utc_now();
  return intent;
}

}  // namespace

std::string intent_id_of(std::uint64_t seed, std::string_view task, AgentKind agent,
                         std::uint32_t repeat) {
  return name_uuid(kIntentNamespace, fmt::format("seed={}/task={}/agent={}/repeat={}", seed, task,
                                                 name_of(agent), repeat))
      .value();
}

TaskRun::TaskRun(const Agent& agent, const Experiment& experiment, PlannedRun planned)
    : agent_(agent),
      experiment_(experiment),
      planned_(std::move(planned)),
      conversation_(experiment.tasks[planned_.task].source_text),
      intent_(first_intent(experiment, planned_, agent.kind())) {}

Result<void> TaskRun::take_logged(const ExperimentStep& step) {
  if (step.prompt != instruction()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("step {} of task \"{}\" has another instruction than the task",
                            step.step, task_id()));
  }
  if (!step.inferred_goal || (agent_.kind() == AgentKind::intent && !step.intent)) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("step {} of task \"{}\" does not say what its goal was", step.step, task_id()));
  }
  if (step.intent) {
    PLUMB_CHECK_RESULT(check_intent(*step.intent));
    intent_ = *step.intent;
  }
  intent_.goal = *step.inferred_goal;
  add_exchange(step);
  return {};
}

void TaskRun::want_move(TextVectors& vectors) const {
  if (next_step_ == 0) return;
  vectors.want(intent_.goal);
  vectors.want(instruction());
}

void TaskRun::begin_step(const TextVectors& vectors) {
  step_ = {};
  move_ = {};
  if (next_step_ > 0) {
    if (!is_blank(intent_.goal) && !is_blank(instruction())) {
      step_.goal_similarity = cosine(vectors.of(intent_.goal), vectors.of(instruction()));
    }
    move_ = move_intent(experiment_.settings.policy, intent_.goal, instruction(),
                        step_.goal_similarity);
    if (move_.new_goal) intent_ = with_updated_goal(intent_, *move_.new_goal);
  }
  step_.agent = agent_.kind();
  step_.task_id = task_id();
  step_.step = next_step_;
  step_.prompt = instruction();
  step_.policy = name_of(experiment_.settings.policy.kind);
  step_.policy_thresholds = thresholds_of(experiment_.settings.policy);
  std::ranges::sort(step_.policy_thresholds);
  step_.inferred_goal = intent_.goal;
  agent_.log_intent(intent_, move_, step_);
}

Result<ChatRequest> TaskRun::request(ChatBackend& backend) {
  const Sampling& sampling = experiment_.settings.sampling;
  PLUMB_TRY(FoldedConversation folded,
            conversation_.ask(agent_.system_prompt(intent_), instruction(),
                              {backend.context_tokens(), sampling.max_tokens},
                              [&](std::span<const ChatMessage> messages) {
                                return backend.count_tokens(messages);
                              }));
  step_.folded_tokens = folded.folded_tokens;
  ChatRequest request;
  request.conversation = fmt::format("{}/{}", name_of(agent_.kind()), task_id());
  request.messages = std::move(folded.messages);
  request.sampling = sampling;
  request.sampling.seed += planned_.repeat;
  request.repeat = planned_.repeat;
  return request;
}

void TaskRun::take_reply(Result<ChatReply> reply) {
  if (!reply) {
    step_.error = std::move(reply.error().message);
    return;
  }
  step_.output = std::move(reply->text);
  step_.finish = name_of(reply->finish);
  if (reply->prompt_tokens != 0 || reply->completion_tokens != 0) {
    step_.prompt_tokens = reply->prompt_tokens;
    step_.completion_tokens = reply->completion_tokens;
  }
  if (next_step_ == 0) initial_output_ = step_.output;
}

void TaskRun::want_scores(TextVectors& vectors) const {
  vectors.want(task().initial_intent);
  vectors.want(intent_.goal);
  if (step_.error) return;
  vectors.want(step_.output);
  if (initial_output_) vectors.want(*initial_output_);
}

void TaskRun::score(const TextVectors& vectors) {
  step_.goal_shift = goal_shift(task().initial_intent, intent_.goal, vectors);
  step_.truncated = vectors.truncated(intent_.goal);
  if (step_.error) return;
  if (initial_output_) {
    step_.ids = ids(step_.output, *initial_output_, vectors);
    step_.truncated = *step_.truncated || vectors.truncated(*initial_output_);
  }
  step_.ids_inferred_goal = ids(step_.output, intent_.goal, vectors);
  step_.truncated = *step_.truncated || vectors.truncated(step_.output);
}

ExperimentStep TaskRun::finish_step(const TextVectors& vectors, std::string model) {
  score(vectors);
  step_.model = std::move(model);
  step_.timestamp = utc_now();
  add_exchange(step_);
  return std::move(step_);
}

void TaskRun::add_exchange(const ExperimentStep& step) {
  if (!step.error) {
    if (step.step == 0) initial_output_ = step.output;
    conversation_.add(step.prompt, step.output);
  }
  ++next_step_;
}

}  // namespace plumb
