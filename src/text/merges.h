// The merges of byte pair encoding: starting from single bytes, the pair of neighbours
// that was learnt first becomes one token, until no pair is left that was learnt.
// Immutable: any thread may read, each with a Scratch of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/token_id.h"

namespace plumb {

class Merges {
 public:
  struct Merge {
    TokenId left;
    TokenId right;
    TokenId merged;
  };

  Merges() = default;
  // In the order in which they were learnt; of two for one pair the last counts.
  // `bytes` are the ids of the single bytes.
  Merges(std::span<const Merge> merges, const std::array<TokenId, 256>& bytes);

  // What apply() works in; kept from word to word.
  class Scratch {
    friend class Merges;
    struct Symbol {
      TokenId id;
      std::int32_t previous;  // -1: none
      std::int32_t next;      // -1: none
      bool gone;
    };
    struct Candidate {
      std::uint32_t rank;
      std::int32_t at;  // the left of the two
      TokenId merged;

      // std::push_heap keeps the largest at the top: the first learnt, then the leftmost.
      friend bool operator<(const Candidate& a, const Candidate& b) {
        return a.rank != b.rank ? a.rank > b.rank : a.at > b.at;
      }
    };
    std::vector<Symbol> symbols_;
    std::vector<Candidate> heap_;
  };

  // A longer word would not fit the places of a Scratch.
  static constexpr std::size_t kMaxWord = INT32_MAX;

  // Appends the ids of `word`, which has at most kMaxWord bytes. O(n log n).
  void apply(std::string_view word, Scratch& scratch, std::vector<TokenId>& ids) const;

 private:
  struct Slot {
    std::uint64_t pair = kFree;
    std::uint32_t rank = 0;
    TokenId merged = 0;
  };
  static constexpr std::uint64_t kFree = UINT64_MAX;

  const Slot* find(TokenId left, TokenId right) const;
  std::size_t home(std::uint64_t pair) const;
  void offer(Scratch& scratch, std::int32_t at) const;

  std::vector<Slot> slots_;  // a power of two, at most half full; linear probing
  int shift_ = 0;
  std::array<TokenId, 256> bytes_{};
};

}  // namespace plumb
