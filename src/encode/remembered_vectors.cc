#include "encode/remembered_vectors.h"

#include <algorithm>

namespace plumb {

std::optional<std::size_t> RememberedVectors::find(std::span<const TokenId> run) const {
  const auto [begin, end] = slot_of_hash_.equal_range(hash_tokens(run));
  for (auto found = begin; found != end; ++found) {
    if (std::ranges::equal(slots_[found->second].run, run)) return found->second;
  }
  return std::nullopt;
}

std::span<const float> RememberedVectors::vector(std::size_t slot) const {
  return slots_[slot].vector;
}

void RememberedVectors::remember(std::span<const TokenId> run, std::span<const float> vector) {
  if (capacity_ == 0) return;
  std::size_t slot = slots_.size();
  if (slot < capacity_) {
    slots_.emplace_back();
  } else {
    slot = oldest_;
    oldest_ = (oldest_ + 1) % capacity_;
    const auto [begin, end] = slot_of_hash_.equal_range(hash_tokens(slots_[slot].run));
    slot_of_hash_.erase(std::find_if(begin, end, [&](const auto& e) { return e.second == slot; }));
  }
  slots_[slot].run.assign(run.begin(), run.end());
  slots_[slot].vector.assign(vector.begin(), vector.end());
  slot_of_hash_.emplace(hash_tokens(run), slot);
}

}  // namespace plumb
