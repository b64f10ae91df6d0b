#include "measure/pairwise_drift.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "stats/domain_auc.h"
#include "stats/energy_distance.h"
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
TwoSample matrix_samples(std::span<const float> matrix, const Cloud& cloud) {
  const float largest = *std::ranges::max_element(matrix);
  const std::size_t n = cloud.rows();
  TwoSample samples{FeatureTable(n, n, largest), FeatureTable(n, n, largest), cloud.baseline_strata,
                    cloud.current_strata};
  for (std::size_t row = 0; row < n; ++row) {
    const FeatureCount indicator{static_cast<std::uint32_t>(row), 1};
    (row < cloud.baseline ? samples.baseline : samples.current)
        .add_row(std::span(&indicator, 1), matrix.subspan(row * n, n));
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

// p-value and excess over permutations of a statistic of pair sums, which it
// gets in the matrix's own unit.
template <class Statistic>
void add_certainty(Measurement& measurement, std::span<const float> matrix, const Cloud& cloud,
                   const DriftOptions& options, ThreadPool& pool, const Statistic& statistic) {
  if (options.permutations == 0) return;
  const TwoSample samples = matrix_samples(matrix, cloud);
  const double unit = static_cast<double>(*std::ranges::max_element(matrix)) / kSteps;
  const Evaluate evaluate = [&](const SideSums& b, const SideSums& c, std::span<double> values) {
    const PairSums sums = pair_sums(b, c);
    values[0] = statistic({sums.baseline * unit, sums.current * unit, sums.between * unit});
  };
  const double observed = observed_values(samples, 1, evaluate)[0];
  const auto permuted =
      permuted_values(samples, {options.permutations, options.seed, 1}, evaluate, pool)[0];
  measurement.p_value = permutation_p_value(permuted, observed);
  measurement.excess = *measurement.value - median_of_defined(permuted);
}

Measurement measure_mmd(const Cloud& cloud, std::vector<float> distances,
                        const DriftOptions& options, ThreadPool& pool) {
  Measurement measurement = blank_measurement("mmd_rbf", cloud);
  const auto mmd = mmd_squared(cloud.of_baseline(), cloud.of_current(), cloud.dimension, pool);
  if (!mmd) {
    measurement.not_applicable = mmd.error().message;
    return measurement;
  }
  measurement.value = mmd->unbiased;
  measurement.facts = {{"gamma", mmd->gamma}, {"biased", mmd->biased}};
  for (float& distance : distances) {
    distance = static_cast<float>(std::exp(-mmd->gamma * static_cast<double>(distance)));
  }
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  add_certainty(measurement, distances, cloud, options, pool, [=](const PairSums& sums) {
    return (sums.baseline - n) / (n * (n - 1)) + (sums.current - m) / (m * (m - 1)) -
           2 * sums.between / (n * m);
  });
  if (*measurement.value > 0) measurement.direction = Direction::changed;
  return measurement;
}

Measurement measure_energy(const Cloud& cloud, std::vector<float> distances,
                           const DriftOptions& options, ThreadPool& pool) {
  Measurement measurement = blank_measurement("energy_distance", cloud);
  const auto energy =
      energy_distance(cloud.of_baseline(), cloud.of_current(), cloud.dimension, pool);
  if (!energy) {
    measurement.not_applicable = energy.error().message;
    return measurement;
  }
  measurement.value = *energy;
  for (float& distance : distances) distance = std::sqrt(distance);
  const double n = static_cast<double>(cloud.baseline);
  const double m = static_cast<double>(cloud.current);
  add_certainty(measurement, distances, cloud, options, pool, [=](const PairSums& sums) {
    const double squared =
        2 * sums.between / (n * m) - sums.baseline / (n * n) - sums.current / (m * m);
    return std::sqrt(std::max(0.0, squared));
  });
  if (*measurement.value > 0) measurement.direction = Direction::changed;
  return measurement;
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
  const std::vector<float> distances = squared_distances(cloud.values, cloud.dimension, pool);
  std::vector<Measurement> measured;
  measured.push_back(measure_mmd(cloud, distances, options, pool));
  measured.push_back(measure_energy(cloud, distances, options, pool));
  measured.push_back(measure_auc(cloud, options, pool));
  return measured;
}

}  // namespace plumb
