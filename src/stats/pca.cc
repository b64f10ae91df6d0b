#include "stats/pca.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rng.h"

namespace plumb {
namespace {

using Vector = std::vector<double>;

constexpr std::size_t kSpareDirections = 6;  // that make the wanted ones converge sooner
constexpr int kMostRounds = 500;
constexpr double kResidual = 1e-9;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add_scaled(Vector& to, const Vector& from, double factor) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

void scale(Vector& vector, double factor) {
  for (double& value : vector) value *= factor;
}

Vector mean_of(std::span<const float> values, std::size_t dimension) {
  Vector mean(dimension);
  for (std::size_t at = 0; at < values.size(); at += dimension) {
    for (std::size_t i = 0; i < dimension; ++i) mean[i] += static_cast<double>(values[at + i]);
  }
  scale(mean, static_cast<double>(dimension) / static_cast<double>(values.size()));
  return mean;
}

// Square and symmetric; rows one behind the other.
struct Covariance {
  std::size_t dimension = 0;
  Vector values;

  double& at(std::size_t row, std::size_t column) { return values[row * dimension + column]; }

  Vector times(const Vector& vector) const {
    Vector product(dimension);
    for (std::size_t row = 0; row < dimension; ++row) {
      double sum = 0;
      const double* const line = &values[row * dimension];
      for (std::size_t i = 0; i < dimension; ++i) sum += line[i] * vector[i];
      product[row] = sum;
    }
    return product;
  }
};

// Four rows at a time, so that the matrix is walked over a quarter as often.
Covariance covariance_of(std::span<const float> values, const Vector& mean) {
  constexpr std::size_t kTogether = 4;
  const std::size_t dimension = mean.size();
  const std::size_t rows = values.size() / dimension;
  Covariance matrix{dimension, Vector(dimension * dimension)};
  Vector centred[kTogether];
  for (Vector& row : centred) row.resize(dimension);
  for (std::size_t first = 0; first < rows; first += kTogether) {
    for (std::size_t k = 0; k < kTogether; ++k) {
      for (std::size_t i = 0; i < dimension; ++i) {
        const bool is_there = first + k < rows;
        centred[k][i] =
            is_there ? static_cast<double>(values[(first + k) * dimension + i]) - mean[i] : 0.0;
      }
    }
    for (std::size_t i = 0; i < dimension; ++i) {
      const double a = centred[0][i];
      const double b = centred[1][i];
      const double c = centred[2][i];
      const double d = centred[3][i];
      double* const line = &matrix.values[i * dimension];
      for (std::size_t j = i; j < dimension; ++j) {
        line[j] += a * centred[0][j] + b * centred[1][j] + c * centred[2][j] + d * centred[3][j];
      }
    }
  }
  const double divisor = static_cast<double>(rows - 1);
  for (std::size_t i = 0; i < dimension; ++i) {
    for (std::size_t j = i; j < dimension; ++j) {
      matrix.at(i, j) /= divisor;
      matrix.at(j, i) = matrix.at(i, j);
    }
  }
  return matrix;
}

// Gram-Schmidt, twice for accuracy. A vector that lies in the span of those before it is replaced
// by the axis that does so least.
void make_orthonormal(std::vector<Vector>& vectors) {
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    Vector& vector = vectors[k];
    const auto reduce = [&] {
      for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t j = 0; j < k; ++j)
          add_scaled(vector, vectors[j], -dot(vectors[j], vector));
      }
      return std::sqrt(dot(vector, vector));
    };
    const double before = std::sqrt(dot(vector, vector));
    double length = reduce();
    if (!(length > 1e-8 * before)) length = 0;
    for (std::size_t axis = 0; length == 0 && axis < vector.size(); ++axis) {
      std::ranges::fill(vector, 0.0);
      vector[axis] = 1;
      length = reduce();
      // On average an axis keeps (columns - k) / columns of its square, so one keeps half of that.
      const auto columns = static_cast<double>(vector.size());
      if (length * length < 0.5 * (columns - static_cast<double>(k)) / columns) length = 0;
    }
    scale(vector, length > 0 ? 1 / length : 0);
  }
}

// Eigenvalues of a small symmetric matrix, falling, and eigenvectors, by Jacobi's rotations.
struct SmallEigen {
  Vector values;
  std::vector<Vector> vectors;
};

SmallEigen small_eigen(std::vector<Vector> matrix) {
  const std::size_t size = matrix.size();
  std::vector<Vector> turned(size, Vector(size));
  for (std::size_t i = 0; i < size; ++i) turned[i][i] = 1;
  for (int sweep = 0; sweep < 60; ++sweep) {
    double off = 0;
    double on = 0;
    for (std::size_t i = 0; i < size; ++i) {
      on += matrix[i][i] * matrix[i][i];
      for (std::size_t j = 0; j < i; ++j) off += matrix[i][j] * matrix[i][j];
    }
    if (off <= 1e-30 * on) break;
    for (std::size_t p = 0; p < size; ++p) {
      for (std::size_t q = p + 1; q < size; ++q) {
        if (matrix[p][q] == 0) continue;
        const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
        const double t = (theta >= 0 ? 1.0 : -1.0) / (std::abs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0);
        const double s = t * c;
        for (std::size_t k = 0; k < size; ++k) {
          const double kp = matrix[k][p];
          const double kq = matrix[k][q];
          matrix[k][p] = c * kp - s * kq;
          matrix[k][q] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < size; ++k) {
          const double pk = matrix[p][k];
          const double qk = matrix[q][k];
          matrix[p][k] = c * pk - s * qk;
          matrix[q][k] = s * pk + c * qk;
          const double tp = turned[k][p];
          const double tq = turned[k][q];
          turned[k][p] = c * tp - s * tq;
          turned[k][q] = s * tp + c * tq;
        }
      }
    }
  }
  std::vector<std::size_t> order(size);
  for (std::size_t i = 0; i < size; ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(matrix[b][b], a) < std::pair(matrix[a][a], b);
  });
  SmallEigen eigen;
  for (const std::size_t column : order) {
    eigen.values.push_back(matrix[column][column]);
    Vector& vector = eigen.vectors.emplace_back(size);
    for (std::size_t i = 0; i < size; ++i) vector[i] = turned[i][column];
  }
  return eigen;
}

std::vector<Vector> combined(const std::vector<Vector>& vectors, const SmallEigen& eigen) {
  std::vector<Vector> sums;
  for (const Vector& weights : eigen.vectors) {
    Vector& sum = sums.emplace_back(vectors.front().size());
    for (std::size_t i = 0; i < vectors.size(); ++i) add_scaled(sum, vectors[i], weights[i]);
  }
  return sums;
}

std::vector<Vector> first_guess(std::size_t count, std::size_t dimension) {
  std::vector<Vector> vectors;
  for (std::size_t k = 0; k < count; ++k) {
    Rng random(42, k);
    Vector& vector = vectors.emplace_back(dimension);
    for (double& value : vector) value = static_cast<double>(random.below(1'000'001)) - 500'000;
  }
  make_orthonormal(vectors);
  return vectors;
}

void iterate(const Covariance& matrix, std::size_t wanted, PrincipalComponents& found) {
  std::vector<Vector> vectors =
      first_guess(std::min(matrix.dimension, wanted + kSpareDirections), matrix.dimension);
  for (int round = 0;; ++round) {
    std::vector<Vector> products;
    for (const Vector& vector : vectors) products.push_back(matrix.times(vector));
    std::vector<Vector> within(vectors.size(), Vector(vectors.size()));
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        within[i][j] = within[j][i] = dot(vectors[i], products[j]);
      }
    }
    const SmallEigen eigen = small_eigen(std::move(within));
    vectors = combined(vectors, eigen);
    products = combined(products, eigen);
    bool is_done = true;
    for (std::size_t k = 0; k < wanted; ++k) {
      Vector residual = products[k];
      add_scaled(residual, vectors[k], -eigen.values[k]);
      is_done &= std::sqrt(dot(residual, residual)) <= kResidual * std::abs(eigen.values.front());
    }
    if (is_done || round == kMostRounds) {
      vectors.resize(wanted);
      make_orthonormal(vectors);
      found.directions = std::move(vectors);
      for (std::size_t k = 0; k < wanted; ++k) {
        found.variances.push_back(std::max(0.0, eigen.values[k]));
      }
      return;
    }
    vectors = std::move(products);
    make_orthonormal(vectors);
  }
}

// Either sign is an eigenvector; this one is the same for everybody.
void choose_sign(Vector& direction) {
  const auto largest = std::ranges::max_element(
      direction, [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (largest != direction.end() && *largest < 0) scale(direction, -1);
}

}  // namespace

std::vector<double> PrincipalComponents::project(std::span<const float> row) const {
  Vector places;
  for (const Vector& direction : directions) {
    double place = 0;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      place += direction[i] * (static_cast<double>(row[i]) - mean[i]);
    }
    places.push_back(place);
  }
  return places;
}

double PrincipalComponents::explained(std::size_t direction) const {
  return total_variance > 0 ? std::min(1.0, variances[direction] / total_variance) : 0.0;
}

Result<PrincipalComponents> principal_components(std::span<const float> values,
                                                 std::size_t dimension, std::size_t wanted) {
  if (dimension == 0 || values.size() % dimension != 0 || values.size() / dimension < 2) {
    return fail(ErrorCode::invalid_input,
                fmt::format("principal components need at least two rows of one length, and {} "
                            "numbers in rows of {} are not that",
                            values.size(), dimension));
  }
  if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) {
    return fail(ErrorCode::invalid_input,
                "principal components need finite numbers; a row has one that is not");
  }
  PrincipalComponents found;
  found.mean = mean_of(values, dimension);
  Covariance matrix = covariance_of(values, found.mean);
  for (std::size_t i = 0; i < dimension; ++i) found.total_variance += matrix.at(i, i);
  iterate(matrix, std::min(wanted, dimension), found);
  for (Vector& direction : found.directions) choose_sign(direction);
  return found;
}

}  // namespace plumb
