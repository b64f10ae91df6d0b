// What an experiment logs: one step of one agent at one task, and the run that they belong to.
//
// The names in JSON are the members' own. A log made elsewhere has the first seven (and, of an
// intent agent, those of the intent); what Plumb adds behind them may be absent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/intent.h"

namespace plumb {

enum class AgentKind { baseline, intent };
std::string_view name_of(AgentKind agent);                      // "baseline", "intent"
std::string_view log_name_of(AgentKind agent);                  // "baseline_runs.jsonl", ...
std::optional<AgentKind> agent_kind_of(std::string_view name);  // as logs spell it

struct ExperimentStep {
  AgentKind agent = AgentKind::baseline;
  std::string task_id;  // with its suffix "_run1" where a task is repeated
  std::int64_t step = 0;
  std::string prompt;         // the instruction alone
  std::string output;         // empty where the step failed
  std::optional<double> ids;  // against the output of step 0; none where a step failed
  std::string timestamp;

  // Of the intent agent: the intent in force when the step was answered. In JSON "intent"
  // is joined by intent_id, intent_version and intent_goal.
  std::optional<Intent> intent;
  std::optional<bool> conflict_would_trigger;
  std::optional<std::string> policy;                              // "guard", "follow"
  std::vector<std::pair<std::string, double>> policy_thresholds;  // ascending by name

  // Of both agents: against the goal as the instructions so far have moved it.
  std::optional<std::string> inferred_goal;
  std::optional<double> ids_inferred_goal;

  std::optional<std::string> model;
  std::optional<std::string> finish;  // "stop", "length"
  std::optional<std::uint64_t> prompt_tokens;
  std::optional<std::uint64_t> completion_tokens;
  std::optional<std::uint64_t> folded_tokens;  // of the conversation, left out to make it fit
  std::optional<std::string> error;            // why there is no output

  friend bool operator==(const ExperimentStep&, const ExperimentStep&) = default;
};

// "summarization_0" of "summarization_0_run1"; other ids as they are.
std::string_view task_without_run(std::string_view task_id);

}  // namespace plumb
