#include "experiment/run_manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
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

// Where the two differ first, by a path such as "settings.seed"; empty where they do not.
std::string first_difference(const Json& a, const Json& b, const std::string& path) {
  const auto below = [&](std::string_view name) {
    return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
  };
  if (a.is_object() && b.is_object()) {
    for (const auto* side : {&a, &b}) {
      for (const auto& [name, value] : side->items()) {
        if (path.empty() && name == kStarted) continue;
        if (!a.contains(name) || !b.contains(name)) return below(name);
        std::string inner = first_difference(a[name], b[name], below(name));
        if (!inner.empty()) return inner;
      }
    }
    return {};
  }
  if (a.is_array() && b.is_array() && a.size() == b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::string inner = first_difference(a[i], b[i], fmt::format("{}[{}]", path, i));
      if (!inner.empty()) return inner;
    }
    return {};
  }
  return a == b ? std::string() : path;
}

// The value at a path that first_difference gave, for a sentence.
std::string shown_at(const Json& document, std::string_view path) {
  const Json* value = &document;
  while (!path.empty() && value->is_structured()) {
    const std::size_t end = std::min(path.find_first_of(".[", 1), path.size());
    const std::string_view name = path.substr(0, end);
    path.remove_prefix(end);
    if (path.starts_with('.')) path.remove_prefix(1);
    const Json* next = nullptr;
    if (name.starts_with('[')) {
      const auto index = static_cast<std::size_t>(std::stoul(std::string(name.substr(1))));
      if (value->is_array() && index < value->size()) next = &(*value)[index];
    } else if (value->is_object() && value->contains(name)) {
      next = &(*value)[std::string(name)];
    }
    if (next == nullptr) return "nothing";
    value = next;
  }
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
  const std::string field = first_difference(old_run, new_run, {});
  if (field.empty()) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{} has {} for {}, but this run has {}; go on with the same, or start "
                          "afresh without --resume",
                          path, shown_at(old_run, field), field, shown_at(new_run, field)));
}

}  // namespace plumb
