// Logistic regression with an L2 penalty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"

namespace plumb {

struct LogisticOptions {
  double c = 1.0;  // the inverse of the penalty's weight, as scikit-learn's C
  // Stops where the largest component of the gradient is at most this, times the rows.
  double tolerance = 1e-10;
  int iterations = 100;  // Newton steps; a handful is usual
};

struct LogisticModel {
  std::vector<double> weights;
  double intercept = 0;

  // ln(p / (1 - p)) of class 1.
  double score(std::span<const double> row) const;
  // P(class 1).
  double probability(std::span<const double> row) const;
};

// Minimises |w|^2 / 2 + C sum of ln(1 + exp(-s (w x + b))), s = 1 for class 1 and
// -1 for class 0; the intercept is not penalised. The objective is convex, so
// there is one answer: that of sklearn.linear_model.LogisticRegression(C).
//
// Newton's method, each step by conjugate gradients (Lin, Weng and Keerthi 2008):
// the Hessian is never formed, a step costs a few passes over the rows.
// `rows` holds labels.size() rows of `dimension` numbers. Fails with
// invalid_input where shapes do not fit, a number is not finite, a class is
// missing, or C is not above 0.
Result<LogisticModel> fit_logistic(std::span<const double> rows, std::size_t dimension,
                                   std::span<const std::uint8_t> labels,
                                   const LogisticOptions& options = {});

}  // namespace plumb
