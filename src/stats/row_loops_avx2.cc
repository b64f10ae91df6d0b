#include <cstddef>

namespace plumb {
namespace {
constexpr std::size_t kRegisterBytes = 32;
}
}  // namespace plumb

#include "stats/row_loops_impl.h"

namespace plumb {
const RowLoops kAvx2RowLoops = kRowLoops;
}  // namespace plumb
