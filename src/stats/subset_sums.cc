#include "stats/subset_sums.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "stats/subset_loops.h"

namespace plumb {
namespace {

SubsetLoop loop_of(SumPath path) {
  switch (path) {
    case SumPath::portable:
      return add_subsets_portable;
    case SumPath::avx2:
      return add_subsets_avx2;
    case SumPath::avx512_vnni:
      return add_subsets_avx512;
  }
  std::unreachable();
}

// Five bytes of 0 or 1, and any three behind them, as five bits times 8.
std::uint64_t subset_of(const std::uint8_t* sides) {
  std::uint64_t bytes;
  std::memcpy(&bytes, sides, sizeof bytes);
  // Byte i comes to bit 32 + i by 2^(32 - 7i); no two products of others meet there or carry.
  constexpr std::uint64_t kGather = 1ULL << 32 | 1ULL << 25 | 1ULL << 18 | 1ULL << 11 | 1ULL << 4;
  static_assert(kSubsetRows == 5);
  return ((bytes & 0x01'0101'0101) * kGather) >> 29 & 0xF8;
}

// Of kBlockRows rows. Reads three bytes behind them.
std::uint64_t subsets_of(const std::uint8_t* sides) {
  std::uint64_t subsets = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kBlockSubsets; ++i) {
    subsets |= subset_of(sides + i * kSubsetRows) << (8 * i);
  }
  return subsets;
}

// Of the rows that are left behind whole blocks.
std::uint64_t last_subsets_of(std::span<const std::uint8_t> sides) {
  std::uint8_t padded[kBlockRows + sizeof(std::uint64_t)] = {};
  std::ranges::copy(sides, padded);
  return subsets_of(padded);
}

std::size_t blocks_of(std::size_t rows) {
  return (rows + kBlockRows - 1) / kBlockRows;
}

// 16-bit components of so many rows stay below half of 2^31.
constexpr std::size_t kBlocksTo32Bits = 32'768 / kBlockRows;

// Numbers of a table's pairs of rows: its vectors, or its columns.
struct PairedRows {
  std::span<const std::int16_t> pairs;  // [pair][width][2]
  std::size_t width;
  // The first component that a row of the block has; none: 0.
  std::vector<std::size_t> first_components;
};

// The sums of so many chunks stay in the second cache while the rows pass by, each read as it lies.
constexpr std::size_t kPanelChunks = 32;

// Adds those of a block of rows to sums[chunk][draw][kChunk], of the chunks from the first
// component to the last.
void add_block(const PairedRows& rows, const SideSubsets& sides, std::size_t block,
               std::size_t first, std::size_t last, SubsetLoop loop, std::int32_t* sums) {
  const std::size_t pair = block * kBlockRows / 2;
  const std::size_t pair_count = std::min(kBlockRows / 2, (sides.rows() + 1) / 2 - pair);
  for (; first < last; first += kChunk, sums += sides.draws() * kChunk) {
    const std::size_t components = std::min(kChunk, last - first);
    if (rows.first_components[block] >= first + components) continue;
    const SubsetBlock numbers{rows.pairs.data() + 2 * (pair * rows.width + first), 2 * rows.width,
                              pair_count, components};
    loop(numbers, sides.of_block(block).data(), sides.draws(), sums);
  }
}

// Hands take(draw, first, sums) the sums of a draw's components from the first on, at most kChunk,
// over as many rows as 32 bits hold.
template <class Take>
void sum_chunks(const PairedRows& rows, const SideSubsets& sides, BatchScratch& scratch,
                SumPath path, const Take& take) {
  constexpr std::size_t kPanel = kPanelChunks * kChunk;
  const SubsetLoop loop = loop_of(path);
  const std::size_t blocks = blocks_of(sides.rows());
  for (std::size_t first = 0; first < rows.width; first += kPanel) {
    const std::size_t last = std::min(rows.width, first + kPanel);
    const std::size_t chunks = (last - first + kChunk - 1) / kChunk;
    for (std::size_t start = 0; start < blocks; start += kBlocksTo32Bits) {
      scratch.chunks.assign(chunks * sides.draws() * kChunk, 0);
      for (std::size_t block = start; block < std::min(blocks, start + kBlocksTo32Bits); ++block) {
        add_block(rows, sides, block, first, last, loop, scratch.chunks.data());
      }
      const std::int32_t* sums = scratch.chunks.data();
      for (std::size_t from = first; from < last; from += kChunk) {
        for (std::size_t draw = 0; draw < sides.draws(); ++draw, sums += kChunk) {
          take(draw, from, std::span(sums, std::min(kChunk, last - from)));
        }
      }
    }
  }
}

PairedRows vectors_of(const FeatureTable& table) {
  PairedRows rows{table.vector_pairs(), table.dimension(), {}};
  for (std::size_t row = 0; row < table.rows(); row += kBlockRows) {
    std::size_t first = table.dimension();
    for (std::size_t i = row; i < std::min(table.rows(), row + kBlockRows); i += 2) {
      first = std::min(first, table.first_component(i / 2));
    }
    rows.first_components.push_back(first);
  }
  return rows;
}

PairedRows columns_of(const FeatureTable& table) {
  return {table.column_pairs(), table.column_features().size(),
          std::vector<std::size_t>(blocks_of(table.rows()))};
}

}  // namespace

void SideSubsets::assign(std::span<const std::uint8_t> sides, std::size_t pooled, std::size_t first,
                         std::size_t rows) {
  draws_ = pooled == 0 ? 0 : sides.size() / pooled;
  rows_ = rows;
  subsets_.resize(blocks_of(rows) * draws_);
  const std::size_t whole = rows / kBlockRows;
  // So many draws are a cache line of what is written, and each is read on where it was left.
  constexpr std::size_t kTogether = 8;
  for (std::size_t from = 0; from < draws_; from += kTogether) {
    const std::size_t to = std::min(draws_, from + kTogether);
    for (std::size_t block = 0; block < blocks_of(rows); ++block) {
      for (std::size_t draw = from; draw < to; ++draw) {
        const std::size_t at = draw * pooled + first + block * kBlockRows;
        const bool is_inside =
            block < whole && at + kBlockRows + sizeof(std::uint64_t) <= sides.size();
        subsets_[block * draws_ + draw] =
            is_inside ? subsets_of(sides.data() + at)
                      : last_subsets_of(
                            sides.subspan(at, std::min(kBlockRows, rows - block * kBlockRows)));
      }
    }
  }
}

void add_side_sums(const FeatureTable& table, const SideSubsets& sides, BatchSums& sums,
                   BatchScratch& scratch, SumPath path) {
  assert(table.rows() == sides.rows());
  using Found = std::span<const std::int32_t>;
  sums.counts.resize(table.features() * sides.draws());
  sums.vectors.resize(table.dimension() * sides.draws());
  const auto add_components = [&](std::size_t draw, std::size_t first, Found found) {
    std::int64_t* const to = sums.vectors.data() + draw * table.dimension() + first;
    for (std::size_t i = 0; i < found.size(); ++i) to[i] += found[i];
  };
  sum_chunks(vectors_of(table), sides, scratch, path, add_components);
  const auto add_counts = [&](std::size_t draw, std::size_t first, Found found) {
    std::uint64_t* const to = sums.counts.data() + draw * table.features();
    for (std::size_t i = 0; i < found.size(); ++i) {
      to[table.column_features()[first + i]] += static_cast<std::uint64_t>(found[i]);
    }
  };
  sum_chunks(columns_of(table), sides, scratch, path, add_counts);
}

void add_side_pairs(const FeatureTable& table, const SideSubsets& sides,
                    std::span<const std::uint8_t> by_draw, std::span<std::int64_t> totals,
                    BatchScratch& scratch, SumPath path) {
  assert(table.rows() == table.dimension() && table.rows() == sides.rows());
  const auto add_pairs = [&](std::size_t draw, std::size_t first,
                             std::span<const std::int32_t> found) {
    const std::uint8_t* const side = by_draw.data() + draw * table.rows() + first;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      total += std::int64_t{found[i]} * std::int64_t{side[i]};
    }
    totals[draw] += total;
  };
  sum_chunks(vectors_of(table), sides, scratch, path, add_pairs);
}

}  // namespace plumb
