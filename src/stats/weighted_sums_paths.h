// The versions of the loops in weighted_sums_impl.h, one an instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "stats/feature_table.h"

namespace plumb {

struct SumLoops {
  void (*counts_32)(const FeatureTable&, const std::uint8_t* weights, std::uint32_t* sums);
  void (*counts_64)(const FeatureTable&, const std::uint8_t* weights, std::uint64_t* sums);
  // Of the rows first to last: [component][draw] and [column][draw].
  void (*dense)(const FeatureTable&, std::size_t first, std::size_t last,
                const std::uint8_t* weights, std::int32_t* vectors, std::int32_t* columns);
  void (*order_by_row)(const std::uint8_t* by_draw, std::size_t rows, std::uint8_t* by_row);
};

extern const SumLoops kPortableSumLoops;
extern const SumLoops kAvx2SumLoops;
extern const SumLoops kAvx512SumLoops;

}  // namespace plumb
