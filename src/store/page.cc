#include "store/page.h"

namespace plumb {

std::size_t how_many_fit(std::span<const std::int64_t> rows) {
  std::size_t count = 0;
  std::int64_t bytes = 0;
  for (const std::int64_t each : rows) {
    bytes += each;
    if (count > 0 && bytes > kMostPageBytes) break;
    ++count;
  }
  return count;
}

}  // namespace plumb
