#include "measure/execution_drift.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "base/cpu.h"
#include "base/interrupt.h"
#include "base/thread_pool.h"
#include "measure/execution_explanation.h"
#include "measure/execution_facts.h"
#include "measure/execution_metrics.h"
#include "measure/feature_space.h"
#include "measure/pairwise_drift.h"
#include "measure/prepared_profile.h"
#include "stats/permutation.h"
#include "stats/quantile.h"

namespace plumb {
namespace {

std::unexpected<Error> no_results(std::string_view side) {
  return fail(ErrorCode::invalid_input,
              "the " + std::string(side) +
                  " run has no results, so there is nothing to compare; give a file with at least "
                  "one");
}

ComparedSide side_of(const ExecutionProfile& profile) {
  ComparedSide side;
  side.name = profile.name;
  side.results = profile.results();
  side.blank = profile.blank();
  side.truncated = profile.truncated();
  side.skipped = profile.skipped;
  side.with_severity = profile.with_severity();
  side.with_trace = profile.with_trace();
  side.severity_counts = profile.severities();
  return side;
}

WholeSides whole_sides(const FeatureSpace& space, const ExecutionProfile& baseline,
                       const ExecutionProfile& current) {
  return {space.counts_of(baseline),   space.counts_of(current),      baseline.embeddings().sums(),
          current.embeddings().sums(), baseline.embeddings().count(), current.embeddings().count()};
}

// How many of the sampled results a statistic looks at.
std::uint64_t taking_part(Statistic statistic, std::span<const ProfileRow* const> rows) {
  const auto takes_part = [statistic](const ProfileRow* row) {
    switch (statistic) {
      case Statistic::response_length_ks:
        return !row->blank;
      case Statistic::response_entropy:
        return true;
      case Statistic::safety_score_delta:
      case Statistic::mean_cost_delta:
      case Statistic::severity_psi:
        return row->severity.has_value();
      case Statistic::centroid_cosine:
        return !row->embedding.empty();
      case Statistic::tool_frequency_chi2:
      case Statistic::tool_sequence_jaccard:
      case Statistic::tool_transition_chi2:
        return row->tools.has_value();
    }
    std::unreachable();
  };
  return static_cast<std::uint64_t>(std::ranges::count_if(rows, takes_part));
}

// What resampling says of a value: bootstrapped values without those that are
// not defined, ascending.
class Spread {
 public:
  explicit Spread(std::vector<double> values) : values_(std::move(values)) {
    std::erase_if(values_, [](double value) { return std::isnan(value); });
    std::ranges::sort(values_);
  }

  bool known() const { return values_.size() >= 2; }

  // Of the value as it was measured. Resampling adds to a distance the noise
  // that is in it once already, so the percentiles are moved until their median
  // is the value; a distance is not negative.
  Interval of_value(double value) const {
    const double noise = quantile_of_sorted(values_, 0.5) - value;
    return {std::max(0.0, low() - noise), high() - noise};
  }

  // Of the distance that would be left without noise, by the basic bootstrap:
  // [2 value - high, 2 value - low]. `excess` estimates the same and lies inside.
  Interval of_excess(double value, double excess) const {
    return {std::min(excess, 2 * value - high()), std::max(excess, 2 * value - low())};
  }

 private:
  double low() const { return quantile_of_sorted(values_, 0.025); }
  double high() const { return quantile_of_sorted(values_, 0.975); }

  std::vector<double> values_;
};

// Of both sides what was kept, or else what is made here.
class PreparedSides {
 public:
  PreparedSides(const ExecutionProfile& current, const ExecutionProfile& baseline,
                const DriftOptions& options, const KeptProfiles& kept, ThreadPool& pool)
      : current_(kept.current), baseline_(kept.baseline) {
    const auto make = [&](const ExecutionProfile& profile, ComparedRole role,
                          std::optional<PreparedProfile>& made, const PreparedProfile*& used) {
      if (used != nullptr && used->serves(role, options)) return;
      used = &made.emplace(profile, role, options, pool);
    };
    make(current, ComparedRole::current, made_current_, current_);
    make(baseline, ComparedRole::baseline, made_baseline_, baseline_);
  }
  PreparedSides(const PreparedSides&) = delete;
  PreparedSides& operator=(const PreparedSides&) = delete;

  const PreparedProfile& current() const { return *current_; }
  const PreparedProfile& baseline() const { return *baseline_; }

 private:
  std::optional<PreparedProfile> made_current_;
  std::optional<PreparedProfile> made_baseline_;
  const PreparedProfile* current_;
  const PreparedProfile* baseline_;
};

// How often permuted samples reach what was observed, and how far resampled
// ones spread: of every statistic at once.
class Certainty {
 public:
  Certainty(const FeatureSpace& space, const ComparedRows& rows, const TwoSample& samples,
            const PreparedSides& prepared, const DriftOptions& options, ThreadPool& pool)
      : rows_(rows) {
    const Evaluate evaluate = [&](const SideSums& b, const SideSums& c, std::span<double> values) {
      compute_all(space, b, c, values);
    };
    const DrawOptions draws{options.permutations, options.seed, kStatisticCount};
    observed_ = observed_values(samples, kStatisticCount, evaluate);
    permuted_ = permuted_values(samples, draws, evaluate, pool);
    const auto baseline_places = prepared.baseline().space().places_in(space);
    const auto current_places = prepared.current().space().places_in(space);
    bootstrapped_ = bootstrapped_values({prepared.baseline().resampled(), baseline_places},
                                        {prepared.current().resampled(), current_places},
                                        space.features(), kStatisticCount, evaluate, pool);
  }

  void fill(Statistic statistic, Measurement& measurement) const {
    const auto shown = static_cast<std::size_t>(statistic);
    const std::size_t tested = shown < kMetricCount ? tested_statistic(shown) : shown;
    measurement.p_n_current = taking_part(statistic, rows_.current);
    measurement.p_n_baseline = taking_part(statistic, rows_.baseline);
    if (!measurement.value || std::isnan(observed_[shown])) return;
    if (!permuted_[tested].empty()) {
      measurement.p_value = permutation_p_value(permuted_[tested], observed_[tested],
                                                tie_tolerance_of(static_cast<Statistic>(tested)));
      measurement.excess = *measurement.value - median_of_defined(permuted_[shown]);
    }
    const Spread spread(bootstrapped_[shown]);
    if (!spread.known()) return;
    measurement.interval = spread.of_value(*measurement.value);
    if (measurement.excess) {
      measurement.excess_interval = spread.of_excess(observed_[shown], *measurement.excess);
    }
  }

 private:
  const ComparedRows& rows_;
  std::vector<double> observed_;
  std::vector<std::vector<double>> permuted_;
  std::vector<std::vector<double>> bootstrapped_;
};

void add_warnings(Comparison& comparison) {
  const auto about = [&](const ComparedSide& side, std::string_view which) {
    const auto tell = [&](std::uint64_t count, std::string_view what) {
      if (count == 0) return;
      comparison.warnings.push_back(std::to_string(count) + " of " + std::to_string(side.results) +
                                    " responses of the " + std::string(which) + " run " +
                                    std::string(what));
    };
    tell(side.blank, "are blank");
    tell(side.truncated, "are longer than the model reads: only their start was embedded");
    if (side.skipped > 0) {
      comparison.warnings.push_back(std::to_string(side.skipped) + " bad lines of the " +
                                    std::string(which) + " run were left out");
    }
  };
  about(comparison.current, "current");
  about(comparison.baseline, "baseline");
}

void add_provenance(Comparison& comparison, const ExecutionProfile& current,
                    const DriftOptions& options) {
  comparison.provenance.plumb_version = PLUMB_VERSION;
  comparison.provenance.vectors = current.origin;
  comparison.provenance.seed = options.seed;
  comparison.provenance.permutations = options.permutations;
  comparison.provenance.bootstrap_draws = options.bootstrap_draws;
  comparison.provenance.sample_rows = current.options().sample_rows;
}

}  // namespace

Result<Comparison> compare_executions(const ExecutionProfile& current,
                                      const ExecutionProfile& baseline, const DriftOptions& options,
                                      const KeptProfiles& kept) {
  if (current.results() == 0) return no_results("current");
  if (baseline.results() == 0) return no_results("baseline");
  PLUMB_CHECK_RESULT(check_comparable(current, baseline));

  ThreadPool pool(options.threads > 0 ? options.threads : available_cpus());
  const FeatureSpace space(baseline, current, pool);
  const ComparedRows rows = rows_of(baseline, current);
  const WholeSides sides = whole_sides(space, baseline, current);
  const TwoSample samples = rows.table(space, pool);
  const PreparedSides prepared(current, baseline, options, kept, pool);
  const Certainty certainty(space, rows, samples, prepared, options, pool);

  Comparison comparison;
  comparison.current = side_of(current);
  comparison.baseline = side_of(baseline);
  comparison.paired = rows.paired;
  auto contributions = contributions_of(space, rows, samples, options.contributions, pool);
  auto segments = segments_of(space, rows, samples, options.seed, pool);
  for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
    const auto statistic = static_cast<Statistic>(metric);
    Measurement measurement = describe(statistic, space, sides);
    certainty.fill(statistic, measurement);
    measurement.contributions = std::move(contributions[metric]);
    measurement.segments = std::move(segments[metric]);
    comparison.results.push_back(std::move(measurement));
  }
  if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
  if (options.additional) {
    Measurement transitions = describe(Statistic::tool_transition_chi2, space, sides);
    certainty.fill(Statistic::tool_transition_chi2, transitions);
    comparison.additional = measure_pairwise_drift(
        rows, {prepared.baseline().distances(), prepared.current().distances()}, options, pool);
    comparison.additional.push_back(std::move(transitions));
  }
  if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
  comparison.distributions.push_back(length_distribution(space, sides));
  comparison.transitions = transitions_of(space, sides);
  add_warnings(comparison);
  add_provenance(comparison, current, options);
  return comparison;
}

}  // namespace plumb
