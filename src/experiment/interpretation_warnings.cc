#include "experiment/interpretation_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "text/utf8.h"

namespace plumb {
namespace {

using AgentMember = std::optional<AgentDrift> TaskComparison::*;

constexpr std::size_t kMostNames = 5;

// "planning_4, planning_5 and 3 more".
std::string listed(const std::vector<std::string>& names) {
  std::string out;
  const std::size_t shown = std::min(names.size(), kMostNames);
  for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (shown < names.size()) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

AgentMember member_of(AgentKind agent) {
  return agent == AgentKind::baseline ? &TaskComparison::baseline : &TaskComparison::intent;
}

void warn_of_unpaired(Interpretation& out) {
  for (const AgentKind agent : {AgentKind::baseline, AgentKind::intent}) {
    const AgentKind other = agent == AgentKind::baseline ? AgentKind::intent : AgentKind::baseline;
    std::vector<std::string> names;
    for (const TaskComparison& task : out.tasks) {
      if (task.*member_of(agent) && !(task.*member_of(other))) names.push_back(task.task_id);
    }
    if (names.empty()) continue;
    const std::string_view verb = names.size() == 1 ? "is" : "are";
    out.warnings.push_back(
        fmt::format("{} {} only in the log of the {} agent and {} not compared: {}",
                    counted(names.size(), "task"), verb, name_of(agent), verb, listed(names)));
  }
}

// Of every agent at every task: the steps that `member` lists.
std::vector<std::string> places_of(const Interpretation& from,
                                   std::vector<std::int64_t> AgentDrift::* member) {
  std::vector<std::string> places;
  for (const TaskComparison& task : from.tasks) {
    for (const AgentKind agent : {AgentKind::baseline, AgentKind::intent}) {
      const auto& drift = task.*member_of(agent);
      if (!drift) continue;
      for (const std::int64_t step : (*drift).*member) {
        places.push_back(fmt::format("{} {} step {}", name_of(agent), task.task_id, step));
      }
    }
  }
  return places;
}

void warn_of_steps(Interpretation& out) {
  if (const auto failed = places_of(out, &AgentDrift::failed_steps); !failed.empty()) {
    out.warnings.push_back(fmt::format("{} failed and count{} for no mean: {}",
                                       counted(failed.size(), "step"),
                                       failed.size() == 1 ? "s" : "", listed(failed)));
  }
  if (const auto missing = places_of(out, &AgentDrift::missing_steps); !missing.empty()) {
    out.warnings.push_back(fmt::format("{} {} missing from the logs: {}",
                                       counted(missing.size(), "step"),
                                       missing.size() == 1 ? "is" : "are", listed(missing)));
  }
}

// A blank answer has a score, which says nothing about its content.
void warn_of_blanks(Interpretation& out) {
  std::vector<std::string> places;
  for (const TaskComparison& task : out.tasks) {
    for (const StepComparison& step : task.steps) {
      for (const AgentKind agent : kAgentKinds) {
        const auto& answer = agent == AgentKind::baseline ? step.baseline : step.intent;
        if (!answer || answer->error || !is_blank(answer->output)) continue;
        places.push_back(fmt::format("{} {} step {}", name_of(agent), task.task_id, step.step));
      }
    }
  }
  if (places.empty()) return;
  out.warnings.push_back(fmt::format(
      "{} blank, which scores 0 against a blank one and 1 against any other: {}",
      counted(places.size(), "answer") + (places.size() == 1 ? " is" : " are"), listed(places)));
}

void warn_of_unscored(Interpretation& out) {
  std::vector<std::string> names;
  for (const TaskComparison& task : out.tasks) {
    if (task.baseline && task.intent && !task.winner) names.push_back(task.task_id);
  }
  if (names.empty()) return;
  out.warnings.push_back(
      fmt::format("{} no score of a step from 1 on for one agent or both, and {} not compared: {}",
                  counted(names.size(), "task") + (names.size() == 1 ? " has" : " have"),
                  names.size() == 1 ? "is" : "are", listed(names)));
}

void warn_of_identical(Interpretation& out, std::span<const TaskUnit> units) {
  std::uint64_t identical = 0;
  for (const TaskUnit& unit : units) identical += unit.identical_runs;
  if (identical == 0) return;
  out.warnings.push_back(fmt::format(
      "{} the same outputs as an earlier one of the task and count{} once with it, as "
      "repeating greedy answers adds no evidence",
      counted(identical, "run") + (identical == 1 ? " has" : " have"), identical == 1 ? "s" : ""));
}

}  // namespace

void add_warnings(Interpretation& interpretation, std::span<const TaskUnit> units) {
  warn_of_unpaired(interpretation);
  warn_of_unscored(interpretation);
  warn_of_steps(interpretation);
  warn_of_blanks(interpretation);
  warn_of_identical(interpretation, units);
}

}  // namespace plumb
