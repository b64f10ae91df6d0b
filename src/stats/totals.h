// What a statistic of two lists of counts asks of them.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace plumb {

struct Totals {
  double baseline = 0;
  double current = 0;
};

// The sums of both sides, as doubles (exact below 2^53). Fails with
// invalid_input where the sides name different numbers of categories and where a
// side counts nothing.
Result<Totals> totals_of(std::span<const std::uint64_t> baseline,
                         std::span<const std::uint64_t> current);

}  // namespace plumb
