#include "ingest/genai_messages.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "ingest/execution_fields.h"
#include "ingest/json_line.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr int kMessageDepth = 8;  // list, message, parts, part, function, arguments
constexpr std::uint32_t kMostMessages = 100'000;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

void add_line(std::string& text, std::string_view line) {
  if (line.empty()) return;
  if (!text.empty()) text += '\n';
  text += line;
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Of the string that sound JSON starts with, its quotes included.
std::size_t string_length(std::string_view json) {
  std::size_t i = 1;
  while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2U : 1U;
  return std::min(i + 1, json.size());
}

// Messages out of one parsed document.
class MessageReader {
 public:
  MessageReader(const JsonLineParser& json, const ResolveText& resolve)
      : json_(json), resolve_(resolve) {}

  std::vector<GenAiMessage> read() {
    read_list(json_.nodes().front(), 0);
    return std::move(messages_);
  }

 private:
  const JsonNode* member(const JsonNode& object, std::string_view key) const {
    const JsonNode* found = nullptr;
    if (!object.is(JsonKind::object)) return found;
    json_.for_each_child(object, [&](const JsonNode& child) {
      if (child.key == key && !child.is(JsonKind::null)) found = &child;
      return true;
    });
    return found;
  }
  std::string_view text_member(const JsonNode& object, std::string_view key) const {
    const JsonNode* found = member(object, key);
    return found != nullptr && found->is(JsonKind::string) ? found->text : std::string_view();
  }
  // The first of several names.
  const JsonNode* any_member(const JsonNode& object,
                             std::initializer_list<std::string_view> keys) const {
    for (const std::string_view key : keys) {
      if (const JsonNode* found = member(object, key)) return found;
    }
    return nullptr;
  }

  // Lists in lists are a batch of conversations, of which there is one.
  void read_list(const JsonNode& node, int depth) {
    if (node.is(JsonKind::array) && depth < 3) {
      json_.for_each_child(node, [&](const JsonNode& item) {
        read_list(item, depth + 1);
        return true;
      });
    } else if (const JsonNode* inner =
                   any_member(node, {"messages", "message", "choices", "generations"})) {
      read_list(*inner, depth + 1);
    } else if (member(node, "lc") != nullptr && member(node, "kwargs") != nullptr) {
      read_constructor(node);
    } else if (node.is(JsonKind::object)) {
      read_message(node);
    }
  }

  void read_message(const JsonNode& node) {
    if (read_item(node)) return;
    const JsonNode* role = any_member(node, {"role", "type"});
    const JsonNode* body = any_member(node, {"parts", "content", "text"});
    const JsonNode* calls = member(node, "tool_calls");
    if (role == nullptr && calls == nullptr && body == nullptr) return;
    GenAiMessage message;
    if (role != nullptr && role->is(JsonKind::string)) message.role = lower(role->text);
    std::string refusal(text_member(node, "refusal"));
    if (body != nullptr) read_body(*body, message, refusal);
    if (is_blank(message.text) && !is_blank(refusal)) {
      message.text = std::move(refusal);
      message.is_refusal = true;
    }
    if (calls != nullptr) {
      json_.for_each_child(*calls, [&](const JsonNode& call) {
        read_call(call, message);
        return true;
      });
    }
    if (const std::string_view id = text_member(node, "tool_call_id"); !id.empty()) {
      message.answers.emplace_back(id);
    } else if (message.role == "tool" && message.answers.empty()) {
      message.answers.emplace_back(text_member(node, "id"));
    }
    messages_.push_back(std::move(message));
  }

  // A message as LangChain stores its objects: {"lc", "id": [..., "HumanMessage"], "kwargs"}.
  void read_constructor(const JsonNode& node) {
    const std::size_t before = messages_.size();
    read_message(*member(node, "kwargs"));
    const JsonNode* id = member(node, "id");
    if (messages_.size() == before || id == nullptr) return;
    std::string_view name;
    json_.for_each_child(*id, [&](const JsonNode& part) {
      name = part.text;
      return true;
    });
    std::string& role = messages_.back().role;
    if (role.empty()) role = lower(name.substr(0, name.find("Message")));
  }

  // Items of OpenAI's responses that are no messages: {"type": "function_call", "call_id", ...}.
  bool read_item(const JsonNode& node) {
    const std::string_view type = text_member(node, "type");
    if (type != "function_call" && type != "function_call_output") return false;
    GenAiMessage message;
    if (type == "function_call") {
      message.role = "assistant";
      read_call(node, message);
    } else {
      message.role = "tool";
      message.answers.emplace_back(text_member(node, "call_id"));
      if (const JsonNode* output = member(node, "output")) message.text = output->text;
    }
    messages_.push_back(std::move(message));
    return true;
  }

  void read_body(const JsonNode& node, GenAiMessage& message, std::string& refusal) {
    if (node.is(JsonKind::string)) return add_line(message.text, resolved(node.text));
    if (!node.is(JsonKind::array)) return;
    json_.for_each_child(node, [&](const JsonNode& part) {
      read_part(part, message, refusal);
      return true;
    });
  }

  void read_part(const JsonNode& part, GenAiMessage& message, std::string& refusal) {
    if (part.is(JsonKind::string)) return add_line(message.text, resolved(part.text));
    const std::string_view type = text_member(part, "type");
    if (type == "tool_call" || type == "tool_use" || type == "server_tool_call") {
      read_call(part, message);
    } else if (type.starts_with("tool_call_response") || type == "tool_result" ||
               type == "server_tool_call_response") {
      const JsonNode* id = any_member(part, {"id", "tool_use_id", "tool_call_id"});
      message.answers.emplace_back(id != nullptr ? id->text : std::string_view());
    } else if (type == "refusal") {
      add_line(refusal, resolved(text_member(part, "refusal")));
    } else if (type.empty() || type == "text" || type.ends_with("_text")) {
      const JsonNode* text = any_member(part, {"content", "text"});
      if (text != nullptr && text->is(JsonKind::string)) {
        add_line(message.text, resolved(text->text));
      }
    }
  }

  void read_call(const JsonNode& node, GenAiMessage& message) {
    const JsonNode* function = member(node, "function");
    // inspect_ai has the name itself there.
    const bool is_name = function != nullptr && function->is(JsonKind::string);
    const JsonNode& named = function != nullptr && !is_name ? *function : node;
    TracedCall call;
    const JsonNode* id = any_member(node, {"call_id", "id"});
    if (id != nullptr && id->is(JsonKind::string)) call.id = id->text;
    call.call.name = tool_name_of(is_name ? function->text : text_member(named, "name"));
    if (call.call.name.empty()) return;
    const JsonNode* arguments = any_member(named, {"arguments", "args", "input"});
    if (arguments != nullptr) {
      call.call.arguments =
          arguments->is(JsonKind::string)           ? json_of_text(resolved(arguments->text))
          : arguments->raw.size() <= kMostCallBytes ? resolved_json(minified_json(arguments->raw))
                                                    : std::string();
    }
    message.calls.push_back(std::move(call));
  }

  std::string_view resolved(std::string_view text) const {
    return resolve_ ? resolve_(text).value_or(text) : text;
  }

  // Minified JSON with its texts resolved, but for keys; empty where it gets longer than a call's
  // may be.
  std::string resolved_json(std::string json) const {
    if (!resolve_) return json;
    std::string out;
    for (std::string_view rest = json; !rest.empty();) {
      const std::size_t length = rest.front() == '"' ? string_length(rest) : 1;
      const std::string_view token = rest.substr(0, length);
      rest.remove_prefix(length);
      const bool is_text = length > 1 && !rest.starts_with(':');
      const auto found = is_text ? resolve_(token.substr(1, length - 2)) : std::nullopt;
      if (found && found->size() > kMostCallBytes) return {};
      out += found ? json_string(*found) : std::string(token);
      if (out.size() > kMostCallBytes) return {};
    }
    return out;
  }

  const JsonLineParser& json_;
  const ResolveText& resolve_;
  std::vector<GenAiMessage> messages_;
};

// "12.rest" as 12 and "rest"; none where it starts with no number.
std::optional<std::uint32_t> take_index(std::string_view& path) {
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
  const auto length = static_cast<std::size_t>(end - path.data());
  if (error != std::errc() || index >= kMostMessages) return std::nullopt;
  if (length < path.size() && path[length] != '.') return std::nullopt;
  path.remove_prefix(std::min(length + 1, path.size()));
  return index;
}

bool take_prefix(std::string_view& path, std::string_view prefix) {
  if (!path.starts_with(prefix)) return false;
  path.remove_prefix(prefix.size());
  return true;
}

// A message of indexed attributes, which come in any order.
struct DraftMessage {
  GenAiMessage message;
  std::map<std::uint32_t, TracedCall> calls;
  std::map<std::uint32_t, std::string_view> contents;
};

void take_call_field(std::string_view field, std::string_view text, TracedCall& call) {
  take_prefix(field, "tool_call.");
  take_prefix(field, "function.");
  if (field == "id") call.id = text;
  if (field == "name") call.call.name = tool_name_of(text);
  if (field == "arguments") call.call.arguments = json_of_text(text);
}

// Text, or parts of a message as JSON.
void take_content(std::string_view text, GenAiMessage& message) {
  if (text.starts_with("[{")) {
    const auto parts = messages_of_json("{\"content\":" + std::string(text) + "}");
    if (!parts.empty() && !(parts.front().text.empty() && parts.front().calls.empty())) {
      message.text = parts.front().text;
      message.calls = parts.front().calls;
      return;
    }
  }
  message.text = text;
}

void take_field(std::string_view path, const OtlpValue& value, DraftMessage& draft) {
  take_prefix(path, "message.");
  if (path == "role") {
    draft.message.role = lower(value.text);
  } else if (path == "content") {
    take_content(value.text, draft.message);
  } else if (path == "tool_call_id") {
    draft.message.answers = {std::string(value.text)};
  } else if (path == "function_call_name") {  // of the first versions
    draft.calls[0].call.name = tool_name_of(value.text);
  } else if (path == "function_call_arguments_json") {
    draft.calls[0].call.arguments = json_of_text(value.text);
  } else if (take_prefix(path, "tool_calls.")) {
    if (const auto index = take_index(path)) take_call_field(path, value.text, draft.calls[*index]);
  } else if (take_prefix(path, "contents.")) {
    const auto index = take_index(path);
    if (index && path == "message_content.text") draft.contents[*index] = value.text;
  }
}

}  // namespace

std::string json_of_text(std::string_view text) {
  if (text.empty() || text.size() > kMostCallBytes) return {};
  const char first = text.front();
  if (first == '{' || first == '[') {
    JsonLineParser parser(JsonWanted{.paths = {}, .depth = 0});
    if (parser.parse_value(text)) return minified_json(parser.nodes().front().raw);
  }
  return json_string(text);
}

std::string tool_name_of(std::string_view name) {
  std::string clean(name.substr(0, 200));
  clean = replace_invalid_utf8(clean);  // a letter may have been cut
  if (!check_tool_name(clean)) {
    std::string kept;
    for (std::string_view rest = clean; !rest.empty();) {
      const DecodedCodePoint point = decode_code_point(rest);
      const bool is_control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
      kept += is_control ? std::string_view(" ") : rest.substr(0, point.length);
      rest.remove_prefix(point.length);
    }
    clean = std::move(kept);
  }
  return is_blank(clean) ? std::string() : clean;
}

std::vector<GenAiMessage> messages_of_json(std::string_view json, const ResolveText& resolve) {
  const std::size_t first = json.find_first_not_of(" \t\r\n");
  if (first == json.npos || (json[first] != '[' && json[first] != '{')) return {};
  JsonLineParser parser(JsonWanted{.paths = {}, .depth = kMessageDepth});
  if (!parser.parse_value(json)) return {};
  return MessageReader(parser, resolve).read();
}

std::vector<GenAiMessage> messages_of_attributes(const OtlpAttributes& attributes,
                                                 std::string_view prefix) {
  std::map<std::uint32_t, DraftMessage> drafts;
  for (const OtlpValue& attribute : attributes) {
    std::string_view path = attribute.key;
    if (!take_prefix(path, prefix) || !take_prefix(path, ".")) continue;
    if (const auto index = take_index(path)) take_field(path, attribute, drafts[*index]);
  }
  std::vector<GenAiMessage> messages;
  for (auto& [index, draft] : drafts) {
    for (const auto& [place, text] : draft.contents) add_line(draft.message.text, text);
    for (auto& [place, call] : draft.calls) {
      if (!call.call.name.empty()) draft.message.calls.push_back(std::move(call));
    }
    messages.push_back(std::move(draft.message));
  }
  return messages;
}

}  // namespace plumb
