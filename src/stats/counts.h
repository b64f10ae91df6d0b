// How often each key came: the plainest sketch, exact and mergeable.
//
// Merging is addition, so parts merged in any order and grouping equal the
// whole. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>

namespace plumb {

template <class Key>
class Counts {
 public:
  void add(const Key& key, std::uint64_t times = 1) {
    if (times == 0) return;
    items_[key] += times;
    total_ += times;
  }

  // Adds many pairs of key and times, ascending by key. Keys that lie close
  // together cost a step each instead of a search: a text's characters by the million.
  template <class Pairs>
  void add_ascending(const Pairs& pairs) {
    constexpr int kSteps = 8;
    auto at = items_.begin();
    for (const auto& [key, times] : pairs) {
      if (times == 0) continue;
      for (int step = 0; step < kSteps && at != items_.end() && at->first < key; ++step) ++at;
      if (at != items_.end() && at->first < key) at = items_.lower_bound(key);
      if (at == items_.end() || key < at->first) at = items_.emplace_hint(at, key, 0);
      at->second += times;
      total_ += times;
    }
  }

  void merge(const Counts& other) { add_ascending(other.items_); }

  std::uint64_t of(const Key& key) const {
    const auto found = items_.find(key);
    return found == items_.end() ? 0 : found->second;
  }

  std::uint64_t total() const { return total_; }
  // Ascending by key; no count is 0.
  const std::map<Key, std::uint64_t>& items() const { return items_; }

  friend bool operator==(const Counts&, const Counts&) = default;

 private:
  std::map<Key, std::uint64_t> items_;
  std::uint64_t total_ = 0;
};

}  // namespace plumb
