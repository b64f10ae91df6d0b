// Principal components: the directions along which rows vary most.
//
// Of the covariance (divided by n - 1) the largest eigenvalues and their eigenvectors, by subspace
// iteration with Rayleigh-Ritz (Saad 2011, "Numerical Methods for Large Eigenvalue Problems",
// chapter 5): the residual |A v - lambda v| is at most 1e-9 of the largest eigenvalue, or as good
// as 500 rounds make it where eigenvalues lie closer together than that; whoever needs less says
// so. Where there are fewer rows than columns, it is the rows' Gram matrix that is taken apart: its
// eigenvalues are the same, and a direction is the rows weighted by its eigenvector (Turk and
// Pentland 1991, "Eigenfaces for recognition", page 74). The same bits for the same rows. With m
// the smaller of rows and dimension and M the larger, O(m^2 * M) for the matrix, m^2 a round.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"

namespace plumb {

struct PrincipalComponents {
  std::vector<double> mean;                     // of each column
  std::vector<std::vector<double>> directions;  // of length 1; their largest component is positive
  std::vector<double> variances;                // along each direction, falling
  double total_variance = 0;                    // of all columns

  // Where a row lies along each direction, from the mean.
  std::vector<double> project(std::span<const float> row) const;
  // Of the total variance, in [0, 1]; 0 where rows do not vary at all.
  double explained(std::size_t direction) const;
};

struct PrincipalComponentOptions {
  double residual = 1e-9;  // of the largest eigenvalue
  int most_rounds = 500;
};

// `values` holds rows of `dimension` components, one behind the other. As many directions as
// wanted, or as there are columns. Fails with invalid_input below two rows, and for components
// that are not finite.
Result<PrincipalComponents> principal_components(std::span<const float> values,
                                                 std::size_t dimension, std::size_t wanted,
                                                 const PrincipalComponentOptions& options = {});

}  // namespace plumb
