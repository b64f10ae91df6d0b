// Adjusted p-values: what several tests are worth when they are read together.
//
// Both keep the order of their input, cost O(n log n) and return values in
// [0, 1] that are never below the raw ones. A p-value that is not a number
// counts as 1, one outside of [0, 1] as the nearer end: neither can make
// another test look better. Of no p-values, none.
#pragma once

#include <span>
#include <vector>

namespace plumb {

// Benjamini and Hochberg (1995), the false discovery rate: with p sorted
// ascending, adjusted(i) = min over j >= i of min(1, p(j) n / j).
std::vector<double> adjust_benjamini_hochberg(std::span<const double> p_values);

// Holm (1979), the chance of any false alarm: with p sorted ascending,
// adjusted(i) = max over j <= i of min(1, p(j) (n - j + 1)).
std::vector<double> adjust_holm(std::span<const double> p_values);

}  // namespace plumb
