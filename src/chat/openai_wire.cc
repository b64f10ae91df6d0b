#include "chat/openai_wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_depth.h"
#include "record/document_json.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxEventBytes = 1 << 20;
constexpr std::size_t kMaxWords = 160;  // code points of what a server says

// Null where the value is no object or has no such member.
const Json& member(const Json& value, const char* name) {
  static const Json kNull;
  if (!value.is_object()) return kNull;
  const auto found = value.find(name);
  return found == value.end() ? kNull : *found;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::uint64_t count_of(const Json& value) {
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

std::unexpected<Error> no_sense(std::string sentence) {
  return fail(ErrorCode::corrupt, std::move(sentence));
}

std::unexpected<Error> cut_short(std::size_t bytes) {
  return fail(ErrorCode::io, fmt::format("broke off its answer after {} bytes", bytes));
}

Result<Json> parse_json(std::string_view text) {
  if (json_nests_too_deep(text)) {
    return no_sense(fmt::format("answered with JSON that nests deeper than {}", kMaxJsonDepth));
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    if (error.byte > text.size()) return cut_short(text.size());
  } catch (const Json::exception&) {  // a number that no double holds
  }
  const std::string valid = replace_invalid_utf8(text);
  const auto [first, other] = std::ranges::mismatch(text, valid);
  if (first != text.end()) {
    return no_sense(fmt::format("answered with bytes that are not UTF-8, from byte {} on",
                                first - text.begin()));
  }
  return no_sense(fmt::format("answered with what is not JSON: {}", first_words(text)));
}

// What servers put where an error is told: {"error": {"message": "..."}} and its relatives.
std::string message_of(const Json& document) {
  const Json& error = member(document, "error");
  for (const Json* place :
       {&member(error, "message"), &error, &member(document, "message"),
        &member(document, "detail"), &member(error, "type"), &member(error, "code")}) {
    if (place->is_string()) return place->get<std::string>();
    if (place->is_array() && !place->empty()) return text_of(member(place->front(), "msg"));
  }
  return "";
}

void read_usage(const Json& document, ReplyParts& parts) {
  const Json& usage = member(document, "usage");
  if (!usage.is_object()) return;
  parts.prompt_tokens = count_of(member(usage, "prompt_tokens"));
  parts.completion_tokens = count_of(member(usage, "completion_tokens"));
  parts.reused_tokens = count_of(member(member(usage, "prompt_tokens_details"), "cached_tokens"));
}

Result<FinishReason> finish_of(const ReplyParts& parts, std::uint32_t max_tokens) {
  constexpr std::array<std::string_view, 4> kStops{"stop", "eos", "eos_token", "stop_sequence"};
  const std::string& finish = parts.finish;
  if (std::ranges::find(kStops, finish) != kStops.end()) return FinishReason::stop;
  if (finish == "length" || finish == "max_tokens") return FinishReason::length;
  if (finish.empty()) {
    return parts.completion_tokens >= max_tokens ? FinishReason::length : FinishReason::stop;
  }
  return no_sense(fmt::format(
      "ended its reply with the finish_reason {}, which leaves no whole answer of the model",
      first_words(finish)));
}

Result<ChatReply> reply_of(ReplyParts parts, std::uint32_t max_tokens) {
  if (!parts.text || parts.text->empty()) {
    return no_sense(fmt::format(
        "answered with {}{}", parts.text ? "an empty message" : "a message that has no content",
        parts.finish.empty() ? "" : fmt::format(" (finish_reason {})", first_words(parts.finish))));
  }
  if (parts.text->find('\0') != std::string::npos) {
    return no_sense("answered with a NUL character in its text");
  }
  PLUMB_TRY(const FinishReason finish, finish_of(parts, max_tokens));
  return ChatReply{.text = *std::move(parts.text),
                   .finish = finish,
                   .prompt_tokens = parts.prompt_tokens,
                   .completion_tokens = parts.completion_tokens,
                   .reused_tokens = parts.reused_tokens};
}

// Takes text and finish_reason of choices[0] from its `place`, "message" or "delta". False
// where there is no choice.
bool read_choice(const Json& document, const char* place, ReplyParts& parts) {
  const Json& choices = member(document, "choices");
  if (!choices.is_array() || choices.empty()) return false;
  const Json& content = member(member(choices.front(), place), "content");
  if (content.is_string()) {
    if (!parts.text) parts.text.emplace();
    *parts.text += content.get_ref<const std::string&>();
  }
  const Json& finish = member(choices.front(), "finish_reason");
  if (finish.is_string()) parts.finish = finish.get<std::string>();
  return true;
}

std::string without_tags(std::string_view text) {
  std::string bare;
  bool inside = false;
  for (const char c : text) {
    if (c == '<') inside = true;
    bare += inside ? ' ' : c;
    if (c == '>') inside = false;
  }
  return bare;
}

}  // namespace

std::string first_words(std::string_view text) {
  constexpr std::size_t kLook = 4096;  // bytes of a page in which its first words must come
  std::string valid = replace_invalid_utf8(text.substr(0, kLook));
  if (valid.find('<') != std::string::npos) valid = without_tags(valid);
  std::string words;
  std::size_t length = 0;
  bool gap = false;
  for (std::string_view rest = valid; !rest.empty();) {
    const DecodedCodePoint next = decode_code_point(rest);
    const std::string_view bytes = rest.substr(0, next.length);
    rest.remove_prefix(next.length);
    if (is_white_space(next.value) || next.value < 0x20 || next.value == 0x7F) {
      gap = !words.empty();
      continue;
    }
    if (length + (gap ? 1 : 0) >= kMaxWords) {
      words += "...";
      break;
    }
    if (std::exchange(gap, false)) words += ' ', ++length;
    words += bytes;
    ++length;
  }
  return '"' + words + '"';
}

std::string chat_request_body(const ChatRequest& request, const OpenAiDialect& dialect) {
  nlohmann::ordered_json body = {{"model", dialect.model}};
  auto& messages = body["messages"] = nlohmann::ordered_json::array();
  for (const ChatMessage& message : request.messages) {
    messages.push_back({{"role", name_of(message.role)}, {"content", message.content}});
  }
  const Sampling& sampling = request.sampling;
  body[dialect.max_completion_tokens ? "max_completion_tokens" : "max_tokens"] =
      sampling.max_tokens;
  body["temperature"] = sampling.temperature;
  body["top_p"] = sampling.top_p;
  body["seed"] = sampling.seed;
  if (sampling.repetition_penalty != 1) {
    body["repetition_penalty"] = sampling.repetition_penalty;
    body["repeat_penalty"] = sampling.repetition_penalty;
  }
  body["stream"] = dialect.stream;
  if (dialect.stream) body["stream_options"] = {{"include_usage", true}};
  return json_line(body);
}

Result<ChatReply> parse_chat_reply(std::string_view body, std::uint32_t max_tokens) {
  PLUMB_TRY(const Json document, parse_json(body));
  ReplyParts parts;
  if (!read_choice(document, "message", parts)) {
    const std::string message = message_of(document);
    return no_sense(message.empty()
                        ? fmt::format("answered without choices: {}", first_words(body))
                        : fmt::format("answered with an error: {}", first_words(message)));
  }
  read_usage(document, parts);
  return reply_of(std::move(parts), max_tokens);
}

StreamedReply::StreamedReply()
    : events_(kMaxEventBytes, [this](std::string_view data) { return take(data); }) {}

Result<void> StreamedReply::take(std::string_view data) {
  if (done_) return {};
  if (data == "[DONE]") {
    done_ = true;
    return {};
  }
  PLUMB_TRY(const Json document, parse_json(data));
  if (read_choice(document, "delta", parts_) || member(document, "usage").is_object()) {
    read_usage(document, parts_);
    return {};
  }
  if (const std::string message = message_of(document); !message.empty()) {
    return fail(ErrorCode::io,
                fmt::format("failed in the middle of its reply: {}", first_words(message)));
  }
  return {};  // a beat that keeps the connection open
}

Result<ChatReply> StreamedReply::finish(std::uint32_t max_tokens) {
  PLUMB_CHECK_RESULT(events_.finish());
  // [DONE] alone does not make it whole: llama-cpp-python writes it also behind a reply that it
  // gave up in favour of another request.
  if (parts_.finish.empty()) {
    return fail(ErrorCode::io, fmt::format("broke off its stream after {} bytes of text",
                                           parts_.text.value_or("").size()));
  }
  return reply_of(std::move(parts_), max_tokens);
}

ServerComplaint parse_complaint(std::string_view body) {
  if (body.empty()) return {};
  if (!json_nests_too_deep(body)) {
    const Json document = Json::parse(body, nullptr, false);
    const std::string message = document.is_discarded() ? "" : message_of(document);
    if (!message.empty()) {
      const std::string code = text_of(member(member(document, "error"), "code"));
      return {first_words(message), code == "insufficient_quota"};
    }
  }
  return {first_words(body), false};
}

}  // namespace plumb
