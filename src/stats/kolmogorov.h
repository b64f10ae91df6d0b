// The distribution of the one-sample Kolmogorov-Smirnov statistic.
#pragma once

#include <cstdint>

namespace plumb {

// P(D_n >= d) for n values of a continuous distribution, n >= 1: what
// scipy.stats.kstwo.sf gives, by the choices of Simard and L'Ecuyer (2011),
// "Computing the two-sided Kolmogorov-Smirnov distribution":
//   d near its ends            closed forms (Ruben and Gambino 1982)
//   large d                    twice the one-sided tail (Smirnov 1944, exact above 1/2)
//   small n, or small n d^1.5  Durbin's matrix (Marsaglia, Tsang and Wang 2003)
//   the rest                   the expansion of Pelz and Good (1976)
// Absolute error below 1e-7, mostly 1e-12. At worst O(n), or 2^26 multiplications.
double kolmogorov_tail(std::uint64_t n, double d);

}  // namespace plumb
