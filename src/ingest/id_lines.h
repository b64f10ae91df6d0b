// Which ids came before, and in which line, in about 24 bytes an id.
//
// Ids are kept as 88 bits of hash, not as text: the chance that two different
// ids among n count as one is n^2 / 2^89, below 1e-12 for ten million.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace plumb {

class IdLines {
 public:
  // Remembers that `id` stands in `line` (from 1, below 2^40); the line where it
  // stood before, and nothing else, if it did.
  std::optional<std::uint64_t> insert(std::string_view id, std::uint64_t line);

  std::size_t size() const { return used_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint64_t line = 0;  // 24 more bits of hash, then the line; 0 in an empty slot
  };

  Slot& slot_of(const Slot& wanted);
  void grow();

  std::vector<Slot> slots_;  // open addressing; a power of two, at most three quarters full
  std::size_t used_ = 0;
};

}  // namespace plumb
