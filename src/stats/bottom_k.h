// The k items that come first in an order: with a hash for the order, a uniform
// sample that does not depend on the order of arrival, and that merges (Cohen
// and Kaplan 2007, "Summarizing data using bottom-k sketches").
//
// `Earlier(a, b)` is a strict order, transparent for whatever key admits() is
// asked with. Items are distinct in it. Not thread-safe: items() of a sketch that
// was added to since sorts it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace plumb {

template <class Item, class Earlier>
class BottomK {
 public:
  explicit BottomK(std::size_t k) : k_(k) {}

  std::size_t size() const { return items_.size(); }

  // Whether an item with this key would be kept. O(1): ask before building one.
  template <class Key>
  bool admits(const Key& key) const {
    if (items_.size() < k_) return true;
    if (k_ == 0) return false;
    return Earlier()(key, sorted_ ? items_.back() : items_.front());
  }

  // O(log k).
  void add(Item item) {
    if (!admits(item)) return;
    if (sorted_ && items_.size() < k_ && (items_.empty() || Earlier()(items_.back(), item))) {
      items_.push_back(std::move(item));  // as from a file, which is in order
      return;
    }
    if (sorted_) std::ranges::make_heap(items_, Earlier());  // the last in front
    sorted_ = false;
    if (items_.size() == k_) {
      std::ranges::pop_heap(items_, Earlier());
      items_.back() = std::move(item);
    } else {
      items_.push_back(std::move(item));
    }
    std::ranges::push_heap(items_, Earlier());
  }

  // An item that both hold, or none: parts of one whole have none. O(k).
  const Item* shared_with(const BottomK& other) const {
    const auto mine = items();
    const auto others = other.items();
    for (std::size_t i = 0, j = 0; i < mine.size() && j < others.size();) {
      if (Earlier()(mine[i], others[j])) {
        ++i;
      } else if (Earlier()(others[j], mine[i])) {
        ++j;
      } else {
        return &mine[i];
      }
    }
    return nullptr;
  }

  // The first k of both. Nothing is shared. O(k).
  void merge(const BottomK& other) {
    sort();
    std::vector<Item> merged;
    merged.reserve(std::min(k_, items_.size() + other.size()));
    auto mine = items_.begin();
    const auto others = other.items();
    auto theirs = others.begin();
    while (merged.size() < k_ && (mine != items_.end() || theirs != others.end())) {
      if (theirs == others.end() || (mine != items_.end() && Earlier()(*mine, *theirs))) {
        merged.push_back(std::move(*mine++));
      } else {
        merged.push_back(*theirs++);
      }
    }
    items_ = std::move(merged);
  }

  // Changes every item in a way that leaves the order as it is.
  template <class Change>
  void for_each(Change change) {
    for (Item& item : items_) change(item);
  }

  // In the order.
  std::span<const Item> items() const {
    sort();
    return items_;
  }

  friend bool operator==(const BottomK& a, const BottomK& b) {
    return a.k_ == b.k_ && std::ranges::equal(a.items(), b.items());
  }

 private:
  void sort() const {
    if (sorted_) return;  // writes nothing: threads may share what was sorted once
    std::ranges::sort_heap(items_, Earlier());
    sorted_ = true;
  }

  std::size_t k_;
  mutable std::vector<Item> items_;  // sorted, or a heap
  mutable bool sorted_ = true;
};

}  // namespace plumb
