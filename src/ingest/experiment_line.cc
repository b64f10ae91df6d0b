#include "ingest/experiment_line.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "ingest/execution_fields.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Done = std::expected<void, JsonProblem>;

template <class Number>
std::optional<Number> number_of(const JsonNode& node) {
  Number value{};
  const char* const end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, value);
  if (!node.is(JsonKind::number) || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::unexpected<JsonProblem> missing(std::string_view name) {
  return std::unexpected(
      JsonProblem{1, fmt::format("there is no \"{}\", which every step needs", name)});
}

}  // namespace

ExperimentLineParser::ExperimentLineParser(std::optional<AgentKind> agent)
    : agent_(agent),
      line_({.paths = {"agent",
                       "task_id",
                       "step",
                       "prompt",
                       "output",
                       "ids",
                       "timestamp",
                       "intent",
                       "intent_id",
                       "intent_version",
                       "intent_goal",
                       "conflict_would_trigger",
                       "policy",
                       "policy_thresholds",
                       "goal_similarity",
                       "inferred_goal",
                       "ids_inferred_goal",
                       "goal_shift",
                       "truncated",
                       "model",
                       "finish",
                       "prompt_tokens",
                       "completion_tokens",
                       "folded_tokens",
                       "error"},
             .depth = 3}) {}

std::expected<ExperimentStep, ExperimentLineProblem> ExperimentLineParser::read(
    std::string_view line) {
  if (Done parsed = line_.parse(line); !parsed) {
    return std::unexpected(ExperimentLineProblem{std::move(parsed.error()), false});
  }
  ExperimentStep step;
  if (Done filled = fill(step); !filled) {
    return std::unexpected(ExperimentLineProblem{std::move(filled.error()), true});
  }
  return step;
}

Done ExperimentLineParser::fill(ExperimentStep& out) const {
  if (given("step") == nullptr) return missing("step");
  Done done = read_agent(out);
  if (done) done = read_task_id(out);
  if (done) done = read_whole<std::int64_t>("step", out.step, 0, "a whole number from 0");
  if (done) done = read_text("prompt", out.prompt);
  if (done) done = read_optional("error", out.error);
  if (done) done = read_output(out);
  if (done) done = read_optional("ids", out.ids);
  if (done) done = read_text("timestamp", out.timestamp);
  if (done) done = read_intent(out);
  if (done) done = read_optional("conflict_would_trigger", out.conflict_would_trigger);
  if (done) done = read_optional("policy", out.policy);
  if (done) done = read_thresholds(out);
  if (done) done = read_optional("goal_similarity", out.goal_similarity);
  if (done) done = read_optional("inferred_goal", out.inferred_goal);
  if (done) done = read_optional("ids_inferred_goal", out.ids_inferred_goal);
  if (done) done = read_optional("goal_shift", out.goal_shift);
  if (done) done = read_optional("truncated", out.truncated);
  if (done) done = read_optional("model", out.model);
  if (done) done = read_optional("finish", out.finish);
  if (done) done = read_optional("prompt_tokens", out.prompt_tokens);
  if (done) done = read_optional("completion_tokens", out.completion_tokens);
  if (done) done = read_optional("folded_tokens", out.folded_tokens);
  return done;
}

const JsonNode* ExperimentLineParser::given(std::string_view path) const {
  const JsonNode* node = line_.find(path);
  return node != nullptr && node->is(JsonKind::null) ? nullptr : node;
}

Done ExperimentLineParser::read_agent(ExperimentStep& out) const {
  const JsonNode* node = given("agent");
  if (node == nullptr && !agent_) return missing("agent");
  if (node == nullptr) {
    out.agent = *agent_;
    return {};
  }
  const auto agent = node->is(JsonKind::string) ? agent_kind_of(node->text) : std::nullopt;
  if (!agent) {
    return std::unexpected(wrong_type(line_, *node, "agent", "\"baseline\" or \"intent\""));
  }
  if (agent_ && *agent != *agent_) {
    return std::unexpected(line_.problem(
        *node, fmt::format("the step is the {} agent's, but this is the log of the {} agent",
                           name_of(*agent), name_of(*agent_))));
  }
  out.agent = *agent;
  return {};
}

Done ExperimentLineParser::read_task_id(ExperimentStep& out) const {
  const JsonNode* node = given("task_id");
  if (node == nullptr) return missing("task_id");
  if (!node->is(JsonKind::string) && !number_of<std::int64_t>(*node)) {
    return std::unexpected(wrong_type(line_, *node, "task_id", "text or a whole number"));
  }
  if (is_blank(node->text)) return std::unexpected(line_.problem(*node, "\"task_id\" is blank"));
  out.task_id = node->text;
  return {};
}

Done ExperimentLineParser::read_output(ExperimentStep& out) const {
  if (given("output") == nullptr && !out.error) return missing("output");
  return read_text("output", out.output);
}

// A log made elsewhere need not keep the rules of an Intent, such as a time in UTC, so that
// only types are checked here.
Done ExperimentLineParser::read_intent(ExperimentStep& out) const {
  const JsonNode* node = given("intent");
  if (node != nullptr && !node->is(JsonKind::object)) {
    return std::unexpected(wrong_type(line_, *node, "intent", "an object"));
  }
  if (node == nullptr && given("intent_goal") == nullptr) return {};
  Intent intent;
  const auto read_version = [&](std::string_view path) {
    return read_whole<std::int64_t>(path, intent.version, 1, "a whole number from 1");
  };
  // What stands beside the intent is said by it again, and the intent itself wins.
  Done done = read_text("intent_id", intent.intent_id);
  if (done) done = read_text("intent_goal", intent.goal);
  if (done) done = read_version("intent_version");
  if (done) done = read_text("intent.intent_id", intent.intent_id);
  if (done) done = read_text("intent.goal", intent.goal);
  if (done) done = read_version("intent.version");
  if (done) done = read_texts("intent.constraints", intent.constraints);
  if (done) done = read_texts("intent.success_criteria", intent.success_criteria);
  if (done) done = read_texts("intent.assumptions", intent.assumptions);
  if (done) done = read_number("intent.confidence", intent.confidence);
  if (done) done = read_text("intent.last_confirmed", intent.last_confirmed);
  if (done) out.intent = std::move(intent);
  return done;
}

Done ExperimentLineParser::read_thresholds(ExperimentStep& out) const {
  const JsonNode* node = given("policy_thresholds");
  if (node == nullptr) return {};
  if (!node->is(JsonKind::object)) {
    return std::unexpected(wrong_type(line_, *node, "policy_thresholds", "an object of numbers"));
  }
  for (const JsonNode* member : last_members(line_, *node)) {
    const auto value = number_of<double>(*member);
    if (!value || !std::isfinite(*value)) {
      return std::unexpected(wrong_type(line_, *member,
                                        fmt::format("policy_thresholds.{}", shown(member->key)),
                                        "a finite number"));
    }
    out.policy_thresholds.emplace_back(member->key, *value);
  }
  return {};
}

Done ExperimentLineParser::read_texts(std::string_view path, std::vector<std::string>& out) const {
  const JsonNode* node = given(path);
  if (node == nullptr) return {};
  bool all_texts = node->is(JsonKind::array);
  if (all_texts) {
    line_.for_each_child(*node, [&](const JsonNode& item) {
      all_texts = item.is(JsonKind::string);
      if (all_texts) out.emplace_back(item.text);
      return all_texts;
    });
  }
  if (all_texts) return {};
  return std::unexpected(wrong_type(line_, *node, path, "a list of texts"));
}

Done ExperimentLineParser::read_text(std::string_view path, std::string& out) const {
  const JsonNode* node = given(path);
  if (node == nullptr) return {};
  if (!node->is(JsonKind::string)) return std::unexpected(wrong_type(line_, *node, path, "text"));
  out = node->text;
  return {};
}

template <class Number>
Done ExperimentLineParser::read_whole(std::string_view path, Number& out, Number least,
                                      std::string_view wanted) const {
  const JsonNode* node = given(path);
  if (node == nullptr) return {};
  const auto value = number_of<Number>(*node);
  if (!value || *value < least) return std::unexpected(wrong_type(line_, *node, path, wanted));
  out = *value;
  return {};
}

Done ExperimentLineParser::read_number(std::string_view path, double& out) const {
  const JsonNode* node = given(path);
  if (node == nullptr) return {};
  const auto value = number_of<double>(*node);
  if (!value || !std::isfinite(*value)) {
    return std::unexpected(wrong_type(line_, *node, path, "a finite number"));
  }
  out = *value;
  return {};
}

Done ExperimentLineParser::read_flag(std::string_view path, bool& out) const {
  const JsonNode* node = given(path);
  if (node == nullptr) return {};
  if (!node->is(JsonKind::boolean)) {
    return std::unexpected(wrong_type(line_, *node, path, "true or false"));
  }
  out = node->text == "true";
  return {};
}

Done ExperimentLineParser::read_optional(std::string_view path,
                                         std::optional<std::string>& out) const {
  return given(path) == nullptr ? Done() : read_text(path, out.emplace());
}

Done ExperimentLineParser::read_optional(std::string_view path, std::optional<double>& out) const {
  return given(path) == nullptr ? Done() : read_number(path, out.emplace());
}

Done ExperimentLineParser::read_optional(std::string_view path, std::optional<bool>& out) const {
  return given(path) == nullptr ? Done() : read_flag(path, out.emplace());
}

Done ExperimentLineParser::read_optional(std::string_view path,
                                         std::optional<std::uint64_t>& out) const {
  if (given(path) == nullptr) return {};
  return read_whole<std::uint64_t>(path, out.emplace(), 0, "a whole number from 0");
}

}  // namespace plumb
