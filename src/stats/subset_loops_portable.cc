#include <cstddef>

namespace plumb {
namespace {
constexpr std::size_t kRegisterBytes = 16;
}
}  // namespace plumb

#include "stats/subset_loops_impl.h"

namespace plumb {
void add_subsets_portable(const SubsetBlock& block, const std::uint64_t* subsets, std::size_t draws,
                          std::int32_t* sums) {
  add_subsets(block, subsets, draws, sums);
}
}  // namespace plumb
