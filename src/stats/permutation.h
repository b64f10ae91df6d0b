// p-values by permutation: how often chance alone does as much.
//
// A permuted value that is not defined (a side came out without data) is NaN
// here, the one place of this room where it may be; it never reaches a result.
#pragma once

#include <span>

namespace plumb {

// A tolerance for statistics of the order of 1. Sums in another order differ in
// their last bits, and a tie that counted as smaller would make p too small.
inline constexpr double kTieTolerance = 1e-12;

// (k + 1) / (B + 1), k of B permuted values that reach the observed one less
// `tie_tolerance`; one that is not defined counts as reaching it. The observed
// arrangement is one of the possible ones, so p is never 0 and the test keeps its
// level (Phipson and Smyth 2010). In [1 / (B + 1), 1]; 1 for no permuted values
// and for an observed value that is not a number. O(B).
double permutation_p_value(std::span<const double> permuted, double observed,
                           double tie_tolerance = kTieTolerance);

// Of the values that are defined; 0 where none is. O(B).
double median_of_defined(std::span<const double> values);

}  // namespace plumb
