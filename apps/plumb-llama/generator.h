// Answers requests: prompts one after the other and chunk by chunk, replies side by side, one
// token of each in a batch.
//
// A prompt's chunk is always a batch of its own, so its numbers are those of that shape; in a
// batch of replies each row is computed by the kernels that compute a single one, as long as
// there are fewer rows than kMaxSideBySide.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conversation_cache.h"
#include "loaded_model.h"
#include "parent_link.h"

namespace plumb {

// From 8 rows on ggml's tiled kernels take over, whose sums are in another order.
inline constexpr std::uint32_t kMaxSideBySide = 7;

class Generator {
 public:
  Generator(const LoadedModel& model, ParentLink& parent, std::uint64_t kept_bytes, bool reuse);
  ~Generator();

  // Replies to each, through the parent's link. Returns when all are done.
  void answer(const WorkerAsk& ask);

 private:
  struct Running;

  void begin(std::size_t index);
  Result<void> compute_prompt(Running& running, std::uint32_t known);
  void decode_next();
  void choose_token(Running& running, std::int32_t row);
  void finish_done();
  void stop_if_told();
  Result<void> decode(bool alone);

  const LoadedModel& model_;
  ParentLink& parent_;
  ConversationCache cache_;
  llama_batch batch_;
  const WorkerAsk* ask_ = nullptr;
  std::deque<std::size_t> waiting_;  // indices of requests
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace plumb
