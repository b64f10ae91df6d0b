#include "chat/worker_protocol.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "base/json_depth.h"

namespace plumb {
namespace {

using nlohmann::json;

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

constexpr std::array kErrorCodes = {
    std::pair{ErrorCode::invalid_input, "invalid_input"},
    std::pair{ErrorCode::not_found, "not_found"},
    std::pair{ErrorCode::corrupt, "corrupt"},
    std::pair{ErrorCode::unsupported, "unsupported"},
    std::pair{ErrorCode::io, "io"},
    std::pair{ErrorCode::full, "full"},
    std::pair{ErrorCode::interrupted, "interrupted"},
};

json to_json(const Error& error) {
  for (const auto& [code, name] : kErrorCodes) {
    if (code == error.code) return {{"code", name}, {"message", error.message}};
  }
  std::unreachable();
}

Error error_from(const json& document) {
  const auto& name = document.at("code").get_ref<const std::string&>();
  for (const auto& [code, known] : kErrorCodes) {
    if (name == known) return {code, document.at("message").get<std::string>()};
  }
  return {ErrorCode::corrupt, document.at("message").get<std::string>()};
}

json to_json(std::span<const ChatMessage> messages) {
  json document = json::array();
  for (const ChatMessage& message : messages) {
    document.push_back({{"role", name_of(message.role)}, {"content", message.content}});
  }
  return document;
}

struct Malformed {};

// json::at and get throw where a member is missing or of another type, and `parsed` catches;
// but a negative number or a fraction would become some whole number in silence.
template <class Whole>
Whole whole_from(const json& document, const char* name) {
  const json& value = document.at(name);
  if (!value.is_number_unsigned()) throw Malformed{};
  const auto number = value.get<std::uint64_t>();
  if (number > std::numeric_limits<Whole>::max()) throw Malformed{};
  return static_cast<Whole>(number);
}

std::vector<ChatMessage> messages_from(const json& document) {
  std::vector<ChatMessage> messages;
  for (const json& entry : document) {
    const auto& name = entry.at("role").get_ref<const std::string&>();
    ChatMessage message;
    if (name == name_of(ChatRole::system)) message.role = ChatRole::system;
    if (name == name_of(ChatRole::assistant)) message.role = ChatRole::assistant;
    message.content = entry.at("content").get<std::string>();
    messages.push_back(std::move(message));
  }
  return messages;
}

json to_json(const ChatRequest& request) {
  return {{"conversation", request.conversation},
          {"messages", to_json(request.messages)},
          {"max_tokens", request.sampling.max_tokens},
          {"temperature", request.sampling.temperature},
          {"top_p", request.sampling.top_p},
          {"repetition_penalty", request.sampling.repetition_penalty},
          {"seed", request.sampling.seed}};
}

ChatRequest request_from(const json& document) {
  ChatRequest request;
  request.conversation = document.at("conversation").get<std::string>();
  request.messages = messages_from(document.at("messages"));
  request.sampling.max_tokens = whole_from<std::uint32_t>(document, "max_tokens");
  request.sampling.temperature = document.at("temperature").get<double>();
  request.sampling.top_p = document.at("top_p").get<double>();
  request.sampling.repetition_penalty = document.at("repetition_penalty").get<double>();
  request.sampling.seed = whole_from<std::uint64_t>(document, "seed");
  return request;
}

json to_json(const ChatReply& reply) {
  return {{"text", reply.text},
          {"finish", name_of(reply.finish)},
          {"prompt_tokens", reply.prompt_tokens},
          {"completion_tokens", reply.completion_tokens},
          {"reused_tokens", reply.reused_tokens}};
}

ChatReply reply_from(const json& document) {
  ChatReply reply;
  reply.text = document.at("text").get<std::string>();
  const bool length = document.at("finish") == name_of(FinishReason::length);
  reply.finish = length ? FinishReason::length : FinishReason::stop;
  reply.prompt_tokens = whole_from<std::uint64_t>(document, "prompt_tokens");
  reply.completion_tokens = whole_from<std::uint64_t>(document, "completion_tokens");
  reply.reused_tokens = whole_from<std::uint64_t>(document, "reused_tokens");
  return reply;
}

json document_of(const WorkerCommand& command) {
  return std::visit(
      Overloaded{
          [](const WorkerLoad& load) -> json {
            return {{"do", "load"},
                    {"model", load.model},
                    {"threads", load.threads},
                    {"context_tokens", load.context_tokens},
                    {"side_by_side", load.side_by_side},
                    {"cache_bytes", load.cache_bytes},
                    {"reuse", load.reuse}};
          },
          [](const WorkerAsk& ask) -> json {
            json requests = json::array();
            for (const ChatRequest& request : ask.requests) requests.push_back(to_json(request));
            return {{"do", "ask"}, {"requests", std::move(requests)}, {"digest", ask.digest}};
          },
          [](const WorkerStop&) -> json { return {{"do", "stop"}}; },
          [](const WorkerCount& count) -> json {
            return {{"do", "count"}, {"messages", to_json(count.messages)}};
          },
      },
      command);
}

json document_of(const WorkerEvent& event) {
  return std::visit(
      Overloaded{
          [](const WorkerReady& ready) -> json {
            json details = json::array();
            for (const auto& [name, value] : ready.details) details.push_back({name, value});
            return {{"is", "ready"},
                    {"context_tokens", ready.context_tokens},
                    {"side_by_side", ready.side_by_side},
                    {"details", std::move(details)}};
          },
          [](const WorkerReply& reply) -> json {
            json document = {{"is", "reply"}, {"index", reply.index}};
            if (reply.reply) document["reply"] = to_json(*reply.reply);
            if (!reply.reply) document["error"] = to_json(reply.reply.error());
            if (!reply.digest.empty()) document["digest"] = reply.digest;
            return document;
          },
          [](const WorkerCounted& counted) -> json {
            return {{"is", "counted"}, {"tokens", counted.tokens}};
          },
          [](const WorkerSign& sign) -> json { return {{"is", "sign"}, {"tokens", sign.tokens}}; },
          [](const WorkerFailure& failure) -> json {
            return {{"is", "failure"}, {"error", to_json(failure.error)}};
          },
      },
      event);
}

WorkerCommand command_from(const json& document) {
  const auto& word = document.at("do").get_ref<const std::string&>();
  if (word == "stop") return WorkerStop{};
  if (word == "count") return WorkerCount{messages_from(document.at("messages"))};
  if (word == "ask") {
    WorkerAsk ask;
    for (const json& entry : document.at("requests")) ask.requests.push_back(request_from(entry));
    ask.digest = document.at("digest").get<bool>();
    return ask;
  }
  WorkerLoad load;  // or a member is missing, and at() throws
  load.model = document.at("model").get<std::string>();
  load.threads = whole_from<std::uint32_t>(document, "threads");
  load.context_tokens = whole_from<std::uint32_t>(document, "context_tokens");
  load.side_by_side = whole_from<std::uint32_t>(document, "side_by_side");
  load.cache_bytes = whole_from<std::uint64_t>(document, "cache_bytes");
  load.reuse = document.at("reuse").get<bool>();
  return load;
}

WorkerEvent event_from(const json& document) {
  const auto& word = document.at("is").get_ref<const std::string&>();
  if (word == "sign") return WorkerSign{whole_from<std::uint64_t>(document, "tokens")};
  if (word == "counted") return WorkerCounted{whole_from<std::uint64_t>(document, "tokens")};
  if (word == "failure") return WorkerFailure{error_from(document.at("error"))};
  if (word == "reply") {
    WorkerReply reply;
    reply.index = whole_from<std::size_t>(document, "index");
    if (document.contains("error")) {
      reply.reply = std::unexpected(error_from(document.at("error")));
    } else {
      reply.reply = reply_from(document.at("reply"));
    }
    reply.digest = document.value("digest", "");
    return reply;
  }
  WorkerReady ready;
  ready.context_tokens = whole_from<std::uint64_t>(document, "context_tokens");
  ready.side_by_side = whole_from<std::uint64_t>(document, "side_by_side");
  for (const json& entry : document.at("details")) {
    ready.details.emplace_back(entry.at(0).get<std::string>(), entry.at(1).get<std::string>());
  }
  return ready;
}

Result<std::string> framed(const json& document) {
  std::string body;
  try {
    body = document.dump();
  } catch (const json::exception&) {
    return fail(ErrorCode::invalid_input, "a text for the chat model is not valid UTF-8");
  }
  if (body.size() > kMaxFrameBytes) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} bytes are too much to hand to the chat model at once; {} are the "
                            "bound, so ask for less at a time",
                            body.size(), kMaxFrameBytes));
  }
  std::string frame;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    frame += static_cast<char>((body.size() >> shift) & 0xFF);
  }
  return frame + body;
}

template <class Parsed>
Result<Parsed> parsed(std::string_view text, Parsed (*from)(const json&), std::string_view what) {
  if (!json_nests_too_deep(text)) {
    try {
      return from(json::parse(text));
    } catch (const json::exception&) {
    } catch (const Malformed&) {
    }
  }
  return fail(ErrorCode::corrupt, fmt::format("{} makes no sense", what));
}

}  // namespace

Result<std::string> encode_frame(const WorkerCommand& command) {
  return framed(document_of(command));
}

Result<std::string> encode_frame(const WorkerEvent& event) {
  return framed(document_of(event));
}

Result<std::size_t> frame_length(std::string_view head) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < kFrameHeadBytes; ++i) {
    length |= static_cast<std::size_t>(static_cast<unsigned char>(head[i])) << (8 * i);
  }
  if (length <= kMaxFrameBytes) return length;
  return fail(ErrorCode::corrupt, fmt::format("a frame of {} bytes passes the bound", length));
}

Result<WorkerCommand> parse_command(std::string_view text) {
  return parsed<WorkerCommand>(text, command_from, "a command to the chat worker");
}

Result<WorkerEvent> parse_event(std::string_view text) {
  return parsed<WorkerEvent>(text, event_from, "what the chat worker said");
}

}  // namespace plumb
