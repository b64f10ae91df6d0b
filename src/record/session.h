// A conversation of several steps with one goal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb {

// One step. The native names are session, step, prompt, response, goal; the
// experiment's log lines (task_id, step, prompt, output, ...) are read as they are.
struct SessionStep {
  std::string session;  // "session" or "task_id"
  std::int64_t step = 0;
  std::string prompt;    // the step's instruction alone
  std::string response;  // "response" or "output"
  std::optional<std::string> goal;
  std::optional<std::string> error;  // why there is no response, which is then empty

  // What an experiment's log adds; none where the line lacks it.
  std::optional<std::string> agent;
  std::optional<double> ids;
  std::optional<std::string> intent_goal;
  std::optional<std::string> policy;                              // "guard" or "follow"
  std::vector<std::pair<std::string, double>> policy_thresholds;  // ascending by name
  std::optional<bool> conflict_would_trigger;
  std::uint64_t line = 0;  // in its file, from 1

  friend bool operator==(const SessionStep&, const SessionStep&) = default;
};

}  // namespace plumb
