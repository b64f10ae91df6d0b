// Ranks from 1, where equal values share the mean of the ranks they take up.
#pragma once

#include <span>
#include <vector>

namespace plumb {

struct Midranks {
  std::vector<double> ranks;  // in the order of the values; multiples of 1/2
  double tie_sum = 0;         // sum of t^3 - t over groups of t equal values; 0 without ties
};

// O(n log n). The values are finite.
Midranks midranks(std::span<const double> values);

}  // namespace plumb
