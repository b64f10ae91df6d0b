#include "measure/pairwise_drift.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "stats/domain_auc.h"
#include "stats/mmd.h"
#include "stats/pairwise.h"
#include "stats/permutation.h"
#include "stats/two_sample.h"

namespace plumb {
namespace {

// The vectors that are looked at, baseline first.
struct Cloud {
  std::size_t dimension = 0;
  std::size_t baseline = 0;  // rows
  std::size_t current = 0;
  std::vector<float> values;
  std::vector<std::uint32_t> baseline_strata;
  std::vector<std::uint32_t> current_strata;

  std::size_t rows() const { return baseline + current; }
  std::span<const float> of_baseline() const {
    return std::span(values).first(baseline * dimension);
  }
  std::span<const float> of_current() const {
    return std::span(values).subspan(baseline * dimension);
  }
};

std::size_t append_rows(std::span<const ProfileRow* const> rows,
                        std::span<const std::uint32_t> strata, std::uint64_t most, Cloud& cloud,
                        std::vector<std::uint32_t>& kept_strata) {
  for (std::size_t i = 0; i < rows.size() && kept_strata.size() < most; ++i) {
    const std::vector<float>& vector = rows[i]->embedding;
    if (vector.empty()) continue;
    cloud.dimension = vector.size();
    cloud.values.insert(cloud.values.end(), vector.begin(), vector.end());
    kept_strata.push_back(strata[i]);
  }
  return kept_strata.size();
}

Cloud cloud_of(const ComparedRows& rows, std::uint64_t most) {
  Cloud cloud;
  cloud.baseline =
      append_rows(rows.baseline, rows.baseline_strata, most, cloud, cloud.baseline_strata);
  cloud.current = append_rows(rows.current, rows.current_strata, most, cloud, cloud.current_strata);
  return cloud;
}

// Rows of a symmetrical matrix as a table that knows who is on which side: the
// sums over one side are the matrix times the side's indicator, and its counts
// are that indicator.
TwoSample matrix_samples(std::span<const double> matrix, const Cloud& cloud) {
  const auto largest = static_cast<float>(*std::ranges::max_element(matrix));
  const std::size_t n = cloud.rows();
  TwoSample samples{FeatureTable(n, n, largest), FeatureTable(n, n, largest), cloud.baseline_strata,
                    cloud.current_strata};
  for (std::size_t row = 0; row < n; ++row) {
    const FeatureCount indicator{static_cast<std::uint32_t>(row), 1};
    const auto values = matrix.subspan(row * n, n);
    const std::vector<float> narrow(values.begin(), values.end());
    (row < cloud.baseline ? samples.baseline : samples.current)
        .add_row(std::span(&indicator, 1), narrow);
  }
  return samples;
}

// Sums of a matrix over the pairs within and between the sides.
struct PairSums {
  double baseline = 0;
  double current = 0;
  double between = 0;
};

PairSums pair_sums(const SideSums& baseline, const SideSums& current) {
  PairSums sums;
  for (std::size_t i = 0; i < baseline.counts.size(); ++i) {
    const auto b = static_cast<double>(baseline.counts[i]);
    const auto c = static_cast<double>(current.counts[i]);
    sums.baseline += b * static_cast<double>(baseline.vector[i]);
    sums.current += c * static_cast<double>(current.vector[i]);
    sums.between += b * static_cast<double>(current.vector[i]);
  }
  return sums;
}

Measurement blank_measurement(std::string metric, const Cloud& cloud) {
  Measurement measurement;
  measurement.type = DriftType::embedding;
  measurement.metric = std::move(metric);
  measurement.n_baseline = measurement.p_n_baseline = cloud.baseline;
  measurement.n_current = measurement.p_n_current = cloud.current;
  return measurement;
}

// A matrix's largest value in the table's steps.
constexpr double kSteps = 32'767;

// A symmetrical matrix of numbers a pair, row by row.
using PairMatrix = std::vector<double>;

// matrix[j][i] = matrix[i][j] for j > i, in squares that stay in the cache.
void mirror_upper_half(PairMatrix& matrix, std::size_t n, ThreadPool& pool) {
  constexpr std::size_t kSquare = 32;
  pool.run(static_cast<int>((n + kSquare - 1) / kSquare), [&](int task, int) {
    const std::size_t first = static_cast<std::size_t>(task) * kSquare;
    for (std::size_t column = 0; column <= first; column += kSquare) {
      for (std::size_t j = first; j < std::min(n, first + kSquare); ++j) {
        for (std::size_t i = column; i < std::min(j, column + kSquare); ++i) {
          matrix[j * n + i] = matrix[i * n + j];
        }
      }
    }
  });
}

PairMatrix squared_distance_matrix(const Cloud& cloud, ThreadPool& pool) {
  const std::size_t n = cloud.rows();
  PairMatrix distances(n * n);
  // From a row to those behind it: the other way the same differences are squared and added in the
  // same order, so it is the same number.
  pool.run(static_cast<int>(n), [&](int task, int) {
    const auto row = static_cast<std::size_t>(task);
    squared_distances_from(std::span(cloud.values).subspan(row * cloud.dimension, cloud.dimension),
                           std::span(cloud.values).subspan(row * cloud.dimension),
                           std::span(distances).subspan(row * n + row, n - row));
  });
  mirror_upper_half(distances, n, pool);
  return distances;
}

PairSums pair_sums(const PairMatrix& matrix, const Cloud& cloud) {
  const std::size_t n = cloud.rows();
  PairSums sums;
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      const double value = matrix[row * n + column];
      if (row < cloud.baseline && column < cloud.baseline) sums.baseline += value;
      if (row >= cloud.baseline && column >= cloud.baseline) sums.current += value;
      if (row < cloud.baseline && column >= cloud.baseline) sums.between += value;
    }
  }
  return sums;
}

// Value, p-value and excess of a statistic of the sums of a matrix over pairs:
// the value from the matrix itself, the permutations from its 16-bit steps.
template <class Statistic>
Measurement measure_pairs(std::string metric, const PairMatrix& matrix, const Cloud& cloud,
                          const DriftOptions& options, ThreadPool& pool,
                          const Statistic& statistic) {
  Measurement measurement = blank_measurement(std::move(metric), cloud);
  measurement.value = statistic(pair_sums(matrix, cloud));
  if (*measurement.value > 0) measurement.direction = Direction::changed;
  if (options.permutations == 0) return measurement;
  const TwoSample samples = matrix_samples(matrix, cloud);
  const double unit = *std::ranges::max_element(matrix) / kSteps;
  const Evaluate evaluate = [&](const SideSums& b, const SideSums& c, std::span<double> values) {
    const PairSums sums = pair_sums(b, c);
    values[0] = statistic({sums.baseline * unit, sums.current * unit, sums.between * unit});
  };
  const double observed = observed_values(samples, 1, evaluate)[0];
  const auto permuted =
      permuted_values(samples, {options.permutations, options.seed, 1}, evaluate, pool)[0];
  measurement.p_value = permutation_p_value(permuted, observed);
  measurement.excess = *measurement.value - median_of_defined(permuted);
  return measurement;
}

// 1 / (2 s^2), s the median distance over pairs of different rows, as
// stats/mmd.h defines it.
double median_gamma(const PairMatrix& distances, std::size_t n) {
  std::vector<double> pairs;
  pairs.reserve(n * (n - 1) / 2);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = row + 1; column < n; ++column) {
      pairs.push_back(std::sqrt(distances[row * n + column]));
    }
  }
  return gamma_of_distances(pairs).value_or(1.0);  // fails only for numbers that are not finite
}

Measurement measure_mmd(const Cloud& cloud, PairMatrix distances, const DriftOptions& options,
                        ThreadPool& pool) {
  const double gamma = median_gamma(distances, cloud.rows());
  for (double& distance : distances) distance = std::exp(-gamma * distance);
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  Measurement measurement =
      measure_pairs("mmd_rbf", distances, cloud, options, pool, [=](const PairSums& sums) {
        return (sums.baseline - n) / (n * (n - 1)) + (sums.current - m) / (m * (m - 1)) -
               2 * sums.between / (n * m);
      });
  measurement.facts = {{"gamma", gamma}};
  return measurement;
}

Measurement measure_energy(const Cloud& cloud, PairMatrix distances, const DriftOptions& options,
                           ThreadPool& pool) {
  for (double& distance : distances) distance = std::sqrt(distance);
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  return measure_pairs(
      "energy_distance", distances, cloud, options, pool, [=](const PairSums& sums) {
        const double squared =
            2 * sums.between / (n * m) - sums.baseline / (n * n) - sums.current / (m * m);
        return std::sqrt(std::max(0.0, squared));
      });
}

Measurement measure_auc(const Cloud& cloud, const DriftOptions& options, ThreadPool& pool) {
  Measurement measurement = blank_measurement("domain_auc", cloud);
  DomainAucOptions classifier;
  classifier.seed = options.seed;
  classifier.groups = cloud.baseline_strata;
  classifier.groups.insert(classifier.groups.end(), cloud.current_strata.begin(),
                           cloud.current_strata.end());
  const auto auc =
      domain_auc(cloud.of_baseline(), cloud.of_current(), cloud.dimension, pool, classifier);
  if (!auc) {
    measurement.not_applicable = auc.error().message;
    return measurement;
  }
  measurement.value = auc->auc;
  measurement.facts = {{"folds", static_cast<double>(classifier.folds)}};
  if (*measurement.value > 0.5) measurement.direction = Direction::changed;
  return measurement;
}

}  // namespace

std::vector<Measurement> measure_pairwise_drift(const ComparedRows& rows,
                                                const DriftOptions& options, ThreadPool& pool) {
  const Cloud cloud = cloud_of(rows, options.pairwise_rows);
  if (cloud.baseline < 2 || cloud.current < 2) {
    std::vector<Measurement> none;
    for (const char* metric : {"mmd_rbf", "energy_distance", "domain_auc"}) {
      none.push_back(blank_measurement(metric, cloud));
      none.back().not_applicable = "a side has fewer than 2 embeddings";
    }
    return none;
  }
  const PairMatrix distances = squared_distance_matrix(cloud, pool);
  std::vector<Measurement> measured;
  measured.push_back(measure_mmd(cloud, distances, options, pool));
  measured.push_back(measure_energy(cloud, distances, options, pool));
  measured.push_back(measure_auc(cloud, options, pool));
  return measured;
}

}  // namespace plumb
