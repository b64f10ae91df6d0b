// Replies kept on disk, so that asking a model the same again costs nothing. Off unless
// somebody opens one: a reply from an earlier day is not a measurement of today's server.
//
// A reply is found again by what could have changed it: who answers (backend, model, hash of
// the weights, server, instruction set, and how many conversations an embedded model decodes
// side by side), the messages, the sampling and the repeat. The conversation's name is not
// part of it. One file a reply, written whole or not at all, so that several processes may
// share a folder. Nothing is ever thrown away; the folder may be.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "chat/backend.h"

namespace plumb {

struct ReplyCacheCounts {
  std::uint64_t found = 0;
  std::uint64_t asked = 0;
  std::uint64_t unreadable = 0;  // entries that were broken: asked again and written anew
  std::uint64_t unwritten = 0;   // replies that could not be kept, say on a full disk
};

class ReplyCache final : public ChatBackend {
 public:
  // Makes the folder where it is missing, for its owner alone: prompts are in it. Fails with
  // io where that cannot be done.
  static Result<std::unique_ptr<ReplyCache>> open(std::unique_ptr<ChatBackend> backend,
                                                  std::filesystem::path folder);

  // What is not kept is asked of the backend in one call. Failures are not kept.
  std::vector<Result<ChatReply>> complete(std::span<const ChatRequest> requests) override;
  Result<std::uint64_t> count_tokens(std::span<const ChatMessage> messages) override;
  std::uint64_t context_tokens() const override;
  ChatProvenance provenance() const override;

  const ReplyCacheCounts& counts() const { return counts_; }

 private:
  ReplyCache(std::unique_ptr<ChatBackend> backend, std::filesystem::path folder);

  std::unique_ptr<ChatBackend> backend_;
  std::filesystem::path folder_;
  ReplyCacheCounts counts_;
};

// What stands for a request in the folder: a canonical document, one line of JSON. Its
// SHA-256 names the entry.
std::string reply_cache_question(const ChatProvenance& provenance, const ChatRequest& request);

// An entry, as it is on disk: the question, the reply, and a SHA-256 over both.
std::string reply_cache_entry(std::string_view question, const ChatReply& reply);

// Fails with corrupt where the bytes are no entry, were changed, or answer another question.
Result<ChatReply> parse_reply_cache_entry(std::string_view bytes, std::string_view question);

}  // namespace plumb
