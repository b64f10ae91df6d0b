// A trie over bytes as a double array: one step is one look into a table. Built once from
// all its keys; immutable: any thread may read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "text/token_id.h"

namespace plumb {

class ByteTrie {
 public:
  ByteTrie() = default;
  // The index of a key is its id; of two equal ones the last counts. An empty key is
  // never found. O(bytes of all keys), times a bounded search for free places.
  explicit ByteTrie(std::span<const std::string_view> keys);

  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The node that `byte` leads to, or kNone.
  std::uint32_t child(std::uint32_t node, char byte) const {
    const std::uint32_t at = nodes_[node].base ^ static_cast<std::uint8_t>(byte);
    return nodes_[at].parent == node ? at : kNone;
  }
  TokenId id(std::uint32_t node) const { return nodes_[node].id; }  // -1: no key ends here

  std::optional<TokenId> find(std::string_view key) const;

 private:
  struct Node {
    std::uint32_t base = 0;
    std::uint32_t parent = kNone;  // kNone: free
    TokenId id = -1;
  };

  class Builder;

  std::vector<Node> nodes_;  // whole blocks of 256: a child of `base` is in its block
};

}  // namespace plumb
