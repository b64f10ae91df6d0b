#include "stats/midranks.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace plumb {

Midranks midranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  Midranks result{std::vector<double>(values.size()), 0};
  for (std::size_t start = 0; start < order.size();) {
    std::size_t end = start + 1;
    while (end < order.size() && values[order[end]] == values[order[start]]) ++end;
    const double shared = static_cast<double>(start + end + 1) / 2;  // mean of start + 1 .. end
    for (std::size_t i = start; i < end; ++i) result.ranks[order[i]] = shared;
    const auto tied = static_cast<double>(end - start);
    result.tie_sum += tied * tied * tied - tied;
    start = end;
  }
  return result;
}

}  // namespace plumb
