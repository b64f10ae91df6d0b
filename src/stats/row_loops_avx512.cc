#include <cstddef>

namespace plumb {
namespace {
constexpr std::size_t kRegisterBytes = 64;
}
}  // namespace plumb

#include "stats/row_loops_impl.h"

namespace plumb {
const RowLoops kAvx512RowLoops = kRowLoops;
}  // namespace plumb
