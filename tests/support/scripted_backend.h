// A chat backend for tests of logic: a reply is a function of the request, a token is a word, and
// every fault that a real backend has can be had at will.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "chat/backend.h"
#include "text/words.h"

namespace plumb::testing {

struct ScriptedOptions {
  std::uint64_t context_tokens = 100'000;
  std::uint64_t side_by_side = 4;
  std::uint64_t reply_words = 12;
  // Of the n-th request since the backend was made: an error in place of the reply.
  std::function<std::optional<Error>(std::uint64_t n)> fault = {};
  // Called before the n-th request is answered: a place to wait, or to be killed.
  std::function<void(std::uint64_t n)> before = {};
  std::string model = "scripted";
};

inline std::uint64_t words_in(std::string_view text) {
  return words_of(text).size();
}

class ScriptedBackend final : public ChatBackend {
 public:
  explicit ScriptedBackend(ScriptedOptions options = {}) : options_(std::move(options)) {}

  std::vector<Result<ChatReply>> complete(std::span<const ChatRequest> requests) override {
    std::vector<Result<ChatReply>> replies;
    ++calls;
    for (const ChatRequest& request : requests) {
      const std::uint64_t n = seen.size();
      seen.push_back(request);
      if (options_.before) options_.before(n);
      const auto error = options_.fault ? options_.fault(n) : std::nullopt;
      if (error) {
        replies.emplace_back(std::unexpected(*error));
      } else {
        replies.emplace_back(reply_to(request));
      }
    }
    return replies;
  }

  // A word, and four for the template around each message.
  Result<std::uint64_t> count_tokens(std::span<const ChatMessage> messages) override {
    std::uint64_t tokens = 0;
    for (const ChatMessage& message : messages) tokens += 4 + words_in(message.content);
    return tokens;
  }

  std::uint64_t context_tokens() const override { return options_.context_tokens; }

  ChatProvenance provenance() const override {
    ChatProvenance provenance;
    provenance.backend = "scripted";
    provenance.model = options_.model;
    provenance.context_tokens = options_.context_tokens;
    provenance.side_by_side = options_.side_by_side;
    return provenance;
  }

  std::vector<ChatRequest> seen;
  std::uint64_t calls = 0;

 private:
  // Words that depend on every message, some of them the instruction's own, so that scores differ.
  ChatReply reply_to(const ChatRequest& request) {
    std::uint64_t state = request.sampling.seed;
    for (const ChatMessage& message : request.messages) {
      state = hash64(message.content, state);
    }
    const auto asked = words_of(request.messages.back().content);
    ChatReply reply;
    const std::uint64_t count =
        std::min<std::uint64_t>(options_.reply_words, request.sampling.max_tokens);
    for (std::uint64_t i = 0; i < count; ++i) {
      state = hash64("next", state);
      if (i > 0) reply.text += ' ';
      const bool own = !asked.empty() && state % 3 == 0;
      reply.text += own ? asked[state / 3 % asked.size()].lower : fmt::format("w{}", state % 40);
    }
    reply.finish = count < options_.reply_words ? FinishReason::length : FinishReason::stop;
    reply.prompt_tokens = *count_tokens(request.messages);
    reply.completion_tokens = count;
    return reply;
  }

  ScriptedOptions options_;
};

}  // namespace plumb::testing
