#include "setting_keys.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "whole_number.h"

namespace plumb {
namespace {

using Values = std::vector<std::string>;
using Arguments = ExperimentArguments;

bool parse_number(std::string_view text, double& out) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if (!std::isfinite(value)) return false;
  out = value;
  return true;
}

bool parse_truth(std::string_view text, bool& out) {
  if (text != "true" && text != "false" && text != "1" && text != "0") return false;
  out = text == "true" || text == "1";
  return true;
}

bool take_text(std::string_view text, std::string& out) {
  if (text.empty()) return false;
  out = text;
  return true;
}

template <class Integer>
Setting integer(SettingDescription description, Integer& (*member)(CommandContext&), Integer low,
                Integer high) {
  return {std::move(description), SettingKind::integer,
          [=](CommandContext& context, const Values& values) {
            const auto value = parse_whole_number(values.front(), low, high);
            if (value) member(context) = *value;
            return value.has_value();
          }};
}

Setting number(SettingDescription description, double& (*member)(CommandContext&)) {
  return {std::move(description), SettingKind::number,
          [=](CommandContext& context, const Values& values) {
            return parse_number(values.front(), member(context));
          }};
}

Setting truth(SettingDescription description, bool& (*member)(CommandContext&)) {
  return {std::move(description), SettingKind::truth,
          [=](CommandContext& context, const Values& values) {
            return parse_truth(values.front(), member(context));
          }};
}

// Any text, or one of `choices`.
Setting text(SettingDescription description, std::string& (*member)(CommandContext&),
             Values choices = {}) {
  return {std::move(description), SettingKind::text,
          [=](CommandContext& context, const Values& values) {
            const bool known = choices.empty() || std::ranges::count(choices, values.front()) > 0;
            return known && take_text(values.front(), member(context));
          }};
}

Setting texts(SettingDescription description, Values& (*member)(CommandContext&)) {
  return {std::move(description), SettingKind::texts,
          [=](CommandContext& context, const Values& values) {
            const bool good = !values.empty() && std::ranges::count(values, std::string()) == 0;
            if (good) member(context) = values;
            return good;
          }};
}

std::vector<Setting> shared_settings() {
  using C = CommandContext;
  return {
      text({"model", "PLUMB_MODEL", "the model's name, or its folder"},
           [](C& c) -> std::string& { return c.model; }),
      text({"precision", "PLUMB_PRECISION", "f32 or int8"},
           [](C& c) -> std::string& { return c.precision; }, {"f32", "int8"}),
      text({"instruction_set", "PLUMB_INSTRUCTION_SET", "the CPU instructions to use"},
           [](C& c) -> std::string& { return c.instruction_set; }),
      integer<int>(
          {"threads", "PLUMB_THREADS", "how many threads compute; 0 for every CPU"},
          [](C& c) -> int& { return c.threads; }, 0, 1024),
      integer<std::uint64_t>(
          {"seed", "PLUMB_SEED", "of everything random"},
          [](C& c) -> std::uint64_t& { return c.seed; }, 0, UINT64_MAX),
      integer<std::size_t>(
          {"max_line_bytes", "PLUMB_MAX_LINE_BYTES", "the longest line that is read"},
          [](C& c) -> std::size_t& { return c.max_line_bytes; }, 1, std::size_t{1} << 30),
      truth({"quiet", "PLUMB_QUIET", "true: no notes and no progress bar"},
            [](C& c) -> bool& { return c.quiet; }),
      truth({"no_color", "PLUMB_NO_COLOR", "true: plain text on terminals too"},
            [](C& c) -> bool& { return c.no_color; }),
  };
}

SettingDescription of_experiment(std::string key, std::string description) {
  std::string variable = "PLUMB_EXPERIMENT_" + key;
  std::ranges::transform(variable, variable.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return {"experiment." + key, std::move(variable), std::move(description)};
}

// The options of `plumb experiment run`, in its order; those that are for one run alone are not
// among them.
std::vector<Setting> experiment_settings() {
  using C = CommandContext;
  return {
      text(of_experiment("out", "where logs and reports go"),
           [](C& c) -> std::string& { return c.experiment.out; }),
      text(of_experiment("backend", "embedded or openai"),
           [](C& c) -> std::string& { return c.experiment.backend; }, {"embedded", "openai"}),
      texts(of_experiment("models", "a list of chat models"),
            [](C& c) -> Values& { return c.experiment.models; }),
      text(of_experiment("base_url", "openai: the server's address, up to /v1"),
           [](C& c) -> std::string& { return c.experiment.base_url; }),
      text(of_experiment("key_file", "openai: a file with the server's key"),
           [](C& c) -> std::string& { return c.experiment.key_file; }),
      text(of_experiment("key_variable", "openai: the environment variable with the server's key"),
           [](C& c) -> std::string& { return c.experiment.key_variable; }),
      truth(of_experiment("allow_http", "openai: true: speak plain http to other machines too"),
            [](C& c) -> bool& { return c.experiment.allow_http; }),
      truth(of_experiment("stream", "openai: true: have answers sent in pieces"),
            [](C& c) -> bool& { return c.experiment.stream; }),
      integer<std::uint32_t>(
          of_experiment("timeout", "openai: seconds for a whole answer"),
          [](C& c) -> std::uint32_t& { return c.experiment.timeout_seconds; }, 1, 86'400),
      integer<std::uint32_t>(
          of_experiment("context", "tokens of prompt and answer together"),
          [](C& c) -> std::uint32_t& { return c.experiment.context_tokens; }, 0, 1U << 24),
      integer<std::uint32_t>(
          of_experiment("parallel", "conversations answered side by side"),
          [](C& c) -> std::uint32_t& { return c.experiment.parallel; }, 0, 256),
      text(of_experiment("cache", "a folder that keeps replies"),
           [](C& c) -> std::string& { return c.experiment.cache; }),
      text(of_experiment("chat_instruction_set", "embedded: the CPU instructions to use"),
           [](C& c) -> std::string& { return c.experiment.chat_instruction_set; }),
      texts(of_experiment("tasks", "a list of tasks files"),
            [](C& c) -> Values& { return c.experiment.tasks; }),
      text(of_experiment("prompts", "a folder with the agents' prompts"),
           [](C& c) -> std::string& { return c.experiment.prompts; }),
      texts(of_experiment("agents", "a list of baseline and intent"),
            [](C& c) -> Values& { return c.experiment.agents; }),
      integer<std::uint32_t>(
          of_experiment("repeats", "how often each task is run"),
          [](C& c) -> std::uint32_t& { return c.experiment.repeats; }, 1, 1000),
      integer<std::uint32_t>(
          of_experiment("max_tokens", "new tokens an answer at most"),
          [](C& c) -> std::uint32_t& { return c.experiment.max_tokens; }, 1, 1U << 20),
      number(of_experiment("temperature", "0 for the likeliest token always"),
             [](C& c) -> double& { return c.experiment.temperature; }),
      number(of_experiment("top_p", "with a temperature: the share of tokens to draw of"),
             [](C& c) -> double& { return c.experiment.top_p; }),
      number(of_experiment("repetition_penalty", "1 for none"),
             [](C& c) -> double& { return c.experiment.repetition_penalty; }),
      text(of_experiment("policy", "guard or follow"),
           [](C& c) -> std::string& { return c.experiment.policy; }, {"guard", "follow"}),
      number(of_experiment("threshold", "guard: a similarity below it keeps the intent"),
             [](C& c) -> double& { return c.experiment.threshold.emplace(); }),
  };
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> both = shared_settings();
    std::ranges::move(experiment_settings(), std::back_inserter(both));
    return both;
  }();
  return all;
}

}  // namespace plumb
