// The vectors of the newest distinct texts, in bounded memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "encode/token_runs.h"

namespace plumb {

class RememberedVectors {
 public:
  explicit RememberedVectors(std::size_t capacity) : capacity_(capacity) {}

  // The slot that holds the vector of this run. Slots stay as they are until
  // the next remember().
  std::optional<std::size_t> find(std::span<const TokenId> run) const;
  std::span<const float> vector(std::size_t slot) const;

  // Keeps the vector in place of the oldest one, if there is no room. The run
  // must not be there already.
  void remember(std::span<const TokenId> run, std::span<const float> vector);

 private:
  struct Slot {
    std::vector<TokenId> run;
    std::vector<float> vector;
  };
  std::size_t capacity_;
  std::size_t oldest_ = 0;
  std::vector<Slot> slots_;
  std::unordered_multimap<std::size_t, std::size_t> slot_of_hash_;
};

}  // namespace plumb
