#include "stats/logistic_regression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/row_loops.h"
#include "stats/sample.h"

namespace plumb {
namespace {

using Vector = std::vector<double>;

double dot(const double* a, const double* b, std::size_t count) {
  return row_loops().dot(a, b, count);
}

void add_scaled(double* sum, double factor, const double* values, std::size_t count) {
  row_loops().add_scaled(sum, factor, values, count);
}

// The objective and its derivatives at one point. Vectors have dimension + 1
// components, the intercept last.
class Objective {
 public:
  Objective(std::span<const double> rows, std::size_t dimension,
            std::span<const std::uint8_t> labels, double c)
      : rows_(rows), dimension_(dimension), labels_(labels), c_(c), curvatures_(labels.size()) {}

  double value(const Vector& w) const {
    double loss = 0;
    for_each_row(w, [&](std::size_t i, double linear) {
      const double margin = labels_[i] != 0 ? linear : -linear;
      // ln(1 + exp(-margin)) without overflow.
      loss += std::max(0.0, -margin) + std::log1p(std::exp(-std::abs(margin)));
    });
    return penalty(w) + c_ * loss;
  }

  // Also remembers the curvatures p (1 - p) for hessian_times().
  Vector gradient(const Vector& w) {
    Vector result = penalised_part(w);
    add_rows(result, w, [&](std::size_t i, double linear) {
      const double p = 1 / (1 + std::exp(-linear));
      curvatures_[i] = c_ * p * (1 - p);
      return c_ * (p - (labels_[i] != 0 ? 1.0 : 0.0));
    });
    return result;
  }

  Vector hessian_times(const Vector& v) const {
    Vector result = penalised_part(v);
    add_rows(result, v, [&](std::size_t i, double linear) { return curvatures_[i] * linear; });
    return result;
  }

 private:
  const double* row(std::size_t i) const { return rows_.data() + i * dimension_; }

  // linear[r] = w . row i + r, of kRowsTogether rows or of those that are left.
  std::size_t linear_from(const Vector& w, std::size_t i, double* linear) const {
    std::size_t count = 1;
    if (i + kRowsTogether <= labels_.size()) {
      count = kRowsTogether;
      row_loops().dots(row(i), w.data(), dimension_, linear);
    } else {
      linear[0] = dot(row(i), w.data(), dimension_);
    }
    for (std::size_t r = 0; r < count; ++r) linear[r] += w.back();
    return count;
  }

  // Row by row, with w . row.
  template <class Take>
  void for_each_row(const Vector& w, const Take& take) const {
    double linear[kRowsTogether];
    for (std::size_t i = 0; i < labels_.size();) {
      const std::size_t count = linear_from(w, i, linear);
      for (std::size_t r = 0; r < count; ++r) take(i + r, linear[r]);
      i += count;
    }
  }

  // Adds each row times factor_of(i, w . row i), a few rows while they are in the first cache.
  template <class Factor>
  void add_rows(Vector& result, const Vector& w, const Factor& factor_of) const {
    double linear[kRowsTogether];
    double factors[kRowsTogether];
    for (std::size_t i = 0; i < labels_.size();) {
      const std::size_t count = linear_from(w, i, linear);
      for (std::size_t r = 0; r < count; ++r) {
        factors[r] = factor_of(i + r, linear[r]);
        result.back() += factors[r];
      }
      if (count == kRowsTogether) {
        row_loops().add_scaled_rows(result.data(), factors, row(i), dimension_);
      } else {
        add_scaled(result.data(), factors[0], row(i), dimension_);
      }
      i += count;
    }
  }
  double penalty(const Vector& w) const { return dot(w.data(), w.data(), dimension_) / 2; }
  static Vector penalised_part(const Vector& w) {
    Vector result = w;
    result.back() = 0;
    return result;
  }

  std::span<const double> rows_;
  std::size_t dimension_;
  std::span<const std::uint8_t> labels_;
  double c_;
  Vector curvatures_;
};

double product(const Vector& a, const Vector& b) {
  return dot(a.data(), b.data(), a.size());
}

double largest_size(const Vector& v) {
  double largest = 0;
  for (const double value : v) largest = std::max(largest, std::abs(value));
  return largest;
}

// Solves H step = -gradient, to a share of the gradient that shrinks with it, so
// that early steps are cheap and the last ones converge quadratically.
Vector newton_step(const Objective& objective, const Vector& gradient) {
  const double norm = std::sqrt(product(gradient, gradient));
  const double enough = std::min(0.1, norm) * norm;
  Vector step(gradient.size());
  Vector residual = gradient;
  for (double& value : residual) value = -value;
  Vector direction = residual;
  double squared = product(residual, residual);
  const std::size_t most = 2 * gradient.size() + 10;
  for (std::size_t i = 0; i < most && std::sqrt(squared) > enough; ++i) {
    const Vector curved = objective.hessian_times(direction);
    const double curvature = product(direction, curved);
    if (!(curvature > 0)) break;
    const double length = squared / curvature;
    add_scaled(step.data(), length, direction.data(), step.size());
    add_scaled(residual.data(), -length, curved.data(), step.size());
    const double next = product(residual, residual);
    for (std::size_t j = 0; j < direction.size(); ++j) {
      direction[j] = residual[j] + next / squared * direction[j];
    }
    squared = next;
  }
  return step;
}

// Halves the step until the objective falls (Armijo). False where it no longer
// can: the point is as good as doubles allow.
bool descend(const Objective& objective, Vector& w, double& value, const Vector& gradient,
             const Vector& step) {
  const double slope = product(gradient, step);
  Vector tried(w.size());
  for (double length = 1; length > 1e-10; length /= 2) {
    tried = w;
    add_scaled(tried.data(), length, step.data(), step.size());
    const double reached = objective.value(tried);
    // Near the minimum the fall drowns in rounding; a step that does not rise is taken.
    if (reached <= value + 1e-4 * length * slope + 1e-14 * std::abs(value)) {
      w = tried;
      value = reached;
      return true;
    }
  }
  return false;
}

Result<void> check_problem(std::span<const double> rows, std::size_t dimension,
                           std::span<const std::uint8_t> labels, const LogisticOptions& options) {
  if (dimension == 0 || rows.size() != labels.size() * dimension) {
    return fail(ErrorCode::invalid_input, fmt::format("{} numbers are no rows of {} for {} labels",
                                                      rows.size(), dimension, labels.size()));
  }
  PLUMB_CHECK_RESULT(check_sample(rows, "the rows of a logistic regression"));
  const auto positive = std::count_if(labels.begin(), labels.end(), [](auto l) { return l != 0; });
  if (positive == 0 || positive == std::ssize(labels)) {
    return fail(ErrorCode::invalid_input, "a logistic regression needs rows of both classes");
  }
  if (!(options.c > 0 && std::isfinite(options.c))) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the regression's C is {}, and has to be above 0", options.c));
  }
  return {};
}

}  // namespace

double LogisticModel::score(std::span<const double> row) const {
  return dot(row.data(), weights.data(), weights.size()) + intercept;
}

double LogisticModel::probability(std::span<const double> row) const {
  return 1 / (1 + std::exp(-score(row)));
}

Result<LogisticModel> fit_logistic(std::span<const double> rows, std::size_t dimension,
                                   std::span<const std::uint8_t> labels,
                                   const LogisticOptions& options) {
  PLUMB_CHECK_RESULT(check_problem(rows, dimension, labels, options));
  Objective objective(rows, dimension, labels, options.c);
  Vector w(dimension + 1);
  double value = objective.value(w);
  PLUMB_CHECK_RESULT(check_result(value, "the regression's objective"));
  const double enough = options.tolerance * static_cast<double>(labels.size());
  for (int i = 0; i < options.iterations; ++i) {
    const Vector gradient = objective.gradient(w);
    PLUMB_CHECK_RESULT(check_result(largest_size(gradient), "the regression's gradient"));
    if (largest_size(gradient) <= enough) break;
    if (!descend(objective, w, value, gradient, newton_step(objective, gradient))) break;
  }
  LogisticModel model{w, w.back()};
  model.weights.pop_back();
  return model;
}

}  // namespace plumb
