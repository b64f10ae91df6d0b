#include "text/merges.h"

#include <algorithm>
#include <bit>

namespace plumb {
namespace {

std::uint64_t pair_of(TokenId left, TokenId right) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
         static_cast<std::uint32_t>(right);
}

}  // namespace

Merges::Merges(std::span<const Merge> merges, const std::array<TokenId, 256>& bytes)
    : bytes_(bytes) {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * merges.size(), 2));
  shift_ = 64 - std::countr_zero(slots);
  slots_.resize(slots);
  std::uint32_t rank = 0;
  for (const Merge& merge : merges) {
    const std::uint64_t pair = pair_of(merge.left, merge.right);
    std::size_t at = home(pair);
    while (slots_[at].pair != kFree && slots_[at].pair != pair) at = (at + 1) & (slots - 1);
    slots_[at] = {pair, rank++, merge.merged};
  }
}

std::size_t Merges::home(std::uint64_t pair) const {
  pair ^= pair >> 29;
  return static_cast<std::size_t>(pair * 0x9E3779B97F4A7C15 >> shift_);
}

const Merges::Slot* Merges::find(TokenId left, TokenId right) const {
  const std::uint64_t pair = pair_of(left, right);
  for (std::size_t at = home(pair); slots_[at].pair != kFree; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].pair == pair) return &slots_[at];
  }
  return nullptr;
}

// The pair that starts at `at`, when it was learnt.
void Merges::offer(Scratch& scratch, std::int32_t at) const {
  const auto& symbols = scratch.symbols_;
  const Scratch::Symbol& left = symbols[static_cast<std::size_t>(at)];
  if (left.next < 0) return;
  const Slot* merge = find(left.id, symbols[static_cast<std::size_t>(left.next)].id);
  if (merge == nullptr) return;
  scratch.heap_.push_back({merge->rank, at, merge->merged});
  std::push_heap(scratch.heap_.begin(), scratch.heap_.end());
}

void Merges::apply(std::string_view word, Scratch& scratch, std::vector<TokenId>& ids) const {
  auto& symbols = scratch.symbols_;
  auto& heap = scratch.heap_;
  const auto size = static_cast<std::int32_t>(word.size());
  symbols.clear();
  heap.clear();
  for (std::int32_t i = 0; i < size; ++i) {
    const auto byte = static_cast<std::uint8_t>(word[static_cast<std::size_t>(i)]);
    symbols.push_back({bytes_[byte], i - 1, i + 1 < size ? i + 1 : -1, false});
  }
  for (std::int32_t i = 0; i + 1 < size; ++i) offer(scratch, i);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const Scratch::Candidate best = heap.back();
    heap.pop_back();
    Scratch::Symbol& left = symbols[static_cast<std::size_t>(best.at)];
    if (left.gone || left.next < 0) continue;
    Scratch::Symbol& right = symbols[static_cast<std::size_t>(left.next)];
    // One of the two may have become part of another since. Like the reference, what
    // they would become is compared, not when that was learnt.
    const Slot* merge = find(left.id, right.id);
    if (merge == nullptr || merge->merged != best.merged) continue;
    left.id = best.merged;
    left.next = right.next;
    right.gone = true;
    if (right.next >= 0) symbols[static_cast<std::size_t>(right.next)].previous = best.at;
    if (left.previous >= 0) offer(scratch, left.previous);
    offer(scratch, best.at);
  }
  for (const Scratch::Symbol& symbol : symbols) {
    if (!symbol.gone) ids.push_back(symbol.id);
  }
}

}  // namespace plumb
