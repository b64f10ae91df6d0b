// The loop of subset_loops.h over registers of kRegisterBytes. Included by one .cc file an
// instruction set, each compiled with its flags; everything is in an unnamed namespace, since two
// copies with different instructions must never be merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stats/subset_loops.h"
#include "stats/subset_sums.h"

namespace plumb {
namespace {

using Numbers = std::int32_t __attribute__((vector_size(kRegisterBytes)));
// The same at any address. A memcpy would do, but GCC 12 makes it by way of the stack, in halves,
// and the register that is read from there waits for both. An aligned() on the vector itself would
// do for GCC; Clang goes by the vector's own alignment all the same.
struct [[gnu::packed, gnu::may_alias]] StoredNumbers {
  Numbers numbers;
};
constexpr std::size_t kParts = kChunk * sizeof(std::int32_t) / kRegisterBytes;

constexpr std::size_t kSubsets = std::size_t{1} << kSubsetRows;
constexpr std::size_t kBlockPairs = kBlockRows / 2;

// A chunk of a row, or of a sum of rows.
struct alignas(64) Line {
  Numbers parts[kParts];
};

inline void load_line(const void* from, Line& line) {
  const auto* const parts = static_cast<const StoredNumbers*>(from);
#pragma GCC unroll 4
  for (std::size_t part = 0; part < kParts; ++part) line.parts[part] = parts[part].numbers;
}

inline void store_line(const Line& line, void* to) {
  auto* const parts = static_cast<StoredNumbers*>(to);
#pragma GCC unroll 4
  for (std::size_t part = 0; part < kParts; ++part) parts[part].numbers = line.parts[part];
}

struct SubsetTables {
  Line sums[kBlockSubsets][kSubsets];
};

// Both rows of a pair; behind the block's last row and component are zeros.
inline void read_pair(const SubsetBlock& block, std::size_t pair, Line& first, Line& second) {
  Line both = {};
  if (pair < block.pair_count) {
    const std::int16_t* const from = block.pairs + pair * block.stride;
    if (block.components == kChunk) {
      load_line(from, both);
    } else {
      for (std::size_t i = 0; i < block.components; ++i) {
        std::memcpy(reinterpret_cast<char*>(&both) + i * sizeof(std::int32_t), from + 2 * i,
                    sizeof(std::int32_t));
      }
    }
    __builtin_prefetch(from + kBlockPairs * block.stride);  // the next block's
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    first.parts[part] = (both.parts[part] << 16) >> 16;
    second.parts[part] = both.parts[part] >> 16;
  }
}

// The subsets without a row, then the same with it.
inline void fill_table(const Line* rows, Line* table) {
  for (std::size_t part = 0; part < kParts; ++part) {
    table[0].parts[part] = Numbers{};
#pragma GCC unroll 8
    for (std::size_t row = 0; row < kSubsetRows; ++row) {
      const std::size_t without = std::size_t{1} << row;
#pragma GCC unroll 16
      for (std::size_t i = 0; i < without; ++i) {
        table[without + i].parts[part] = table[i].parts[part] + rows[row].parts[part];
      }
    }
  }
}

inline void fill_tables(const SubsetBlock& block, SubsetTables& tables) {
  static_assert(kBlockSubsets % 2 == 0);
  for (std::size_t subset = 0; subset < kBlockSubsets; subset += 2) {
    Line rows[2 * kSubsetRows];
    for (std::size_t i = 0; i < kSubsetRows; ++i) {
      read_pair(block, subset / 2 * kSubsetRows + i, rows[2 * i], rows[2 * i + 1]);
    }
    fill_table(rows, tables.sums[subset]);
    fill_table(rows + kSubsetRows, tables.sums[subset + 1]);
  }
}

inline void add_subsets(const SubsetBlock& block, const std::uint64_t* subsets, std::size_t draws,
                        std::int32_t* sums) {
  SubsetTables tables;
  fill_tables(block, tables);
  const char* const all = reinterpret_cast<const char*>(&tables);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    Line sum;
    load_line(sums + draw * kChunk, sum);
    std::uint64_t rest = subsets[draw];
#pragma GCC unroll 8
    for (std::size_t subset = 0; subset < kBlockSubsets; ++subset) {
      // A byte is its subset's number times 8, and a line has 64: a product that addresses have.
      static_assert(sizeof(Line) == 64);
      const char* const at = all + subset * sizeof tables.sums[0] + (rest & 0xFF) * 8;
      const Line& line = *reinterpret_cast<const Line*>(at);
#pragma GCC unroll 4
      for (std::size_t part = 0; part < kParts; ++part) sum.parts[part] += line.parts[part];
      rest >>= 8;
    }
    store_line(sum, sums + draw * kChunk);
  }
}

}  // namespace
}  // namespace plumb
