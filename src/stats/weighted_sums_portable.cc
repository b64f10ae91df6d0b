#include "stats/weighted_sums_impl.h"

namespace plumb {
namespace {

struct PortableTile {
  static constexpr std::size_t kComponents = 1;
  static constexpr std::size_t kBlockPairs = 32;

  template <std::size_t components>
  static void add(const std::int16_t* vectors, std::size_t dimension, const std::int16_t* weights,
                  std::size_t pairs, std::int32_t* sums) {
    static_assert(components == 1);
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const std::int32_t first = vectors[pair * 2 * dimension];
      const std::int32_t second = vectors[pair * 2 * dimension + 1];
      const std::int16_t* const weight = weights + pair * 2 * kBatchDraws;
      for (std::size_t draw = 0; draw < kBatchDraws; ++draw) {
        sums[draw] += first * weight[2 * draw] + second * weight[2 * draw + 1];
      }
    }
  }
};

}  // namespace

const SumLoops kPortableSumLoops = {sum_counts<std::uint32_t>, sum_counts<std::uint64_t>,
                                    sum_dense<PortableTile>, order_by_row};

}  // namespace plumb
