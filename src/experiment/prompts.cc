#include "experiment/prompts.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "experiment/shipped_files.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr const char* kBaselineFile = "agent_base.txt";
constexpr const char* kIntentFile = "agent_with_intent.txt";
constexpr std::size_t kMaxPromptBytes = 1024 * 1024;

std::string without_trailing_space(std::string text) {
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::size_t count_placeholders(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(kIntentPlaceholder); at != std::string_view::npos;
       at = text.find(kIntentPlaceholder, at + kIntentPlaceholder.size())) {
    ++count;
  }
  return count;
}

Result<std::string> read_prompt(const std::string& path) {
  PLUMB_TRY(std::string text, read_file(path, kMaxPromptBytes));
  const bool is_text = replace_invalid_utf8(text) == text && text.find('\0') == std::string::npos;
  if (!is_text) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is no text: it holds bytes that are not UTF-8, or NUL", path));
  }
  return without_trailing_space(std::move(text));
}

Result<void> check_placeholders(const AgentPrompts& prompts, const std::string& baseline_path,
                                const std::string& intent_path) {
  if (count_placeholders(prompts.baseline) != 0) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} holds {}, but the baseline agent has no intent; take it out",
                            baseline_path, kIntentPlaceholder));
  }
  if (const std::size_t count = count_placeholders(prompts.intent_template); count != 1) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("{} holds {} {}; put it once, where the intent is to stand", intent_path,
                    kIntentPlaceholder, count == 0 ? "nowhere" : fmt::format("{} times", count)));
  }
  return {};
}

}  // namespace

Result<AgentPrompts> load_prompts(const std::optional<std::string>& folder) {
  AgentPrompts prompts;
  if (!folder) {
    prompts.baseline = without_trailing_space(std::string(shipped_file(kBaselineFile)));
    prompts.intent_template = without_trailing_space(std::string(shipped_file(kIntentFile)));
    return prompts;
  }
  const std::string baseline_path = std::filesystem::path(*folder) / kBaselineFile;
  const std::string intent_path = std::filesystem::path(*folder) / kIntentFile;
  PLUMB_TRY(prompts.baseline, read_prompt(baseline_path));
  PLUMB_TRY(prompts.intent_template, read_prompt(intent_path));
  PLUMB_CHECK_RESULT(check_placeholders(prompts, baseline_path, intent_path));
  return prompts;
}

std::string intent_prompt(const AgentPrompts& prompts, const Intent& intent) {
  std::string prompt = prompts.intent_template;
  return prompt.replace(prompt.find(kIntentPlaceholder), kIntentPlaceholder.size(),
                        to_prompt_block(intent));
}

}  // namespace plumb
