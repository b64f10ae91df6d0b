// Jensen-Shannon divergence and distance of two distributions.
#pragma once

#include <span>

#include "base/result.h"

namespace plumb {

struct JensenShannon {
  double divergence = 0;  // in bits, in [0, 1]: 0 for equal shares, 1 for none in common
  double distance = 0;    // its square root, a metric (Endres and Schindelin 2003)
};

// With p and q the shares and m their mean, (KL(p || m) + KL(q || m)) / 2 with
// log2 (Lin 1991). The weights of a side need not sum to 1; they are divided by
// their sum. The distance is that of scipy.spatial.distance.jensenshannon(base=2).
//
// O(k). Fails with invalid_input where the sides differ in length, where a
// weight is negative or not finite, and where a side sums to 0.
Result<JensenShannon> jensen_shannon(std::span<const double> baseline,
                                     std::span<const double> current);

}  // namespace plumb
