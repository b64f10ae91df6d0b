#include "stats/totals.h"

#include <fmt/format.h>

namespace plumb {
namespace {

double sum_of(std::span<const std::uint64_t> counts) {
  double sum = 0;  // doubles cannot wrap around
  for (const std::uint64_t count : counts) sum += static_cast<double>(count);
  return sum;
}

}  // namespace

Result<Totals> totals_of(std::span<const std::uint64_t> baseline,
                         std::span<const std::uint64_t> current) {
  if (baseline.size() != current.size()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("both sides have to count the same categories, not {} and {}",
                            baseline.size(), current.size()));
  }
  const Totals totals{sum_of(baseline), sum_of(current)};
  if (totals.baseline == 0 || totals.current == 0) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the {} side counts nothing, so there is nothing to compare",
                            totals.baseline == 0 ? "baseline" : "current"));
  }
  return totals;
}

}  // namespace plumb
