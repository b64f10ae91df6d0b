// What an experiment logs: one step of one agent at one task.
//
// The names in JSON are the members' own. A log made elsewhere has the first seven (and, of an
// intent agent, those of the intent); what Plumb adds behind them may be absent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/intent.h"

namespace plumb {

enum class AgentKind { baseline, intent };
inline constexpr std::array kAgentKinds = {AgentKind::baseline, AgentKind::intent};

std::string_view name_of(AgentKind agent);      // "baseline", "intent"
std::string_view log_name_of(AgentKind agent);  // "baseline_runs.jsonl", "intent_runs.jsonl"
// As logs spell it: the name, or the name and "_agent".
std::optional<AgentKind> agent_kind_of(std::string_view name);

struct ExperimentStep {
  AgentKind agent = AgentKind::baseline;
  std::string task_id;  // with its suffix "_run1" where a task is repeated
  std::int64_t step = 0;
  std::string prompt;         // the instruction alone
  std::string output;         // empty where the step failed; null in JSON
  std::optional<double> ids;  // against the output of step 0; none where either step failed
  std::string timestamp;      // empty where a log has none

  // Of the intent agent: the intent in force when the step was answered. In JSON "intent"
  // is joined by intent_id, intent_version and intent_goal.
  std::optional<Intent> intent;
  std::optional<bool> conflict_would_trigger;

  // Of both agents: how the instructions so far have moved the goal, and how far the output
  // is from that.
  std::optional<std::string> policy;                              // "guard", "follow"
  std::vector<std::pair<std::string, double>> policy_thresholds;  // ascending by name
  std::optional<double> goal_similarity;  // of the instruction and the goal before it
  std::optional<std::string> inferred_goal;
  std::optional<double> ids_inferred_goal;
  std::optional<double> goal_shift;  // ids(the first inferred goal, this one); 0 at step 0
  // Whether a text behind the two scores is longer than the embedding model reads.
  std::optional<bool> truncated;

  std::optional<std::string> model;
  std::optional<std::string> finish;  // "stop", "length"
  std::optional<std::uint64_t> prompt_tokens;
  std::optional<std::uint64_t> completion_tokens;
  std::optional<std::uint64_t> folded_tokens;  // of the conversation, left out to make it fit
  std::optional<std::string> error;            // why there is no output

  std::uint64_t line = 0;  // in its file, from 1; not part of JSON

  friend bool operator==(const ExperimentStep&, const ExperimentStep&) = default;
};

// "summarization_0" of "summarization_0_run1"; other ids as they are.
std::string_view task_without_run(std::string_view task_id);

}  // namespace plumb
