// A GGUF model with its context: what llama.cpp knows, in the words of Plumb.
//
// The settings are those under which a token's numbers do not depend on how many other rows are
// computed beside it (docs/architecture.md): no flash attention, which splits a row's sum by
// the number of threads; a cache of its own for each sequence, so that cell i holds position i;
// weights as they are in the file, not repacked.
#pragma once

#include <llama.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chat/worker_protocol.h"
#include "chat_template.h"
#include "parent_link.h"

namespace plumb {

class LoadedModel {
 public:
  // Fails with corrupt (no model that llama.cpp can read), unsupported (no chat model), or io
  // (no memory for the context).
  static Result<LoadedModel> load(const WorkerLoad& wish, ParentLink& parent);

  // The messages in the model's own chat template, with the beginning of the reply.
  Result<std::vector<llama_token>> prompt(std::span<const ChatMessage> messages) const;

  // The bytes that a token stands for; none for a control token.
  std::string piece(llama_token token) const;
  bool ends_reply(llama_token token) const { return llama_vocab_is_eog(vocab_, token); }

  llama_context* context() const { return context_.get(); }
  std::uint32_t vocabulary_size() const;
  std::uint32_t context_tokens() const { return context_tokens_; }  // of one conversation
  std::uint32_t side_by_side() const { return side_by_side_; }
  WorkerReady description() const;

 private:
  LoadedModel() = default;
  Result<void> open_context(const WorkerLoad& wish);

  struct Free {
    void operator()(llama_model* model) const { llama_model_free(model); }
    void operator()(llama_context* context) const { llama_free(context); }
  };
  std::unique_ptr<llama_model, Free> model_;
  std::unique_ptr<llama_context, Free> context_;
  const llama_vocab* vocab_ = nullptr;
  std::optional<ChatTemplate> template_;
  std::uint32_t context_tokens_ = 0;
  std::uint32_t side_by_side_ = 1;
};

// The rows of a prompt that are computed in one go, and what a conversation's known beginning
// is counted in.
inline constexpr std::uint32_t kChunk = 64;

// Collects what llama.cpp complains about, for the sentence of an error; it goes to standard
// error as well. Call once, before anything else of llama.cpp.
void collect_complaints();

}  // namespace plumb
