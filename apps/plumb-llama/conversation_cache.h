// Which conversation's keys and values are in which sequence of the context, and those that
// had to make room, kept as copies.
//
// What is known of a conversation is whole chunks of a prompt, each computed as one batch of
// kChunk rows from a multiple of kChunk on. A prompt that begins with the same tokens takes
// them over; everything behind them, a reply among it, is computed as if it were new. So the
// numbers are those that a computation from scratch gives, whatever the kernels do with other
// counts of rows.
#pragma once

#include <llama.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace plumb {

class ConversationCache {
 public:
  // `kept_bytes` bounds the copies; without `reuse` nothing is ever taken over.
  ConversationCache(llama_context* context, std::uint32_t sequences, std::uint64_t kept_bytes,
                    bool reuse);

  struct Place {
    llama_seq_id sequence = 0;
    std::uint32_t known = 0;  // tokens of the prompt that are in the cache already
  };

  // A sequence that holds the known beginning of this prompt and nothing else; it is taken
  // until `leave`. There has to be a free one. The prompt's last token is never known: somebody
  // has to compute the logits behind it.
  Place take(const std::string& conversation, std::span<const llama_token> prompt);

  // The prompt was computed, and whatever came after it. Keeps its whole chunks.
  void leave(llama_seq_id sequence, std::span<const llama_token> prompt);

  // The computation failed: nothing in the sequence is to be trusted.
  void forget(llama_seq_id sequence);

  bool has_free_sequence() const;

 private:
  struct Sequence {
    std::string conversation;
    std::vector<llama_token> known;
    std::uint64_t used = 0;  // when, in takes
    bool taken = false;
  };
  struct Copy {
    std::vector<llama_token> known;
    std::vector<std::uint8_t> state;
    std::uint64_t used = 0;
  };

  Sequence& at(llama_seq_id sequence);
  llama_seq_id sequence_for(const std::string& conversation) const;
  void put_aside(llama_seq_id sequence);
  void bring_back(llama_seq_id sequence, const std::string& conversation);
  void clear(llama_seq_id sequence);

  llama_context* context_;
  llama_memory_t memory_;
  std::vector<Sequence> sequences_;
  std::map<std::string, Copy> copies_;
  std::uint64_t copied_bytes_ = 0;
  std::uint64_t kept_bytes_;
  std::uint64_t takes_ = 0;
  bool reuse_;
};

}  // namespace plumb
