// Dot products and scaled sums of doubles, for the solvers of this room.
//
// Eight fixed partial sums, added in one order, without fused multiply-add: the
// same bits on every CPU.
#pragma once

#include <cstddef>

namespace plumb {

double dot(const double* a, const double* b, std::size_t count);

// sum += factor * values. The two do not overlap.
void add_scaled(double* sum, double factor, const double* values, std::size_t count);

}  // namespace plumb
