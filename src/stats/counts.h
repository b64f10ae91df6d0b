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

  void merge(const Counts& other) {
    for (const auto& [key, times] : other.items_) add(key, times);
  }

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
