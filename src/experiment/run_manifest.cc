#include "experiment/run_manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "base/clock.h"
#include "base/json_depth.h"
#include "base/sha256.h"
#include "record/document_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kVersion = "experiment-run/1";
constexpr const char* kStarted = "started";

std::string text_sha256(std::string_view text) {
  return sha256_hex(std::as_bytes(std::span(text)));
}

Json tasks_json(const std::vector<Task>& tasks) {
  Json all = Json::array();
  for (const Task& task : tasks) {
    const Json content = {task.id, task.source_dataset, task.initial_intent, task.source_text,
                          task.steps};
    all.push_back({{"id", task.id},
                   {"steps", task.steps.size()},
                   {"sha256", text_sha256(json_line(content))}});
  }
  return all;
}

Json settings_json(const ExperimentSettings& settings) {
  Json agents = Json::array();
  for (const AgentKind agent : settings.agents) agents.push_back(name_of(agent));
  Json thresholds = Json::object();
  for (const auto& [name, value] : thresholds_of(settings.policy)) thresholds[name] = value;
  return {{"agents", std::move(agents)},
          {"seed", settings.sampling.seed},
          {"repeats", settings.repeats},
          {"max_tokens", settings.sampling.max_tokens},
          {"temperature", settings.sampling.temperature},
          {"top_p", settings.sampling.top_p},
          {"repetition_penalty", settings.sampling.repetition_penalty},
          {"policy", name_of(settings.policy.kind)},
          {"policy_thresholds", std::move(thresholds)}};
}

Json chat_json(const ChatProvenance& chat) {
  Json details = Json::object();
  for (const auto& [name, value] : chat.details) details[name] = value;
  return {{"backend", chat.backend},
          {"model", chat.model},
          {"weights_sha256", chat.weights_sha256},
          {"server", chat.server},
          {"instruction_set", chat.instruction_set},
          {"context_tokens", chat.context_tokens},
          {"side_by_side", chat.side_by_side},
          {"details", std::move(details)}};
}

Json embedding_json(const VectorOrigin& embedding) {
  return {{"model", embedding.model},
          {"weights_sha256", embedding.weights_sha256},
          {"precision", embedding.precision},
          {"instruction_set", embedding.instruction_set},
          {"dimension", embedding.dimension}};
}

// A member in which two documents differ; nullptr where one does not have it.
struct Difference {
  std::string path;  // such as "settings.seed"
  const Json* before = nullptr;
  const Json* now = nullptr;
};

const Json* member_of(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::optional<Difference> first_difference(const Json& before, const Json& now,
                                           const std::string& path) {
  if (before.is_object() && now.is_object()) {
    for (const Json* side : {&before, &now}) {
      for (const auto& [name, value] : side->items()) {
        if (path.empty() && name == kStarted) continue;
        const std::string inner = path.empty() ? name : fmt::format("{}.{}", path, name);
        const Json* a = member_of(before, name);
        const Json* b = member_of(now, name);
        if (a == nullptr || b == nullptr) return Difference{inner, a, b};
        if (auto found = first_difference(*a, *b, inner)) return found;
      }
    }
    return std::nullopt;
  }
  if (before.is_array() && now.is_array() && before.size() == now.size()) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      auto found = first_difference(before[i], now[i], fmt::format("{}[{}]", path, i));
      if (found) return found;
    }
    return std::nullopt;
  }
  if (before == now) return std::nullopt;
  return Difference{path, &before, &now};
}

std::string shown(const Json* value) {
  if (value == nullptr) return "nothing";
  std::string text = json_line(*value);
  return text.size() <= 80 ? text : fmt::format("a list of {}", value->size());
}

Result<Json> parse_manifest(std::string_view text, std::string_view path) {
  const auto no_manifest = [&] {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is not what plumb experiment run wrote, so its run cannot go on; "
                            "start afresh without --resume",
                            path));
  };
  if (json_nests_too_deep(text)) return no_manifest();
  Json document = Json::parse(text, nullptr, false);
  if (!document.is_object() || document.value("plumb", Json()) != kVersion) return no_manifest();
  return document;
}

}  // namespace

std::string manifest_text(const Experiment& experiment, const RunDescription& description) {
  const Json document = {
      {"plumb", kVersion},
      {"plumb_version", description.plumb_version},
      {kStarted, utc_now()},
      {"settings", settings_json(experiment.settings)},
      {"chat", chat_json(description.chat)},
      {"embedding", embedding_json(description.embedding)},
      {"prompts",
       {{"agent_base_sha256", text_sha256(experiment.prompts.baseline)},
        {"agent_with_intent_sha256", text_sha256(experiment.prompts.intent_template)}}},
      {"tasks", tasks_json(experiment.tasks)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> check_same_run(std::string_view old_text, std::string_view new_text,
                            std::string_view path) {
  PLUMB_TRY(const Json old_run, parse_manifest(old_text, path));
  PLUMB_TRY(const Json new_run, parse_manifest(new_text, "the manifest of this run"));
  const auto difference = first_difference(old_run, new_run, {});
  if (!difference) return {};
  return fail(
      ErrorCode::invalid_input,
      fmt::format("{} has {} for {}, but this run has {}; go on with the same, or start "
                  "afresh without --resume",
                  path, shown(difference->before), difference->path, shown(difference->now)));
}

}  // namespace plumb
