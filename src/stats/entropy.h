// Shannon entropy of counts.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace plumb {

// In bits: log2(n) - (1 / n) sum of count log2(count), which is - sum of p
// log2(p) with no share rounded first. In [0, log2(categories)]; counts of 0
// take no part. O(k). Fails with invalid_input where nothing was counted.
Result<double> shannon_entropy(std::span<const std::uint64_t> counts);

}  // namespace plumb
