// How an instruction moves an intent. The live agent and the replay of its log call
// the same two functions, so they cannot disagree.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "measure/text_vectors.h"

namespace plumb {

enum class IntentPolicyKind {
  guard,   // an instruction far from the goal does not move it; others are added to it
  follow,  // an instruction away from the goal replaces it
};
std::string_view name_of(IntentPolicyKind kind);

struct IntentPolicy {
  IntentPolicyKind kind = IntentPolicyKind::guard;
  // guard: a similarity below it keeps the intent and would trigger a conflict.
  double conflict_below = 0.5;
  // follow: above it the instruction refines the goal, which stays.
  double refinement_above = 0.8;
  // follow: below it the instruction is a major shift; between the two, a risk.
  double major_shift_below = 0.6;

  friend bool operator==(const IntentPolicy&, const IntentPolicy&) = default;
};

using PolicyThresholds = std::vector<std::pair<std::string, double>>;

// The thresholds that are in force, under their names in logs and results:
// conflict_below, or refinement_above and major_shift_below.
PolicyThresholds thresholds_of(const IntentPolicy& policy);

// A policy as a log spells it; a threshold that it does not name has its default.
// Fails with invalid_input on an unknown name, a threshold that is not the
// policy's or lies outside of [-1, 1], or thresholds that cross.
Result<IntentPolicy> read_policy(std::string_view name, const PolicyThresholds& thresholds);

enum class IntentUpdate {
  initial,          // step 0: never moves the intent
  unchanged,        // the instruction or the goal is blank
  conflict,         // guard: too far, kept
  extended,         // guard: added to the goal
  refinement,       // follow: near, kept
  high_drift_risk,  // follow: between, replaced
  major_shift,      // follow: far, replaced
};
std::string_view name_of(IntentUpdate update);

struct IntentMove {
  IntentUpdate update = IntentUpdate::unchanged;
  std::optional<std::string> new_goal;  // none: the goal stays
  bool conflict_would_trigger = false;
};

// What the policy makes of an instruction whose cosine with the goal is
// `similarity`; none where either is blank, which keeps the goal. At a threshold
// itself, neither "above" nor "below" holds.
IntentMove move_intent(const IntentPolicy& policy, std::string_view goal,
                       std::string_view instruction, std::optional<double> similarity);

// The intent as it stood when a step was answered.
struct ReplayedIntent {
  std::int64_t step = 0;
  std::string goal;
  std::int64_t version = 1;
  IntentUpdate update = IntentUpdate::initial;
  std::optional<double> similarity;  // of the instruction and the goal before it
  bool conflict_would_trigger = false;
  bool truncated = false;  // the goal is longer than the model reads
};

struct ReplayInput {
  std::string initial_goal;
  IntentPolicy policy;
  std::vector<std::pair<std::int64_t, std::string_view>> instructions;  // step, ascending; text
};

// Every step of one task. Embeds as it goes: a goal that was extended is a new text. Fails as the
// embedder does.
Result<std::vector<ReplayedIntent>> intent_replay(const ReplayInput& input, TextVectors& vectors);

// Many tasks at once, the k-th step of all in one call of the embedder.
Result<std::vector<std::vector<ReplayedIntent>>> intent_replays(std::span<const ReplayInput> inputs,
                                                                TextVectors& vectors);

}  // namespace plumb
