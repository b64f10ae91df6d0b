#include "measure/pairwise_drift.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "stats/domain_auc.h"
#include "stats/mmd.h"
#include "stats/pair_permutation.h"
#include "stats/pairwise.h"
#include "stats/permutation.h"
#include "stats/upper_half.h"

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

// The places of the first rows that have a vector, `most` of them.
std::vector<std::size_t> first_with_vector(std::span<const ProfileRow* const> rows,
                                           std::uint64_t most) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.size() && places.size() < most; ++i) {
    if (!rows[i]->embedding.empty()) places.push_back(i);
  }
  return places;
}

std::size_t append_rows(std::span<const ProfileRow* const> rows,
                        std::span<const std::uint32_t> strata, std::uint64_t most, Cloud& cloud,
                        std::vector<std::uint32_t>& kept_strata) {
  for (const std::size_t i : first_with_vector(rows, most)) {
    const std::vector<float>& vector = rows[i]->embedding;
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

// From some rows to others, all of one matrix; of two rows only that from the first to the one
// behind it: the other way the same differences are squared and added in the same order, so it is
// the same number. A few of the others stay in the first cache while a block of rows passes by.
void put_squared_distances(std::span<const double> vectors, std::size_t dimension,
                           std::size_t last_row, std::size_t first_other, UpperHalf& distances,
                           ThreadPool& pool) {
  constexpr std::size_t kRows = 64;
  constexpr std::size_t kOthers = 8;
  const std::size_t n = distances.n();
  pool.run(static_cast<int>((last_row + kRows - 1) / kRows), [&](int task, int) {
    const std::size_t first = static_cast<std::size_t>(task) * kRows;
    for (std::size_t others = std::max(first, first_other); others < n; others += kOthers) {
      const std::size_t end = std::min(n, others + kOthers);
      for (std::size_t row = first; row < std::min({end, last_row, first + kRows}); ++row) {
        const std::size_t from = std::max(row, others);
        squared_distances_from(vectors.subspan(row * dimension, dimension),
                               vectors.subspan(from * dimension, (end - from) * dimension),
                               distances.row(row).subspan(from - row, end - from));
      }
    }
  });
}

// Those within the sides are known: what is left is between them.
UpperHalf squared_distances_of(const Cloud& cloud, const DistancesWithin& within,
                               ThreadPool& pool) {
  const std::vector<double> wide(cloud.values.begin(), cloud.values.end());
  UpperHalf distances(cloud.rows());
  for (std::size_t row = 0; row < cloud.baseline; ++row) {
    std::ranges::copy(within.baseline.row(row), distances.row(row).begin());
  }
  for (std::size_t row = 0; row < cloud.current; ++row) {
    std::ranges::copy(within.current.row(row), distances.row(cloud.baseline + row).begin());
  }
  put_squared_distances(wide, cloud.dimension, cloud.baseline, cloud.baseline, distances, pool);
  return distances;
}

// A metric that is a statistic of the sums of a matrix over pairs.
struct PairMetric {
  std::string name;
  UpperHalf matrix;
  double largest = 0;
  PairStatistic statistic;
};

// Both metrics from one look at each squared distance; the roots take its place.
std::vector<PairMetric> metrics_of(UpperHalf distances, double gamma, const Cloud& cloud,
                                   ThreadPool& pool) {
  const std::size_t rows = distances.n();
  UpperHalf kernels(rows);
  std::vector<double> largest_roots(rows);
  pool.run(static_cast<int>(rows), [&](int task, int) {
    const auto row = static_cast<std::size_t>(task);
    const std::span<double> roots = distances.row(row);
    std::ranges::transform(roots, kernels.row(row).begin(),
                           [gamma](double squared) { return std::exp(-gamma * squared); });
    largest_roots[row] = std::sqrt(std::ranges::max(roots));
    for (double& number : roots) number = std::sqrt(number);
  });
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  const auto mmd = [=](const PairSums& sums) {
    return (sums.baseline - n) / (n * (n - 1)) + (sums.current - m) / (m * (m - 1)) -
           2 * sums.between / (n * m);
  };
  const auto energy = [=](const PairSums& sums) {
    const double squared =
        2 * sums.between / (n * m) - sums.baseline / (n * n) - sums.current / (m * m);
    return std::sqrt(std::max(0.0, squared));
  };
  std::vector<PairMetric> metrics;
  // A row's kernel with itself is exp(0), and no other is larger.
  metrics.push_back({"mmd_rbf", std::move(kernels), 1.0, mmd});
  metrics.push_back(
      {"energy_distance", std::move(distances), std::ranges::max(largest_roots), energy});
  return metrics;
}

// The sums of one side's rows over its own columns, and over those behind it, in the order of rows
// and columns: the same bits for any number of threads. A few whole rows at a time are put together
// from the half, and both sums go along side by side, since each addition waits for the last.
std::pair<double, double> sums_of_rows(const UpperHalf& matrix, std::size_t first,
                                       std::size_t last) {
  constexpr std::size_t kRows = 32;
  const std::size_t width = last - first;
  const std::size_t behind = matrix.n() - last;
  std::vector<double> whole(kRows * width);
  double within = 0;
  double between = 0;
  for (std::size_t block = first; block < last; block += kRows) {
    const std::size_t rows = std::min(kRows, last - block);
    for (std::size_t column = first; column < block + rows; ++column) {
      const std::size_t from = std::max(column, block);
      const double* const mirrored = matrix.row(column).data() + (from - column);
      for (std::size_t row = from; row < block + rows; ++row) {
        whole[(row - block) * width + column - first] = mirrored[row - from];
      }
    }
    for (std::size_t row = block; row < block + rows; ++row) {
      double* const own = whole.data() + (row - block) * width;
      const std::span<const double> half = matrix.row(row);
      std::ranges::copy(half.first(last - row), own + (row - first));
      const double* const others = half.data() + (last - row);
      for (std::size_t i = 0; i < std::max(width, behind); ++i) {
        if (i < width) within += own[i];
        if (i < behind) between += others[i];
      }
    }
  }
  return {within, between};
}

std::vector<PairSums> sums_of(std::span<const PairMetric> metrics, const Cloud& cloud,
                              ThreadPool& pool) {
  std::vector<PairSums> sums(metrics.size());
  pool.run(static_cast<int>(2 * metrics.size()), [&](int task, int) {
    const UpperHalf& matrix = metrics[static_cast<std::size_t>(task / 2)].matrix;
    PairSums& mine = sums[static_cast<std::size_t>(task / 2)];
    if (task % 2 == 0) {
      std::tie(mine.baseline, mine.between) = sums_of_rows(matrix, 0, cloud.baseline);
    } else {
      mine.current = sums_of_rows(matrix, cloud.baseline, cloud.rows()).first;
    }
  });
  return sums;
}

// The matrices in the steps of the draws.
std::vector<PairSamples> samples_of(std::span<const PairMetric> metrics, const Cloud& cloud,
                                    ThreadPool& pool) {
  std::vector<std::optional<PairSamples>> made(metrics.size());
  pool.run(static_cast<int>(metrics.size()), [&](int task, int) {
    const auto i = static_cast<std::size_t>(task);
    made[i].emplace(metrics[i].matrix, metrics[i].largest, cloud.baseline);
  });
  std::vector<PairSamples> samples;
  for (auto& each : made) samples.push_back(std::move(*each));
  return samples;
}

// Value, p-value and excess of each metric: the value from the matrix itself, the permutations
// from its 16-bit steps.
std::vector<Measurement> measure_pairs(std::span<const PairMetric> metrics, const Cloud& cloud,
                                       const DriftOptions& options, ThreadPool& pool) {
  const std::vector<PairSums> sums = sums_of(metrics, cloud, pool);
  std::vector<Measurement> measured;
  std::vector<PairStatistic> statistics;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    Measurement& measurement = measured.emplace_back(blank_measurement(metrics[i].name, cloud));
    statistics.push_back(metrics[i].statistic);
    measurement.value = statistics[i](sums[i]);
    if (*measurement.value > 0) measurement.direction = Direction::changed;
  }
  if (options.permutations == 0) return measured;
  const std::vector<PairSamples> samples = samples_of(metrics, cloud, pool);
  const Strata strata(cloud.baseline, cloud.baseline_strata, cloud.current, cloud.current_strata);
  const auto permuted =
      permuted_pairs(samples, statistics, strata, options.permutations, options.seed, pool);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    measured[i].p_value = permutation_p_value(permuted[i], samples[i].observed(statistics[i]));
    measured[i].excess = *measured[i].value - median_of_defined(permuted[i]);
  }
  return measured;
}

// 1 / (2 s^2), s the median distance over pairs of different rows, as stats/mmd.h defines it. The
// root of the middle square is the middle root: no other root has to be taken.
double median_gamma(const UpperHalf& distances, ThreadPool& pool) {
  const MiddleTwo squares = middle_above_diagonal(distances, pool);
  const double below = std::sqrt(squares.below);
  const double scale = below + (std::sqrt(squares.above) - below) / 2;
  if (scale > 0) return gamma_of_scale(scale).value_or(1.0);  // fails beyond the range of numbers
  std::vector<double> roots;
  for (std::size_t row = 0; row < distances.n(); ++row) {
    std::ranges::transform(distances.row(row).subspan(1), std::back_inserter(roots),
                           [](double squared) { return std::sqrt(squared); });
  }
  return gamma_of_distances(roots).value_or(1.0);
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

UpperHalf squared_distances_within(std::span<const ProfileRow* const> rows, std::uint64_t most,
                                   ThreadPool& pool) {
  const std::vector<std::size_t> first = first_with_vector(rows, most);
  std::vector<double> wide;
  for (const std::size_t i : first) {
    wide.insert(wide.end(), rows[i]->embedding.begin(), rows[i]->embedding.end());
  }
  UpperHalf distances(first.size());
  if (first.empty()) return distances;
  put_squared_distances(wide, wide.size() / first.size(), first.size(), 0, distances, pool);
  return distances;
}

std::vector<Measurement> measure_pairwise_drift(const ComparedRows& rows,
                                                const DistancesWithin& within,
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
  UpperHalf distances = squared_distances_of(cloud, within, pool);
  const double gamma = median_gamma(distances, pool);
  const std::vector<PairMetric> metrics = metrics_of(std::move(distances), gamma, cloud, pool);
  std::vector<Measurement> measured = measure_pairs(metrics, cloud, options, pool);
  measured.front().facts = {{"gamma", gamma}};
  measured.push_back(measure_auc(cloud, options, pool));
  return measured;
}

}  // namespace plumb
