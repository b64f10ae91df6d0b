#include "judge/judge.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "stats/corrections.h"

namespace plumb {
namespace {

constexpr std::array kDriftTypes = {DriftType::output, DriftType::safety, DriftType::distribution,
                                    DriftType::embedding, DriftType::agent_tool};

bool applies(const Measurement& measurement) {
  return measurement.value && std::isfinite(*measurement.value);
}

void forget_judgement(Measurement& measurement) {
  measurement.threshold.reset();
  measurement.exceeded.reset();
  measurement.severity.reset();
  measurement.p_adjusted.reset();
  measurement.verdict.reset();
}

// Over the metrics that apply and have a p-value: one that does not apply is no
// test that was made, so it must not make the others stricter.
void adjust_p_values(std::span<Measurement> results) {
  std::vector<Measurement*> family;
  std::vector<double> p_values;
  for (Measurement& measurement : results) {
    if (!applies(measurement) || !measurement.p_value) continue;
    family.push_back(&measurement);
    p_values.push_back(*measurement.p_value);
  }
  const std::vector<double> adjusted = adjust_benjamini_hochberg(p_values);
  for (std::size_t i = 0; i < family.size(); ++i) family[i]->p_adjusted = adjusted[i];
}

Verdict verdict_of(const Measurement& measurement, const JudgeOptions& options) {
  if (std::min(measurement.n_current, measurement.n_baseline) < options.least_results) {
    return Verdict::undecided;
  }
  const bool sure = measurement.p_adjusted && *measurement.p_adjusted <= options.alpha;
  const bool large = measurement.excess && *measurement.excess >= options.least_excess;
  if (sure && large) return Verdict::drifted;
  const bool small =
      measurement.excess_interval && measurement.excess_interval->high < *measurement.threshold;
  return small ? Verdict::stable : Verdict::undecided;
}

void judge_measurement(Measurement& measurement, const JudgeOptions& options) {
  measurement.threshold = options.thresholds[static_cast<std::size_t>(measurement.type)];
  if (!applies(measurement)) return;
  measurement.exceeded = *measurement.value >= *measurement.threshold;
  measurement.severity = severity_of_drift(*measurement.value);
  measurement.verdict = verdict_of(measurement, options);
}

// The worst severity of the type's metrics, which costs once however many it has.
TypeScore score_type(DriftType type, std::span<const Measurement> results) {
  TypeScore score{type, std::nullopt, 0};
  for (const Measurement& measurement : results) {
    if (measurement.type != type || !measurement.severity) continue;
    score.severity = std::min(score.severity.value_or(Severity::unknown), *measurement.severity);
  }
  if (score.severity) score.cost = cost_of(*score.severity);
  return score;
}

Verdict overall_verdict(std::span<const Measurement> results) {
  std::optional<Verdict> worst;
  for (const Measurement& measurement : results) {
    if (measurement.verdict)
      worst = std::max(worst.value_or(Verdict::stable), *measurement.verdict);
  }
  return worst.value_or(Verdict::undecided);
}

// What others need to repeat the judgement.
void record_thresholds(const JudgeOptions& options, Provenance& provenance) {
  provenance.thresholds.clear();
  for (std::size_t i = 0; i < options.thresholds.size(); ++i) {
    provenance.thresholds.emplace_back(name_of(kDriftTypes[i]), options.thresholds[i]);
  }
  provenance.thresholds.emplace_back("alpha", options.alpha);
  provenance.thresholds.emplace_back("least_excess", options.least_excess);
  provenance.thresholds.emplace_back("least_results", static_cast<double>(options.least_results));
}

void score_side(ComparedSide& side) {
  side.safety_score.reset();
  side.safety_grade.reset();
  const auto& counts = side.severity_counts;
  if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 0) return;
  side.safety_score = safety_score(counts);
  side.safety_grade = grade_of(*side.safety_score);
}

}  // namespace

void judge(Comparison& comparison, const JudgeOptions& options) {
  std::ranges::for_each(comparison.results, forget_judgement);
  std::ranges::for_each(comparison.additional, forget_judgement);
  adjust_p_values(comparison.results);
  for (Measurement& measurement : comparison.results) judge_measurement(measurement, options);

  comparison.types.clear();
  double score = 100;
  for (const DriftType type : kDriftTypes) {
    comparison.types.push_back(score_type(type, comparison.results));
    score -= comparison.types.back().cost;
  }
  comparison.drift_score = std::clamp(score, 0.0, 100.0);
  comparison.drift_grade = grade_of(comparison.drift_score);
  comparison.verdict = overall_verdict(comparison.results);
  score_side(comparison.current);
  score_side(comparison.baseline);
  record_thresholds(options, comparison.provenance);
}

}  // namespace plumb
