// The innermost loop of subset_sums.h, in a version an instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace plumb {

// Components that are summed together: a cache line of 32-bit sums.
inline constexpr std::size_t kChunk = 16;

// At most kBlockRows rows, and at most kChunk components of each.
struct SubsetBlock {
  const std::int16_t* pairs;  // the first component's numbers of the first two rows
  std::size_t stride;         // from a pair of rows to the next
  std::size_t pair_count;
  std::size_t components;
};

// sums[draw][kChunk] += the sums of the rows that subsets[draw] names (SideSubsets::of_block).
using SubsetLoop = void (*)(const SubsetBlock& block, const std::uint64_t* subsets,
                            std::size_t draws, std::int32_t* sums);

void add_subsets_portable(const SubsetBlock& block, const std::uint64_t* subsets, std::size_t draws,
                          std::int32_t* sums);
void add_subsets_avx2(const SubsetBlock& block, const std::uint64_t* subsets, std::size_t draws,
                      std::int32_t* sums);
void add_subsets_avx512(const SubsetBlock& block, const std::uint64_t* subsets, std::size_t draws,
                        std::int32_t* sums);

}  // namespace plumb
