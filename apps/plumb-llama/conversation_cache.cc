#include "conversation_cache.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "loaded_model.h"

namespace plumb {
namespace {

std::uint32_t whole_chunks(std::size_t tokens) {
  return static_cast<std::uint32_t>(tokens / kChunk * kChunk);
}

std::uint32_t known_tokens(std::span<const llama_token> known,
                           std::span<const llama_token> prompt) {
  const auto [end, ignored] = std::ranges::mismatch(known, prompt);
  const auto common = static_cast<std::size_t>(end - known.begin());
  return whole_chunks(std::min(common, prompt.size() - 1));
}

}  // namespace

ConversationCache::ConversationCache(llama_context* context, std::uint32_t sequences,
                                     std::uint64_t kept_bytes, bool reuse)
    : context_(context),
      memory_(llama_get_memory(context)),
      sequences_(sequences),
      kept_bytes_(kept_bytes),
      reuse_(reuse) {}

ConversationCache::Sequence& ConversationCache::at(llama_seq_id sequence) {
  return sequences_[static_cast<std::size_t>(sequence)];
}

bool ConversationCache::has_free_sequence() const {
  return std::ranges::any_of(sequences_, [](const Sequence& s) { return !s.taken; });
}

// That of the conversation, else an empty one, else the one that waited longest.
llama_seq_id ConversationCache::sequence_for(const std::string& conversation) const {
  const auto rank = [&](const Sequence& s) {
    const bool own = !s.known.empty() && s.conversation == conversation;
    return std::pair(own ? 0 : s.known.empty() ? 1 : 2, s.used);
  };
  const Sequence* best = nullptr;
  for (const Sequence& s : sequences_) {
    if (!s.taken && (best == nullptr || rank(s) < rank(*best))) best = &s;
  }
  return static_cast<llama_seq_id>(best - sequences_.data());
}

ConversationCache::Place ConversationCache::take(const std::string& conversation,
                                                 std::span<const llama_token> prompt) {
  const llama_seq_id sequence = sequence_for(conversation);
  Sequence& slot = at(sequence);
  if (slot.conversation != conversation) {
    put_aside(sequence);
    bring_back(sequence, conversation);
  }
  slot.conversation = conversation;
  slot.taken = true;
  slot.used = ++takes_;
  std::uint32_t known = known_tokens(slot.known, prompt);
  // A recurrent model cannot go back to where it was.
  const bool cut =
      known > 0 && llama_memory_seq_rm(memory_, sequence, static_cast<llama_pos>(known), -1);
  if (!cut) {
    clear(sequence);
    known = 0;
  }
  slot.known.clear();
  return {sequence, known};
}

void ConversationCache::leave(llama_seq_id sequence, std::span<const llama_token> prompt) {
  Sequence& slot = at(sequence);
  slot.taken = false;
  const std::uint32_t known = reuse_ ? whole_chunks(prompt.size()) : 0;
  if (known == 0 || !llama_memory_seq_rm(memory_, sequence, static_cast<llama_pos>(known), -1)) {
    clear(sequence);
    return;
  }
  slot.known.assign(prompt.begin(), prompt.begin() + known);
}

void ConversationCache::forget(llama_seq_id sequence) {
  at(sequence).taken = false;
  clear(sequence);
}

void ConversationCache::clear(llama_seq_id sequence) {
  at(sequence).known.clear();
  llama_memory_seq_rm(memory_, sequence, -1, -1);
}

void ConversationCache::put_aside(llama_seq_id sequence) {
  Sequence& slot = at(sequence);
  if (slot.known.empty()) return;
  Copy copy{std::move(slot.known), {}, slot.used};
  copy.state.resize(llama_state_seq_get_size(context_, sequence));
  const std::size_t written =
      llama_state_seq_get_data(context_, copy.state.data(), copy.state.size(), sequence);
  clear(sequence);
  if (written != copy.state.size() || copy.state.size() > kept_bytes_) return;
  copied_bytes_ += copy.state.size();
  copies_[slot.conversation] = std::move(copy);
  while (copied_bytes_ > kept_bytes_) {
    const auto oldest =
        std::ranges::min_element(copies_, {}, [](const auto& entry) { return entry.second.used; });
    copied_bytes_ -= oldest->second.state.size();
    copies_.erase(oldest);
  }
}

void ConversationCache::bring_back(llama_seq_id sequence, const std::string& conversation) {
  const auto found = copies_.find(conversation);
  if (found == copies_.end()) return;
  const Copy copy = std::move(found->second);
  copied_bytes_ -= copy.state.size();
  copies_.erase(found);
  const std::size_t read =
      llama_state_seq_set_data(context_, copy.state.data(), copy.state.size(), sequence);
  if (read == copy.state.size()) {
    at(sequence).known = copy.known;
  } else {
    clear(sequence);
  }
}

}  // namespace plumb
