#include "measure/intent_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::string_view kJoin = " Also: ";

// The threshold of that name, where the policy has it.
double* threshold_of(IntentPolicy& policy, std::string_view name) {
  if (policy.kind == IntentPolicyKind::guard) {
    return name == "conflict_below" ? &policy.conflict_below : nullptr;
  }
  if (name == "refinement_above") return &policy.refinement_above;
  return name == "major_shift_below" ? &policy.major_shift_below : nullptr;
}

IntentMove guard(const IntentPolicy& policy, std::string_view goal, std::string_view instruction,
                 double similarity) {
  if (similarity < policy.conflict_below) return {IntentUpdate::conflict, std::nullopt, true};
  std::string extended(goal);
  extended += kJoin;
  extended += instruction;
  return {IntentUpdate::extended, std::move(extended), false};
}

IntentMove follow(const IntentPolicy& policy, std::string_view instruction, double similarity) {
  if (similarity > policy.refinement_above) return {IntentUpdate::refinement, std::nullopt, false};
  const bool far = similarity < policy.major_shift_below;
  return {far ? IntentUpdate::major_shift : IntentUpdate::high_drift_risk, std::string(instruction),
          false};
}

std::optional<double> similarity_of(std::string_view a, std::string_view b,
                                    const TextVectors& vectors) {
  if (is_blank(a) || is_blank(b)) return std::nullopt;
  return cosine(vectors.of(a), vectors.of(b));
}

// The intent of one task while its log is replayed.
class Replay {
 public:
  explicit Replay(const ReplayInput& input) : input_(input), goal_(input.initial_goal) {
    steps_.reserve(input.instructions.size());
  }

  bool done() const { return steps_.size() == input_.instructions.size(); }

  void want(TextVectors& vectors) const {
    if (done()) return;
    vectors.want(goal_);
    const auto& [step, instruction] = input_.instructions[steps_.size()];
    if (step != 0) vectors.want(instruction);
  }

  void take_step(const TextVectors& vectors) {
    if (done()) return;
    const auto& [step, instruction] = input_.instructions[steps_.size()];
    ReplayedIntent replayed;
    replayed.step = step;
    if (step != 0) {
      replayed.similarity = similarity_of(instruction, goal_, vectors);
      IntentMove move = move_intent(input_.policy, goal_, instruction, replayed.similarity);
      replayed.update = move.update;
      replayed.conflict_would_trigger = move.conflict_would_trigger;
      if (move.new_goal) {
        goal_ = *std::move(move.new_goal);
        ++version_;
      }
    }
    replayed.goal = goal_;
    replayed.version = version_;
    steps_.push_back(std::move(replayed));
  }

  std::vector<ReplayedIntent> finish(TextVectors& vectors) {
    for (ReplayedIntent& step : steps_) step.truncated = vectors.truncated(step.goal);
    return std::move(steps_);
  }

  const std::string& goal() const { return goal_; }

 private:
  const ReplayInput& input_;
  std::string goal_;
  std::int64_t version_ = 1;
  std::vector<ReplayedIntent> steps_;
};

}  // namespace

std::string_view name_of(IntentPolicyKind kind) {
  switch (kind) {
    case IntentPolicyKind::guard:
      return "guard";
    case IntentPolicyKind::follow:
      return "follow";
  }
  std::unreachable();
}

std::string_view name_of(IntentUpdate update) {
  switch (update) {
    case IntentUpdate::initial:
      return "initial";
    case IntentUpdate::unchanged:
      return "unchanged";
    case IntentUpdate::conflict:
      return "conflict";
    case IntentUpdate::extended:
      return "extended";
    case IntentUpdate::refinement:
      return "refinement";
    case IntentUpdate::high_drift_risk:
      return "high_drift_risk";
    case IntentUpdate::major_shift:
      return "major_shift";
  }
  std::unreachable();
}

PolicyThresholds thresholds_of(const IntentPolicy& policy) {
  if (policy.kind == IntentPolicyKind::guard) return {{"conflict_below", policy.conflict_below}};
  return {{"refinement_above", policy.refinement_above},
          {"major_shift_below", policy.major_shift_below}};
}

Result<IntentPolicy> read_policy(std::string_view name, const PolicyThresholds& thresholds) {
  IntentPolicy policy;
  if (name == "follow") {
    policy.kind = IntentPolicyKind::follow;
  } else if (name != "guard") {
    return fail(ErrorCode::invalid_input,
                fmt::format("the intent policy \"{}\" is not known; it is guard or follow", name));
  }
  for (const auto& [key, value] : thresholds) {
    double* threshold = threshold_of(policy, key);
    if (threshold == nullptr) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the intent policy {} has no threshold \"{}\"", name, key));
    }
    if (!(value >= -1 && value <= 1)) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the intent policy's threshold {} is {}; a cosine lies in [-1, 1]",
                              key, value));
    }
    *threshold = value;
  }
  if (policy.major_shift_below > policy.refinement_above) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the intent policy's major_shift_below ({}) lies above its "
                            "refinement_above ({})",
                            policy.major_shift_below, policy.refinement_above));
  }
  return policy;
}

IntentMove move_intent(const IntentPolicy& policy, std::string_view goal,
                       std::string_view instruction, std::optional<double> similarity) {
  if (!similarity) return {};
  switch (policy.kind) {
    case IntentPolicyKind::guard:
      return guard(policy, goal, instruction, *similarity);
    case IntentPolicyKind::follow:
      return follow(policy, instruction, *similarity);
  }
  std::unreachable();
}

Result<std::vector<std::vector<ReplayedIntent>>> intent_replays(std::span<const ReplayInput> inputs,
                                                                TextVectors& vectors) {
  std::vector<Replay> replays;
  replays.reserve(inputs.size());
  std::size_t steps = 0;
  for (const ReplayInput& input : inputs) {
    replays.emplace_back(input);
    steps = std::max(steps, input.instructions.size());
    // Instructions are known from the start: they go with the first call.
    for (const auto& [step, instruction] : input.instructions) {
      if (step != 0) vectors.want(instruction);
    }
  }
  for (std::size_t step = 0; step < steps; ++step) {
    for (const Replay& replay : replays) replay.want(vectors);
    PLUMB_CHECK_RESULT(vectors.embed_wanted());
    for (Replay& replay : replays) replay.take_step(vectors);
  }
  for (const Replay& replay : replays) vectors.want(replay.goal());
  PLUMB_CHECK_RESULT(vectors.embed_wanted());
  std::vector<std::vector<ReplayedIntent>> results;
  results.reserve(replays.size());
  for (Replay& replay : replays) results.push_back(replay.finish(vectors));
  return results;
}

Result<std::vector<ReplayedIntent>> intent_replay(const ReplayInput& input, TextVectors& vectors) {
  PLUMB_TRY(auto replays, intent_replays({&input, 1}, vectors));
  return std::move(replays.front());
}

}  // namespace plumb
