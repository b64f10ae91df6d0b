#include "serve/stored_comparison.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/thread_pool.h"
#include "judge/judge.h"
#include "measure/execution_drift.h"
#include "record/comparison_json.h"
#include "serve/stored_profile.h"

namespace plumb {
namespace {

using SharedProfile = std::shared_ptr<const ExecutionProfile>;

std::string source_of(const StoredExecution& execution) {
  return fmt::format("executions/{}", number_of(execution.id));
}

void name_side(ComparedSide& side, std::string source) {
  if (side.name.empty()) side.name = source;
  side.source = std::move(source);
}

Result<void> check_has_results(const StoredExecution& execution) {
  if (execution.results > 0) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("execution {} has no results, so there is nothing to compare",
                          number_of(execution.id)));
}

// Both sides at once: each reads and adds up some megabytes.
Result<std::pair<SharedProfile, SharedProfile>> profiles_of(Services& services,
                                                            const StoredExecution& current,
                                                            const StoredExecution& baseline,
                                                            bool with_vectors) {
  if (current.id == baseline.id) {
    PLUMB_TRY(const SharedProfile both, stored_profile(services, current, with_vectors));
    return std::pair(both, both);
  }
  Result<SharedProfile> sides[2];
  const StoredExecution* const executions[2] = {&current, &baseline};
  ThreadPool pool(2);
  pool.run(2, [&](int side, int) {
    sides[side] = stored_profile(services, *executions[side], with_vectors);
  });
  PLUMB_TRY(SharedProfile first, std::move(sides[0]));
  PLUMB_TRY(SharedProfile second, std::move(sides[1]));
  return std::pair(std::move(first), std::move(second));
}

Result<Comparison> measure(Services& services, const ExecutionProfile& current,
                           const ExecutionProfile& baseline, const KeptProfiles& kept = {}) {
  PLUMB_CHECK_RESULT(check_same_vectors(current, baseline));
  DriftOptions options;
  options.threads = services.threads;
  return compare_executions(current, baseline, options, kept);
}

Comparison judged(Comparison comparison, std::string current, std::string baseline) {
  name_side(comparison.current, std::move(current));
  name_side(comparison.baseline, std::move(baseline));
  judge(comparison);
  return comparison;
}

}  // namespace

Result<void> check_completed(const StoredExecution& execution) {
  if (execution.state == ExecutionState::completed) return {};
  return fail(ErrorCode::conflict,
              fmt::format("execution {} is not completed; POST /api/v1/executions/{}/complete "
                          "when all its results are there",
                          number_of(execution.id), number_of(execution.id)));
}

Result<void> check_same_vectors(const ExecutionProfile& current, const ExecutionProfile& baseline) {
  if (check_comparable(current, baseline)) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("the vectors of the two sides come from {} and from {}, which do not "
                          "compare; embed both with one model, or ask with \"embeddings\": false",
                          current.origin->model, baseline.origin->model));
}

Result<Comparison> compare_profiles(Services& services, const StoredExecution& current,
                                    const ExecutionProfile& current_profile,
                                    const StoredExecution& baseline,
                                    const ExecutionProfile& baseline_profile) {
  PLUMB_TRY(Comparison comparison, measure(services, current_profile, baseline_profile));
  return judged(std::move(comparison), source_of(current), source_of(baseline));
}

Result<Comparison> compare_stored(Services& services, const StoredExecution& current,
                                  const StoredExecution& baseline, bool with_vectors) {
  for (const StoredExecution* side : {&current, &baseline}) {
    PLUMB_CHECK_RESULT(check_completed(*side));
    PLUMB_CHECK_RESULT(check_has_results(*side));
  }
  PLUMB_TRY(const auto profiles, profiles_of(services, current, baseline, with_vectors));
  const auto& [of_current, of_baseline] = profiles;
  const auto current_kept = prepared_side(services, current, *of_current, ComparedRole::current);
  const auto baseline_kept =
      prepared_side(services, baseline, *of_baseline, ComparedRole::baseline);
  PLUMB_TRY(Comparison comparison, measure(services, *of_current, *of_baseline,
                                           {current_kept.get(), baseline_kept.get()}));
  return judged(std::move(comparison), source_of(current), source_of(baseline));
}

Result<Comparison> compare_window(Services& services, const ExecutionProfile& window,
                                  std::string_view stream, const StoredExecution& baseline) {
  PLUMB_TRY(const SharedProfile other, stored_profile(services, baseline, true));
  const auto kept = prepared_side(services, baseline, *other, ComparedRole::baseline);
  PLUMB_TRY(Comparison comparison, measure(services, window, *other, {nullptr, kept.get()}));
  return judged(std::move(comparison), fmt::format("streams/{}", stream), source_of(baseline));
}

Result<void> tell_score(Services& services, const StoredComparison& comparison) {
  PLUMB_TRY(const Project project, services.store.projects().get(comparison.project));
  services.metrics.set_drift_score(project.name, comparison.drift_score);
  return {};
}

StoredComparison to_stored(const Comparison& comparison, ExecutionId execution,
                           ExecutionId baseline_execution) {
  StoredComparison stored;
  stored.execution = execution;
  stored.baseline_execution = baseline_execution;
  stored.verdict = comparison.verdict;
  stored.drift_score = comparison.drift_score;
  stored.drift_grade = comparison.drift_grade;
  stored.document = json_line(to_json(comparison));
  return stored;
}

}  // namespace plumb
