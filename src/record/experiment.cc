#include "record/experiment.h"

#include <utility>

namespace plumb {

std::string_view name_of(AgentKind agent) {
  switch (agent) {
    case AgentKind::baseline:
      return "baseline";
    case AgentKind::intent:
      return "intent";
  }
  std::unreachable();
}

std::string_view log_name_of(AgentKind agent) {
  switch (agent) {
    case AgentKind::baseline:
      return "baseline_runs.jsonl";
    case AgentKind::intent:
      return "intent_runs.jsonl";
  }
  std::unreachable();
}

std::optional<AgentKind> agent_kind_of(std::string_view name) {
  constexpr std::string_view kSuffix = "_agent";
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  for (const AgentKind agent : kAgentKinds) {
    if (name_of(agent) == name) return agent;
  }
  return std::nullopt;
}

std::string_view task_without_run(std::string_view task_id) {
  constexpr std::string_view kMark = "_run";
  const std::size_t mark = task_id.rfind(kMark);
  if (mark == std::string_view::npos || mark == 0) return task_id;
  const std::string_view number = task_id.substr(mark + kMark.size());
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? task_id.substr(0, mark) : task_id;
}

}  // namespace plumb
