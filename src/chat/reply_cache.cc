#include "chat/reply_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/file.h"
#include "base/json_depth.h"
#include "base/sha256.h"
#include "record/document_json.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "reply/1";
constexpr std::size_t kMaxEntryBytes = 64 << 20;

std::string hash_of(std::string_view text) {
  return sha256_hex(std::as_bytes(std::span(text)));
}

// Some hundred thousand files in one folder are slow to list: 256 folders share them.
fs::path entry_path(const fs::path& folder, std::string_view question) {
  const std::string name = hash_of(question);
  return folder / name.substr(0, 2) / (name + ".json");
}

Json reply_json(const ChatReply& reply) {
  return {{"text", reply.text},
          {"finish", name_of(reply.finish)},
          {"prompt_tokens", reply.prompt_tokens},
          {"completion_tokens", reply.completion_tokens}};
}

std::string seal_of(std::string_view question, const Json& reply) {
  return hash_of(fmt::format("{}\n{}", question, json_line(reply)));
}

std::unexpected<Error> broken() {
  return fail(ErrorCode::corrupt, "a kept reply is broken; it is asked for again");
}

std::optional<ChatReply> reply_of(const Json& json) {
  const Json text = json.value("text", Json()), finish = json.value("finish", Json());
  const Json prompt = json.value("prompt_tokens", Json());
  const Json completion = json.value("completion_tokens", Json());
  const bool whole = text.is_string() && finish.is_string() && prompt.is_number_unsigned() &&
                     completion.is_number_unsigned();
  if (!whole) return std::nullopt;
  ChatReply reply{.text = text.get<std::string>(),
                  .prompt_tokens = prompt.get<std::uint64_t>(),
                  .completion_tokens = completion.get<std::uint64_t>(),
                  .from_cache = true};
  for (const FinishReason reason : {FinishReason::stop, FinishReason::length}) {
    if (finish.get_ref<const std::string&>() != name_of(reason)) continue;
    reply.finish = reason;
    return reply;
  }
  return std::nullopt;
}

}  // namespace

std::string reply_cache_question(const ChatProvenance& provenance, const ChatRequest& request) {
  Json messages = Json::array();
  for (const ChatMessage& message : request.messages) {
    messages.push_back({{"role", name_of(message.role)}, {"content", message.content}});
  }
  const Sampling& sampling = request.sampling;
  Json question = {
      {"backend", provenance.backend},
      {"model", provenance.model},
      {"weights_sha256", provenance.weights_sha256},
      {"server", provenance.server},
      {"instruction_set", provenance.instruction_set},
      {"side_by_side", provenance.server.empty() ? Json(provenance.side_by_side) : Json()},
      {"messages", std::move(messages)},
      {"max_tokens", sampling.max_tokens},
      {"temperature", sampling.temperature},
      {"top_p", sampling.top_p},
      {"repetition_penalty", sampling.repetition_penalty},
      {"seed", sampling.seed},
      {"repeat", request.repeat}};
  return json_line(question);
}

std::string reply_cache_entry(std::string_view question, const ChatReply& reply) {
  const Json kept = reply_json(reply);
  return json_line({{"plumb", kFormat},
                    {"question", question},
                    {"reply", kept},
                    {"sha256", seal_of(question, kept)}}) +
         "\n";
}

Result<ChatReply> parse_reply_cache_entry(std::string_view bytes, std::string_view question) {
  if (json_nests_too_deep(bytes)) return broken();
  const Json entry = Json::parse(bytes, nullptr, false);
  if (!entry.is_object() || entry.value("plumb", Json()) != kFormat ||
      entry.value("question", Json()) != question) {
    return broken();
  }
  const Json kept = entry.value("reply", Json());
  if (!kept.is_object()) return broken();
  const auto reply = reply_of(kept);
  if (!reply || entry.value("sha256", Json()) != seal_of(question, reply_json(*reply))) {
    return broken();
  }
  return *reply;
}

ReplyCache::ReplyCache(std::unique_ptr<ChatBackend> backend, fs::path folder)
    : backend_(std::move(backend)), folder_(std::move(folder)) {}

Result<std::unique_ptr<ReplyCache>> ReplyCache::open(std::unique_ptr<ChatBackend> backend,
                                                     fs::path folder) {
  std::error_code error;
  if (fs::create_directories(folder, error)) {
    fs::permissions(folder, fs::perms::owner_all, error);
  }
  if (error || !fs::is_directory(folder, error)) {
    return fail(ErrorCode::io,
                fmt::format("the folder {} for kept replies cannot be made: {}", folder.string(),
                            error ? error.message() : "there is a file of that name"));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return fail(ErrorCode::io,
                fmt::format("the folder {} for kept replies cannot be written to: {}",
                            folder.string(), std::strerror(errno)));
  }
  return std::unique_ptr<ReplyCache>(new ReplyCache(std::move(backend), std::move(folder)));
}

std::vector<Result<ChatReply>> ReplyCache::complete(std::span<const ChatRequest> requests) {
  const ChatProvenance provenance = backend_->provenance();
  std::vector<Result<ChatReply>> replies(requests.size());
  std::vector<std::string> questions;  // of those that are asked
  std::vector<std::size_t> places;
  std::vector<ChatRequest> asked;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    std::string question = reply_cache_question(provenance, requests[i]);
    const auto bytes = read_file(entry_path(folder_, question), kMaxEntryBytes);
    const bool absent = !bytes && bytes.error().code == ErrorCode::not_found;
    auto kept = bytes ? parse_reply_cache_entry(*bytes, question) : Result<ChatReply>(broken());
    if (kept) {
      ++counts_.found;
      replies[i] = std::move(kept);
      continue;
    }
    if (!absent) ++counts_.unreadable;
    questions.push_back(std::move(question));
    places.push_back(i);
    asked.push_back(requests[i]);
  }
  counts_.asked += asked.size();
  auto answers = asked.empty() ? std::vector<Result<ChatReply>>() : backend_->complete(asked);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i]) {
      const fs::path path = entry_path(folder_, questions[i]);
      std::error_code ignored;
      fs::create_directory(path.parent_path(), ignored);
      if (!write_file(path, reply_cache_entry(questions[i], *answers[i]))) ++counts_.unwritten;
    }
    replies[places[i]] = std::move(answers[i]);
  }
  return replies;
}

Result<std::uint64_t> ReplyCache::count_tokens(std::span<const ChatMessage> messages) {
  return backend_->count_tokens(messages);
}

std::uint64_t ReplyCache::context_tokens() const {
  return backend_->context_tokens();
}

ChatProvenance ReplyCache::provenance() const {
  return backend_->provenance();
}

}  // namespace plumb
