#include <cstddef>

namespace plumb {
namespace {
constexpr std::size_t kRegisterBytes = 16;
}
}  // namespace plumb

#include "stats/row_loops_impl.h"

namespace plumb {
const RowLoops kPortableRowLoops = kRowLoops;
}  // namespace plumb
