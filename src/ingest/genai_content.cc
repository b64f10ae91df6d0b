#include "ingest/genai_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/utf8.h"

namespace plumb {
namespace {

// "gen_ai.user.message" is a message of the user, even where nothing else says so.
void name_role(const OtlpEvent& event, GenAiMessage& message) {
  if (!message.role.empty() || !event.name.ends_with(".message")) return;
  constexpr std::size_t kBefore = std::string_view("gen_ai.").size();
  constexpr std::size_t kBehind = std::string_view(".message").size();
  message.role = event.name.substr(kBefore, event.name.size() - kBefore - kBehind);
}

// Members of the message as attributes of the event.
std::vector<GenAiMessage> message_of_members(const OtlpEvent& event) {
  OtlpAttributes indexed;
  std::vector<std::string> keys;
  keys.reserve(event.attributes.size());
  for (const OtlpValue& attribute : event.attributes) {
    keys.push_back(fmt::format("m.0.{}", attribute.key));
    indexed.push_back(attribute);
    indexed.back().key = keys.back();
  }
  auto messages = messages_of_attributes(indexed, "m");
  const OtlpValue* calls = find_attribute(event.attributes, "tool_calls");
  if (calls != nullptr && !messages.empty()) {
    const auto asked = messages_of_json("{\"tool_calls\":" + text_of(*calls) + "}");
    if (!asked.empty()) messages.front().calls = asked.front().calls;
  }
  return messages;
}

std::vector<GenAiMessage> messages_of_event(const OtlpEvent& event) {
  std::vector<GenAiMessage> messages;
  for (const std::string_view name :
       {"gen_ai.event.content", "gen_ai.prompt", "gen_ai.completion", "message"}) {
    const OtlpValue* found = find_attribute(event.attributes, name);
    if (found != nullptr && messages.empty()) messages = messages_of_json(text_of(*found));
  }
  if (messages.empty()) messages = message_of_members(event);
  for (GenAiMessage& each : messages) name_role(event, each);
  return messages;
}

// gen_ai.user.message, gen_ai.choice and their like, of the conventions up to 1.36.
std::vector<GenAiMessage> messages_of_events(const OtlpSpan& span, bool of_answer) {
  std::vector<GenAiMessage> all;
  for (const OtlpEvent& event : span.events) {
    const bool is_answer =
        event.name == "gen_ai.choice" || event.name == "gen_ai.content.completion";
    if (is_answer != of_answer || !event.name.starts_with("gen_ai.")) continue;
    const bool is_message =
        is_answer || event.name == "gen_ai.content.prompt" || event.name.ends_with(".message");
    if (!is_message) continue;
    for (GenAiMessage& message : messages_of_event(event)) all.push_back(std::move(message));
  }
  return all;
}

// An attribute of the span, or of the event that carries what was said.
const OtlpValue* find_content(const OtlpSpan& span, std::string_view name) {
  if (const OtlpValue* own = find_first(span.attributes, {name})) return own;
  for (const OtlpEvent& event : span.events) {
    if (event.name != "gen_ai.client.inference.operation.details") continue;
    if (const OtlpValue* found = find_attribute(event.attributes, name)) return found;
  }
  return nullptr;
}

// By JSON, by indexed attributes, by events: the first way that leads to a message.
std::vector<GenAiMessage> messages_of(const OtlpSpan& span, std::string_view attribute,
                                      std::initializer_list<std::string_view> prefixes,
                                      bool of_answer) {
  if (const OtlpValue* found = find_content(span, attribute)) {
    auto messages = messages_of_json(text_of(*found));
    if (!messages.empty()) return messages;
  }
  for (const std::string_view prefix : prefixes) {
    auto messages = messages_of_attributes(span.attributes, prefix);
    if (!messages.empty()) return messages;
  }
  return messages_of_events(span, of_answer);
}

// One text where messages were looked for: a message of that role, or JSON that holds messages.
std::vector<GenAiMessage> plain_messages(const OtlpValue* value, std::string_view role) {
  if (value == nullptr) return {};
  std::string text = text_of(*value);
  auto messages = messages_of_json(text);
  if (messages.empty()) messages.push_back({std::string(role), std::move(text), {}, {}});
  return messages;
}

std::string system_text(const OtlpSpan& span, const std::vector<GenAiMessage>& messages) {
  if (const OtlpValue* found = find_content(span, "gen_ai.system_instructions")) {
    const std::string text = text_of(*found);
    const bool is_parts = text.starts_with('[');
    const auto parts = messages_of_json(is_parts ? "{\"parts\":" + text + "}" : text);
    return parts.empty() ? text : parts.front().text;
  }
  for (const GenAiMessage& message : messages) {
    if (message.is_system()) return message.text;
  }
  return {};
}

}  // namespace

std::string kept_text(std::string_view text, std::size_t most) {
  std::string kept(text.substr(0, most));
  if (kept.size() < text.size()) kept = replace_invalid_utf8(kept);  // a letter may have been cut
  std::ranges::replace(kept, '\0', ' ');
  return kept;
}

std::optional<std::string> word_of(const OtlpValue& value) {
  switch (value.kind) {
    case OtlpKind::text:
      return kept_text(value.text);
    case OtlpKind::boolean:
      return value.integer != 0 ? "true" : "false";
    case OtlpKind::integer:
      return std::to_string(value.integer);
    case OtlpKind::real:
      return std::isfinite(value.real) ? std::optional(to_json(value)) : std::nullopt;
    case OtlpKind::none:
    case OtlpKind::bytes:
    case OtlpKind::list:
    case OtlpKind::map:
      return std::nullopt;
  }
  std::unreachable();
}

std::string text_of(const OtlpValue& value) {
  const bool nested = value.kind == OtlpKind::list || value.kind == OtlpKind::map;
  return nested ? to_json(value) : word_of(value).value_or(std::string());
}

const OtlpValue* find_first(const OtlpAttributes& attributes,
                            std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const OtlpValue* found = find_attribute(attributes, name);
    if (found != nullptr && found->kind != OtlpKind::none) return found;
  }
  return nullptr;
}

SpanContent span_content(const OtlpSpan& span) {
  SpanContent content;
  content.inputs =
      messages_of(span, "gen_ai.input.messages", {"llm.input_messages", "gen_ai.prompt"}, false);
  content.outputs = messages_of(span, "gen_ai.output.messages",
                                {"llm.output_messages", "gen_ai.completion"}, true);
  content.has_messages = !content.inputs.empty() || !content.outputs.empty();
  if (content.inputs.empty()) {
    content.inputs = plain_messages(
        find_first(span.attributes, {"input.value", "gen_ai.prompt", "traceloop.entity.input"}),
        "user");
    std::erase_if(content.inputs, [](const GenAiMessage& each) {
      return is_blank(each.text) && each.calls.empty() && each.answers.empty();
    });
  }
  if (content.outputs.empty()) {
    content.outputs =
        plain_messages(find_first(span.attributes,
                                  {"output.value", "gen_ai.completion", "traceloop.entity.output"}),
                       "assistant");
    // A state of the whole conversation ends with the answer.
    if (content.outputs.size() > 1) content.outputs = {content.outputs.back()};
  }
  content.is_answered = !content.outputs.empty();
  content.system = system_text(span, content.inputs);
  return content;
}

}  // namespace plumb
