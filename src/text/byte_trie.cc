#include "text/byte_trie.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace plumb {
namespace {

constexpr std::size_t kBlock = 256;

// How far a place is looked for before a new block is opened: bounds the time of
// building whatever the keys are.
constexpr std::size_t kBlocksTried = 16;
constexpr int kPlacesTried = 32;

}  // namespace

// Places the children of one node after the other, breadth first.
class ByteTrie::Builder {
 public:
  Builder(std::span<const std::string_view> keys, std::vector<Node>& nodes)
      : keys_(keys), nodes_(nodes), order_(keys.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const int order = keys_[a].compare(keys_[b]);
      return order != 0 ? order < 0 : a < b;
    });
  }

  void build() {
    add_block();
    take(kRoot);
    nodes_[kRoot].parent = kNone - 1;  // taken, and nobody's child
    queue_.push_back({kRoot, 0, static_cast<std::uint32_t>(order_.size()), 0});
    for (std::size_t at = 0; at < queue_.size(); ++at) place_children(queue_[at]);
  }

 private:
  struct Pending {
    std::uint32_t node;
    std::uint32_t first, last;  // of order_: the keys below this node
    std::uint32_t depth;
  };
  struct Child {
    std::uint8_t label;
    std::uint32_t first, last;
  };
  using Free = std::array<std::uint64_t, kBlock / 64>;  // a bit a place

  void place_children(Pending pending) {
    std::uint32_t at = pending.first;
    // The keys that end here sort first, the last given of equal ones behind the others.
    for (; at < pending.last && keys_[order_[at]].size() == pending.depth; ++at) {
      if (pending.depth > 0) nodes_[pending.node].id = static_cast<TokenId>(order_[at]);
    }
    children_.clear();
    while (at < pending.last) {
      const auto label = static_cast<std::uint8_t>(keys_[order_[at]][pending.depth]);
      Child child{label, at, at};
      while (child.last < pending.last &&
             static_cast<std::uint8_t>(keys_[order_[child.last]][pending.depth]) == label) {
        ++child.last;
      }
      at = child.last;
      children_.push_back(child);
    }
    if (children_.empty()) return;
    const std::uint32_t base = find_base();
    nodes_[pending.node].base = base;
    for (const Child& child : children_) {
      const std::uint32_t place = base ^ child.label;
      take(place);
      nodes_[place].parent = pending.node;
      queue_.push_back({place, child.first, child.last, pending.depth + 1});
    }
  }

  // A base for which the places of all children_ are free.
  std::uint32_t find_base() {
    for (std::size_t tried = 0, i = open_.size(); i > 0 && tried < kBlocksTried; ++tried) {
      const std::uint32_t block = open_[--i];
      if (const auto low = base_in(free_[block])) {
        return static_cast<std::uint32_t>(block * kBlock) | *low;
      }
    }
    add_block();
    return static_cast<std::uint32_t>(nodes_.size() - kBlock);
  }

  std::optional<std::uint32_t> base_in(const Free& free) const {
    int tried = 0;
    for (std::size_t word = 0; word < free.size(); ++word) {
      for (std::uint64_t bits = free[word]; bits != 0; bits &= bits - 1) {
        if (++tried > kPlacesTried) return std::nullopt;
        const auto place = static_cast<std::uint32_t>(word * 64) +
                           static_cast<std::uint32_t>(std::countr_zero(bits));
        const std::uint32_t low = place ^ children_.front().label;
        if (std::all_of(children_.begin(), children_.end(), [&](const Child& child) {
              const std::uint32_t at = low ^ child.label;
              return (free[at / 64] >> (at % 64) & 1) != 0;
            })) {
          return low;
        }
      }
    }
    return std::nullopt;
  }

  void add_block() {
    open_.push_back(static_cast<std::uint32_t>(free_.size()));
    free_.emplace_back().fill(~std::uint64_t{0});
    nodes_.resize(nodes_.size() + kBlock);
  }

  void take(std::uint32_t place) {
    const auto block = static_cast<std::uint32_t>(place / kBlock);
    Free& free = free_[block];
    free[place % kBlock / 64] &= ~(std::uint64_t{1} << (place % 64));
    if (std::all_of(free.begin(), free.end(), [](std::uint64_t bits) { return bits == 0; })) {
      open_.erase(std::find(open_.rbegin(), open_.rend(), block).base() - 1);
    }
  }

  std::span<const std::string_view> keys_;
  std::vector<Node>& nodes_;
  std::vector<std::uint32_t> order_;  // ids by key
  std::vector<Pending> queue_;
  std::vector<Child> children_;
  std::vector<Free> free_;           // of each block
  std::vector<std::uint32_t> open_;  // blocks with a free place
};

ByteTrie::ByteTrie(std::span<const std::string_view> keys) {
  Builder(keys, nodes_).build();
}

std::optional<TokenId> ByteTrie::find(std::string_view key) const {
  std::uint32_t node = kRoot;
  for (const char byte : key) {
    node = child(node, byte);
    if (node == kNone) return std::nullopt;
  }
  return id(node) >= 0 ? std::optional(id(node)) : std::nullopt;
}

}  // namespace plumb
