#include "chat_template.h"

#include <fmt/format.h>
#include <jinja/lexer.h>
#include <jinja/parser.h>
#include <jinja/runtime.h>
#include <json.h>

#include <exception>
#include <utility>
#include <vector>

#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::time_t kTemplateDate = 1'721'995'200;  // 2024-07-26, noon, UTC

// The engine's errors quote the source over several lines; the first says it.
std::unexpected<Error> unsupported(const std::exception& error) {
  std::string what = replace_invalid_utf8(error.what());
  what.erase(std::min(what.find('\n'), what.size()));
  return fail(ErrorCode::unsupported,
              fmt::format("the model's chat template cannot be used: {}", what));
}

std::vector<ChatMessage> without_system(std::span<const ChatMessage> messages) {
  std::vector<ChatMessage> merged;
  std::string preface;
  for (const ChatMessage& message : messages) {
    if (message.role == ChatRole::system) {
      preface += message.content + "\n\n";
      continue;
    }
    merged.push_back(message);
    if (message.role == ChatRole::user) {
      merged.back().content.insert(0, std::exchange(preface, ""));
    }
  }
  return merged;
}

}  // namespace

struct ChatTemplate::State {
  std::string source;
  std::string begin_token;
  std::string end_token;
  mutable jinja::program program;  // its execution is not const, and changes nothing
};

ChatTemplate::ChatTemplate(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChatTemplate::ChatTemplate(ChatTemplate&&) noexcept = default;
ChatTemplate& ChatTemplate::operator=(ChatTemplate&&) noexcept = default;
ChatTemplate::~ChatTemplate() = default;

Result<ChatTemplate> ChatTemplate::parse(const std::string& source, std::string begin_token,
                                         std::string end_token) {
  try {
    jinja::lexer lexer;
    const auto tokens = lexer.tokenize(source);
    return ChatTemplate(std::make_unique<State>(State{
        source, std::move(begin_token), std::move(end_token), jinja::parse_from_tokens(tokens)}));
  } catch (const std::exception& error) {
    return unsupported(error);
  }
}

std::string ChatTemplate::rendered(std::span<const ChatMessage> messages) const {
  common_json list = common_json::array();
  for (const ChatMessage& message : messages) {
    list.push_back({{"role", std::string(name_of(message.role))}, {"content", message.content}});
  }
  common_json input = common_json::object();
  input["messages"] = std::move(list);
  input["bos_token"] = state_->begin_token;
  input["eos_token"] = state_->end_token;
  input["add_generation_prompt"] = true;
  jinja::context context(state_->source);
  context.current_time = kTemplateDate;
  jinja::global_from_json(context, input, /*mark_input=*/false);
  jinja::runtime runtime(context);
  const jinja::value result = runtime.execute(state_->program);
  return jinja::runtime::gather_string_parts(result)->as_string().str();
}

Result<std::string> ChatTemplate::render(std::span<const ChatMessage> messages) const {
  try {
    return rendered(messages);
  } catch (const std::exception& error) {
    const bool has_system = !messages.empty() && messages.front().role == ChatRole::system;
    if (!has_system) return unsupported(error);
  }
  try {
    return rendered(without_system(messages));
  } catch (const std::exception& error) {
    return unsupported(error);
  }
}

}  // namespace plumb
