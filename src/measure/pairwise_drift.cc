#include "measure/pairwise_drift.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "stats/domain_auc.h"
#include "stats/mmd.h"
#include "stats/pair_permutation.h"
#include "stats/pairwise.h"
#include "stats/permutation.h"

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

Measurement blank_measurement(std::string metric, const Cloud& cloud) {
  Measurement measurement;
  measurement.type = DriftType::embedding;
  measurement.metric = std::move(metric);
  measurement.n_baseline = measurement.p_n_baseline = cloud.baseline;
  measurement.n_current = measurement.p_n_current = cloud.current;
  return measurement;
}

// A symmetrical matrix of numbers a pair, row by row.
class PairMatrix {
 public:
  explicit PairMatrix(std::size_t n)
      : n_(n), values_(std::make_unique_for_overwrite<double[]>(n * n)) {}

  std::size_t n() const { return n_; }
  std::span<double> values() { return {values_.get(), n_ * n_}; }
  std::span<const double> values() const { return {values_.get(), n_ * n_}; }
  // Of a row, from the diagonal on.
  std::span<double> behind(std::size_t row) { return values().subspan(row * n_ + row, n_ - row); }
  std::span<const double> behind(std::size_t row) const {
    return values().subspan(row * n_ + row, n_ - row);
  }

 private:
  std::size_t n_;
  std::unique_ptr<double[]> values_;  // tens of megabytes: not set to 0 before they are made
};

// matrix[j][i] = matrix[i][j] for j > i, in squares that stay in the cache.
void mirror_upper_half(PairMatrix& matrix, ThreadPool& pool) {
  constexpr std::size_t kSquare = 32;
  const std::size_t n = matrix.n();
  const std::span<double> values = matrix.values();
  pool.run(static_cast<int>((n + kSquare - 1) / kSquare), [&](int task, int) {
    const std::size_t first = static_cast<std::size_t>(task) * kSquare;
    for (std::size_t column = 0; column <= first; column += kSquare) {
      for (std::size_t j = first; j < std::min(n, first + kSquare); ++j) {
        for (std::size_t i = column; i < std::min(j, column + kSquare); ++i) {
          values[j * n + i] = values[i * n + j];
        }
      }
    }
  });
}

// Only from a row to those behind it: the other way the same differences are squared and added in
// the same order, so it is the same number. A few of the others stay in the first cache while a
// block of rows passes by.
PairMatrix squared_distances_behind(const Cloud& cloud, ThreadPool& pool) {
  constexpr std::size_t kRows = 64;
  constexpr std::size_t kOthers = 8;
  const std::size_t n = cloud.rows();
  const std::size_t dimension = cloud.dimension;
  const std::vector<double> wide(cloud.values.begin(), cloud.values.end());
  const std::span<const double> vectors = wide;
  PairMatrix distances(n);
  pool.run(static_cast<int>((n + kRows - 1) / kRows), [&](int task, int) {
    const std::size_t first = static_cast<std::size_t>(task) * kRows;
    for (std::size_t others = first; others < n; others += kOthers) {
      const std::size_t end = std::min(n, others + kOthers);
      for (std::size_t row = first; row < std::min(end, first + kRows); ++row) {
        const std::size_t from = std::max(row, others);
        squared_distances_from(vectors.subspan(row * dimension, dimension),
                               vectors.subspan(from * dimension, (end - from) * dimension),
                               distances.behind(row).subspan(from - row, end - from));
      }
    }
  });
  return distances;
}

// f of every number of `half`, a matrix whose upper half is filled.
template <class Function>
void map_whole(const PairMatrix& half, ThreadPool& pool, const Function& f, PairMatrix& matrix) {
  pool.run(static_cast<int>(half.n()), [&](int task, int) {
    const auto row = static_cast<std::size_t>(task);
    std::ranges::transform(half.behind(row), matrix.behind(row).begin(), f);
  });
  mirror_upper_half(matrix, pool);
}

double largest_of(const PairMatrix& matrix, ThreadPool& pool) {
  std::vector<double> largest(matrix.n());
  pool.run(static_cast<int>(matrix.n()), [&](int row, int) {
    const auto i = static_cast<std::size_t>(row);
    largest[i] = std::ranges::max(matrix.behind(i));
  });
  return std::ranges::max(largest);
}

// Each of the three adds its rows in their order: the same bits for any number of threads.
PairSums pair_sums(const PairMatrix& matrix, const Cloud& cloud, ThreadPool& pool) {
  struct Block {
    std::size_t first_row, last_row, first_column, last_column;
    double sum = 0;
  };
  const std::size_t n = matrix.n();
  const std::size_t b = cloud.baseline;
  Block blocks[] = {{0, b, 0, b}, {b, n, b, n}, {0, b, b, n}};
  pool.run(std::ssize(blocks), [&](int task, int) {
    Block& block = blocks[task];
    double sum = 0;
    for (std::size_t row = block.first_row; row < block.last_row; ++row) {
      for (std::size_t column = block.first_column; column < block.last_column; ++column) {
        sum += matrix.values()[row * n + column];
      }
    }
    block.sum = sum;
  });
  return {blocks[0].sum, blocks[1].sum, blocks[2].sum};
}

// Value, p-value and excess of a statistic of the sums of a matrix over pairs:
// the value from the matrix itself, the permutations from its 16-bit steps.
Measurement measure_pairs(std::string metric, const PairMatrix& matrix, const Cloud& cloud,
                          const DriftOptions& options, ThreadPool& pool,
                          const PairStatistic& statistic) {
  Measurement measurement = blank_measurement(std::move(metric), cloud);
  measurement.value = statistic(pair_sums(matrix, cloud, pool));
  if (*measurement.value > 0) measurement.direction = Direction::changed;
  if (options.permutations == 0) return measurement;
  const PairSamples samples(matrix.values(), largest_of(matrix, pool), cloud.baseline_strata,
                            cloud.current_strata);
  const double observed = samples.observed(statistic);
  const auto permuted = samples.permuted(options.permutations, options.seed, statistic, pool);
  measurement.p_value = permutation_p_value(permuted, observed);
  measurement.excess = *measurement.value - median_of_defined(permuted);
  return measurement;
}

// 1 / (2 s^2), s the median distance over pairs of different rows, as
// stats/mmd.h defines it.
double median_gamma(const PairMatrix& distances, ThreadPool& pool) {
  const std::size_t n = distances.n();
  std::vector<double> pairs(n * (n - 1) / 2);
  pool.run(static_cast<int>(n - 1), [&](int task, int) {
    const auto row = static_cast<std::size_t>(task);
    const std::size_t before = row * (2 * n - row - 1) / 2;  // pairs of the rows above
    std::ranges::transform(distances.behind(row).subspan(1),
                           pairs.begin() + static_cast<std::ptrdiff_t>(before),
                           [](double squared) { return std::sqrt(squared); });
  });
  return gamma_of_distances(pairs).value_or(1.0);  // fails only for numbers that are not finite
}

Measurement measure_mmd(const Cloud& cloud, const PairMatrix& distances,
                        const DriftOptions& options, ThreadPool& pool, PairMatrix& kernels) {
  const double gamma = median_gamma(distances, pool);
  map_whole(
      distances, pool, [gamma](double squared) { return std::exp(-gamma * squared); }, kernels);
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  Measurement measurement =
      measure_pairs("mmd_rbf", kernels, cloud, options, pool, [=](const PairSums& sums) {
        return (sums.baseline - n) / (n * (n - 1)) + (sums.current - m) / (m * (m - 1)) -
               2 * sums.between / (n * m);
      });
  measurement.facts = {{"gamma", gamma}};
  return measurement;
}

Measurement measure_energy(const Cloud& cloud, const PairMatrix& distances,
                           const DriftOptions& options, ThreadPool& pool, PairMatrix& roots) {
  map_whole(distances, pool, [](double squared) { return std::sqrt(squared); }, roots);
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  return measure_pairs("energy_distance", roots, cloud, options, pool, [=](const PairSums& sums) {
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
  const PairMatrix distances = squared_distances_behind(cloud, pool);
  std::vector<Measurement> measured;
  PairMatrix matrix(cloud.rows());  // of one measure after the other
  measured.push_back(measure_mmd(cloud, distances, options, pool, matrix));
  measured.push_back(measure_energy(cloud, distances, options, pool, matrix));
  measured.push_back(measure_auc(cloud, options, pool));
  return measured;
}

}  // namespace plumb
