// One line of an experiment's log as a record.
#pragma once

#include <expected>
#include <optional>
#include <string_view>

#include "ingest/json_line.h"
#include "record/experiment.h"

namespace plumb {

struct ExperimentLineProblem {
  JsonProblem problem;
  bool is_json = false;  // the line is whole, but it is no step
};

// Members that no log names are checked as JSON and otherwise ignored; null is the same as
// absent. One thread at a time.
class ExperimentLineParser {
 public:
  // Where a line names no agent, it is `agent`'s; one of another agent is bad. None: a line
  // must name its agent.
  explicit ExperimentLineParser(std::optional<AgentKind> agent = std::nullopt);

  // All but `line`.
  std::expected<ExperimentStep, ExperimentLineProblem> read(std::string_view line);

 private:
  using Done = std::expected<void, JsonProblem>;

  Done fill(ExperimentStep& out) const;
  Done read_agent(ExperimentStep& out) const;
  Done read_task_id(ExperimentStep& out) const;
  Done read_output(ExperimentStep& out) const;
  Done read_intent(ExperimentStep& out) const;
  Done read_thresholds(ExperimentStep& out) const;
  Done read_texts(std::string_view path, std::vector<std::string>& out) const;

  // Each leaves `out` as it is where the member is absent.
  Done read_text(std::string_view path, std::string& out) const;
  template <class Number>
  Done read_whole(std::string_view path, Number& out, Number least, std::string_view wanted) const;
  Done read_number(std::string_view path, double& out) const;
  Done read_flag(std::string_view path, bool& out) const;

  Done read_optional(std::string_view path, std::optional<std::string>& out) const;
  Done read_optional(std::string_view path, std::optional<double>& out) const;
  Done read_optional(std::string_view path, std::optional<bool>& out) const;
  Done read_optional(std::string_view path, std::optional<std::uint64_t>& out) const;

  const JsonNode* given(std::string_view path) const;  // nullptr where absent or null

  std::optional<AgentKind> agent_;
  JsonLineParser line_;
};

}  // namespace plumb
