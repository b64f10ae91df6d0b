// Intent drift: how far each output of a session has moved from where it began, or
// from what was asked.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "measure/intent_policy.h"
#include "measure/text_vectors.h"
#include "record/intent_report.h"
#include "record/session.h"

namespace plumb {

// clamp(1 - clamp(cosine, -1, 1), 0, 1).
double drift_of(double cosine);

// The Intent Drift Score of an output against its reference, in [0, 1]: both blank
// 0, one blank 1, else drift_of the cosine of their vectors; equal texts are exactly
// 0. Texts that are not blank must be embedded in `vectors`.
double ids(std::string_view output, std::string_view reference, const TextVectors& vectors);

// The same, embedding the two. Fails as `embed` does.
Result<double> ids(std::string_view output, std::string_view reference, const EmbedTexts& embed);

// How far the goal itself moved: the same function of the first and the last goal.
double goal_shift(std::string_view initial_goal, std::string_view final_goal,
                  const TextVectors& vectors);

struct IntentOptions {
  IntentReference against = IntentReference::initial_output;
  // Where the log records none; a log's own policy is always used.
  IntentPolicy policy{.kind = IntentPolicyKind::follow};
  // The goal a task starts with: by task id, else `goal`, else the log's own
  // (intent_goal or goal at step 0).
  std::map<std::string, std::string, std::less<>> task_goals;
  std::optional<std::string> goal;
  // Ranges and farthest sentences: about two more texts to embed a sentence.
  bool sentences = true;
  std::uint64_t seed = 42;  // of the change point's p-value
};

// Measures every step of a log, whose tasks may be mixed and steps in any order.
//
// A step that failed moves the goal by its instruction, and has no score. A task whose
// step 0 is missing or failed has no initial output: its scores are none. A warning tells
// of both. Fails with invalid_input where a task has one step twice, where
// it records a policy that cannot be read or two of them, and, against
// inferred-goal, where no initial goal is known; and as `embed` does.
//
// Cost: one embedding a distinct text, in one call for outputs and instructions, one
// for every step that extends goals, and one for each 16,384 texts made of sentences.
Result<IntentReport> measure_intent(std::span<const SessionStep> steps,
                                    const IntentOptions& options, const EmbedTexts& embed);

}  // namespace plumb
