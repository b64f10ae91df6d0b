#include <cstddef>

namespace plumb {
namespace {
constexpr std::size_t kRegisterBytes = 32;
}
}  // namespace plumb

#include "stats/subset_loops_impl.h"

namespace plumb {
void add_subsets_avx2(const SubsetBlock& block, const std::uint64_t* subsets, std::size_t draws,
                      std::int32_t* sums) {
  add_subsets(block, subsets, draws, sums);
}
}  // namespace plumb
