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
constexpr std::size_t kLanes = 8;            // vectors that a matrix is multiplied with at once
// Of the largest: variances below this are what rounding makes of none.
constexpr double kNoVariance = 1e-14;

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

// The values less the mean of their column; or the same turned, a row a column.
class CentredTable {
 public:
  CentredTable(std::span<const float> values, const Vector& mean, bool is_turned)
      : values_(values), mean_(mean), is_turned_(is_turned) {}

  std::size_t rows() const { return is_turned_ ? mean_.size() : values_.size() / mean_.size(); }
  std::size_t columns() const { return is_turned_ ? values_.size() / mean_.size() : mean_.size(); }

  // All 0 behind the last row.
  void read_row(std::size_t row, Vector& out) const {
    if (row >= rows()) {
      std::ranges::fill(out, 0.0);
      return;
    }
    const std::size_t dimension = mean_.size();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t column = is_turned_ ? row : i;
      const float value = values_[is_turned_ ? i * dimension + row : row * dimension + i];
      out[i] = static_cast<double>(value) - mean_[column];
    }
  }

 private:
  std::span<const float> values_;
  const Vector& mean_;
  bool is_turned_;
};

// Square and symmetric; rows one behind the other.
struct SquareMatrix {
  std::size_t size = 0;
  Vector values;

  double& at(std::size_t row, std::size_t column) { return values[row * size + column]; }

  // Of some vectors at once, side by side, so that each line is read once for all of them.
  std::vector<Vector> times(const std::vector<Vector>& vectors) const {
    std::vector<Vector> products(vectors.size(), Vector(size));
    Vector together(size * kLanes);
    for (std::size_t first = 0; first < vectors.size(); first += kLanes) {
      const std::size_t lanes = std::min(kLanes, vectors.size() - first);
      std::ranges::fill(together, 0.0);
      for (std::size_t k = 0; k < lanes; ++k) {
        for (std::size_t i = 0; i < size; ++i) together[i * kLanes + k] = vectors[first + k][i];
      }
      for (std::size_t row = 0; row < size; ++row) {
        double sums[kLanes] = {};
        const double* const line = &values[row * size];
        for (std::size_t i = 0; i < size; ++i) {
          for (std::size_t k = 0; k < kLanes; ++k) sums[k] += line[i] * together[i * kLanes + k];
        }
        for (std::size_t k = 0; k < lanes; ++k) products[first + k][row] = sums[k];
      }
    }
    return products;
  }
};

// The sum over the rows of row * row^T, over `divisor`. Four rows at a time, so that the matrix is
// walked over a quarter as often.
SquareMatrix sum_of_squares(const CentredTable& table, double divisor) {
  constexpr std::size_t kTogether = 4;
  const std::size_t size = table.columns();
  SquareMatrix matrix{size, Vector(size * size)};
  Vector centred[kTogether];
  for (Vector& row : centred) row.resize(size);
  for (std::size_t first = 0; first < table.rows(); first += kTogether) {
    for (std::size_t k = 0; k < kTogether; ++k) table.read_row(first + k, centred[k]);
    for (std::size_t i = 0; i < size; ++i) {
      const double a = centred[0][i];
      const double b = centred[1][i];
      const double c = centred[2][i];
      const double d = centred[3][i];
      double* const line = &matrix.values[i * size];
      for (std::size_t j = i; j < size; ++j) {
        line[j] += a * centred[0][j] + b * centred[1][j] + c * centred[2][j] + d * centred[3][j];
      }
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i; j < size; ++j) {
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

struct Eigenpairs {
  Vector values;  // falling
  std::vector<Vector> vectors;
};

bool has_converged(const std::vector<Vector>& vectors, const std::vector<Vector>& products,
                   const Vector& values, std::size_t wanted, double residual) {
  for (std::size_t k = 0; k < wanted; ++k) {
    Vector rest = products[k];
    add_scaled(rest, vectors[k], -values[k]);
    if (!(std::sqrt(dot(rest, rest)) <= residual * std::abs(values.front()))) return false;
  }
  return true;
}

Eigenpairs largest_eigenpairs(const SquareMatrix& matrix, std::size_t wanted,
                              const PrincipalComponentOptions& options) {
  std::vector<Vector> vectors =
      first_guess(std::min(matrix.size, wanted + kSpareDirections), matrix.size);
  for (int round = 0;; ++round) {
    std::vector<Vector> products = matrix.times(vectors);
    std::vector<Vector> within(vectors.size(), Vector(vectors.size()));
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        within[i][j] = within[j][i] = dot(vectors[i], products[j]);
      }
    }
    SmallEigen eigen = small_eigen(std::move(within));
    vectors = combined(vectors, eigen);
    products = combined(products, eigen);
    if (round == options.most_rounds ||
        has_converged(vectors, products, eigen.values, wanted, options.residual)) {
      vectors.resize(wanted);
      eigen.values.resize(wanted);
      for (double& value : eigen.values) value = std::max(0.0, value);
      return {std::move(eigen.values), std::move(vectors)};
    }
    vectors = std::move(products);
    make_orthonormal(vectors);
  }
}

// The rows weighted by each eigenvector of their Gram matrix; 0 where there is no variance, which
// is no direction yet.
std::vector<Vector> weighted_rows(const CentredTable& table, const Eigenpairs& of_rows) {
  std::vector<Vector> directions(of_rows.vectors.size(), Vector(table.columns()));
  Vector row(table.columns());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    table.read_row(r, row);
    for (std::size_t k = 0; k < directions.size(); ++k) {
      if (of_rows.values[k] <= kNoVariance * of_rows.values.front()) continue;
      add_scaled(directions[k], row, of_rows.vectors[k][r]);
    }
  }
  return directions;
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
                                                 std::size_t dimension, std::size_t wanted,
                                                 const PrincipalComponentOptions& options) {
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
  const std::size_t rows = values.size() / dimension;
  const bool is_wide = rows < dimension;
  SquareMatrix matrix =
      sum_of_squares(CentredTable(values, found.mean, is_wide), static_cast<double>(rows - 1));
  for (std::size_t i = 0; i < matrix.size; ++i) found.total_variance += matrix.at(i, i);
  wanted = std::min(wanted, dimension);
  Eigenpairs pairs = largest_eigenpairs(matrix, std::min(wanted, matrix.size), options);
  found.directions = is_wide ? weighted_rows(CentredTable(values, found.mean, false), pairs)
                             : std::move(pairs.vectors);
  found.variances = std::move(pairs.values);
  found.directions.resize(wanted, Vector(dimension));
  found.variances.resize(wanted);
  make_orthonormal(found.directions);
  for (Vector& direction : found.directions) choose_sign(direction);
  return found;
}

}  // namespace plumb
