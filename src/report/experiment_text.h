// Words and numbers that the documents of an experiment share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/interpretation.h"
#include "report/short_text.h"

namespace plumb {

struct VerdictWords {
  std::string headline;  // "The intent agent drifts less"
  std::string evidence;  // by how much and how sure, a sentence
};
VerdictWords verdict_words(const Interpretation& of);

// "SmolLM2-135M-Instruct", else the folder, else "the model".
std::string model_name(const Interpretation& of);
// The same beside the report's other models: with the folder behind it where another one has
// the same name, such as one model with two settings.
std::string model_label(const ExperimentReport& report, const Interpretation& of);
// "Intent drift of two agents: SmolLM2-135M-Instruct, 8 tasks".
std::string experiment_title(const ExperimentReport& report);

std::string winner_text(const TaskComparison& task);  // "intent", "-"

// One agent's value; none where the agent is.
std::optional<double> value_of(const std::optional<AgentDrift>& agent,
                               std::optional<double> AgentDrift::* value);

// What the tests cannot say, each once however many scopes it is true of: "summarization,
// planning". Where it is true of one definition alone, that is named: "planning
// (inferred-goal)".
struct SignificanceNote {
  std::string scopes;  // harmless on a terminal, like a short_name
  std::string note;    // a sentence
};
// `only`: of the rows of one definition, which needs no name then.
std::vector<SignificanceNote> significance_notes(const Interpretation& of,
                                                 std::optional<IntentReference> only = {});

// Where an agent is farthest, and where its level changed: "step 5 (0.8123), turned at step 3
// (p = 0.0210)"; "nowhere" where no step differs from step 0, "-" where nothing is known.
std::string drifted_at(const std::optional<AgentDrift>& agent);

// Whether any task has scores against the inferred goal.
bool has_inferred_goal(const Interpretation& of);

}  // namespace plumb
