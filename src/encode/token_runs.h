// Token ids of many texts, one run after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "text/wordpiece.h"

namespace plumb {

struct TokenRuns {
  std::vector<TokenId> ids;
  std::vector<std::size_t> offsets{0};  // run i: [offsets[i], offsets[i + 1])

  std::size_t size() const { return offsets.size() - 1; }
  std::size_t length(std::size_t i) const { return offsets[i + 1] - offsets[i]; }
  std::span<const TokenId> operator[](std::size_t i) const {
    return std::span(ids).subspan(offsets[i], length(i));
  }
  // Ends the run that was appended to `ids`.
  void close() { offsets.push_back(ids.size()); }
  // Takes the run that was closed last away again.
  void drop_last() {
    offsets.pop_back();
    ids.resize(offsets.back());
  }
  void clear() {
    ids.clear();
    offsets.assign(1, 0);
  }
};

// FNV-1a over the ids, 64 bits.
inline std::size_t hash_tokens(std::span<const TokenId> run) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const TokenId id : run) hash = (hash ^ static_cast<std::uint32_t>(id)) * 0x100000001b3U;
  return hash ^ (hash >> 29);
}

// Runs, each kept once. Equal hashes are always compared in full.
class DistinctRuns {
 public:
  DistinctRuns() = default;
  DistinctRuns(const DistinctRuns&) = delete;  // `seen_` points into `runs_`
  DistinctRuns& operator=(const DistinctRuns&) = delete;

  // Where to append the ids of the next run.
  std::vector<TokenId>& next() { return runs_.ids; }
  // The ids appended since the last add() or discard().
  std::span<const TokenId> pending() const {
    return std::span(runs_.ids).subspan(runs_.offsets.back());
  }
  // Ends the pending run; the index of the first run equal to it.
  std::size_t add() {
    runs_.close();
    const auto [place, added] = seen_.insert(runs_.size() - 1);
    if (!added) runs_.drop_last();
    return *place;
  }
  void discard() { runs_.ids.resize(runs_.offsets.back()); }
  void clear() {
    seen_.clear();
    runs_.clear();
  }
  const TokenRuns& runs() const { return runs_; }

 private:
  struct Hash {
    const TokenRuns* runs;
    std::size_t operator()(std::size_t i) const { return hash_tokens((*runs)[i]); }
  };
  struct Equal {
    const TokenRuns* runs;
    bool operator()(std::size_t a, std::size_t b) const {
      return std::ranges::equal((*runs)[a], (*runs)[b]);
    }
  };
  TokenRuns runs_;
  std::unordered_set<std::size_t, Hash, Equal> seen_{0, Hash{&runs_}, Equal{&runs_}};
};

}  // namespace plumb
