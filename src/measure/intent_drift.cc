#include "measure/intent_drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "measure/intent_log.h"
#include "measure/sentence_influence.h"
#include "measure/trend.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::size_t kStepsPerBlock = 16'384;  // whose vectors are held together, 25 MB

// A task with its replayed intent and the text that each step is measured against.
struct MeasuredTask {
  const IntentLogTask* task = nullptr;
  std::vector<ReplayedIntent> replay;  // empty where no goal is known
  std::vector<IntentStep> steps;

  std::optional<std::string_view> reference(std::size_t i, IntentReference against) const {
    if (against == IntentReference::inferred_goal) return replay[i].goal;
    const SessionStep* first = task->step_zero();
    if (first == nullptr || first->error) return std::nullopt;
    return first->response;
  }
};

Result<std::vector<MeasuredTask>> replay_block(std::span<const IntentLogTask> tasks,
                                               TextVectors& vectors) {
  std::vector<MeasuredTask> measured(tasks.size());
  std::vector<ReplayInput> inputs;
  std::vector<std::size_t> replayed;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    measured[i].task = &tasks[i];
    for (const SessionStep* step : tasks[i].steps) vectors.want(step->response);
    if (!tasks[i].initial_goal) continue;
    ReplayInput input{*tasks[i].initial_goal, tasks[i].policy, {}};
    for (const SessionStep* step : tasks[i].steps) {
      input.instructions.emplace_back(step->step, step->prompt);
    }
    vectors.want(input.initial_goal);
    inputs.push_back(std::move(input));
    replayed.push_back(i);
  }
  PLUMB_TRY(auto replays, intent_replays(inputs, vectors));
  for (std::size_t i = 0; i < replayed.size(); ++i) {
    measured[replayed[i]].replay = std::move(replays[i]);
  }
  PLUMB_CHECK_RESULT(vectors.embed_wanted());  // outputs of a block where nothing was replayed
  return measured;
}

IntentStep score_step(const MeasuredTask& measured, std::size_t i, IntentReference against,
                      const TextVectors& vectors) {
  const SessionStep& logged = *measured.task->steps[i];
  IntentStep step;
  step.task_id = measured.task->task_id;
  step.agent = measured.task->agent;
  step.step = logged.step;
  step.error = logged.error;
  const auto reference = measured.reference(i, against);
  if (reference && !step.error) {
    step.ids = ids(logged.response, *reference, vectors);
    step.truncated = vectors.truncated(logged.response) || vectors.truncated(*reference);
  } else {
    step.truncated = vectors.truncated(logged.response);
  }
  if (measured.replay.empty()) return step;
  const ReplayedIntent& intent = measured.replay[i];
  step.inferred_goal = intent.goal;
  step.intent_version = intent.version;
  step.update_type = name_of(intent.update);
  step.similarity = intent.similarity;
  step.conflict_would_trigger = intent.conflict_would_trigger;
  step.goal_truncated = intent.truncated;
  return step;
}

// Step 0 against itself has nothing to say.
bool is_own_reference(const IntentStep& step, IntentReference against) {
  return against == IntentReference::initial_output && step.step == 0;
}

Result<void> add_sentences(std::span<MeasuredTask> block, IntentReference against,
                           const TextVectors& vectors, const EmbedTexts& embed) {
  std::vector<ScoredText> texts;
  std::vector<IntentStep*> owners;
  for (MeasuredTask& measured : block) {
    for (std::size_t i = 0; i < measured.steps.size(); ++i) {
      const auto reference = measured.reference(i, against);
      if (!reference || measured.steps[i].error) continue;
      if (is_own_reference(measured.steps[i], against)) continue;
      texts.push_back({measured.task->steps[i]->response, *reference});
      owners.push_back(&measured.steps[i]);
    }
  }
  PLUMB_TRY(auto influences, sentence_influences(texts, vectors, embed));
  for (std::size_t i = 0; i < owners.size(); ++i) {
    owners[i]->sentences = influences[i].sentences;
    owners[i]->interval = influences[i].interval;
    owners[i]->farthest = std::move(influences[i].farthest);
  }
  return {};
}

void summarise_scores(IntentTask& task, std::span<const IntentStep> steps, std::uint64_t seed) {
  std::vector<std::int64_t> at;
  std::vector<double> scores;
  for (const IntentStep& step : steps) {
    if (step.step < 1 || !step.ids) continue;
    at.push_back(step.step);
    scores.push_back(*step.ids);
  }
  if (scores.empty()) return;
  double sum = 0;
  for (const double score : scores) sum += score;
  task.mean_ids = sum / static_cast<double>(scores.size());
  const auto highest = std::ranges::max_element(scores);
  task.max_ids = *highest;
  task.max_step = at[static_cast<std::size_t>(highest - scores.begin())];
  // Of the fewest steps, step 0 is the one that has no score of its own.
  constexpr std::size_t kFewestScores = kFewestStepsOfTrend - 1;
  if (steps.size() < kFewestStepsOfTrend) return;
  task.trend = trend_of(at, scores, kFewestScores);
  task.change_point = turning_point_of(at, scores, seed, kFewestScores);
}

IntentTask summarise(const MeasuredTask& measured, const TextVectors& vectors, std::uint64_t seed) {
  IntentTask task;
  task.task_id = measured.task->task_id;
  task.agent = measured.task->agent;
  task.steps = measured.steps.size();
  summarise_scores(task, measured.steps, seed);
  if (measured.replay.empty()) return task;
  task.initial_goal = measured.task->initial_goal;
  task.final_goal = measured.replay.back().goal;
  task.goal_shift = goal_shift(*task.initial_goal, *task.final_goal, vectors);
  task.policy = name_of(measured.task->policy.kind);
  task.policy_thresholds = thresholds_of(measured.task->policy);
  task.policy_from_log = measured.task->policy_from_log;
  return task;
}

Result<void> measure_block(std::span<const IntentLogTask> tasks, const IntentOptions& options,
                           const EmbedTexts& embed, IntentReport& report) {
  TextVectors vectors(embed);
  PLUMB_TRY(std::vector<MeasuredTask> block, replay_block(tasks, vectors));
  for (MeasuredTask& measured : block) {
    for (std::size_t i = 0; i < measured.task->steps.size(); ++i) {
      measured.steps.push_back(score_step(measured, i, options.against, vectors));
    }
  }
  if (options.sentences) {
    PLUMB_CHECK_RESULT(add_sentences(block, options.against, vectors, embed));
  }
  for (MeasuredTask& measured : block) {
    report.tasks.push_back(summarise(measured, vectors, options.seed));
    std::ranges::move(measured.steps, std::back_inserter(report.steps));
  }
  return {};
}

// Policies differ in the names of theirs. Where tasks of one policy differ in a value, each task
// tells its own.
void record_thresholds(IntentReport& report) {
  std::map<std::string, std::optional<double>> in_force = {
      {"least_trend_steps", static_cast<double>(kFewestStepsOfTrend)}};
  for (const IntentTask& task : report.tasks) {
    for (const auto& [name, value] : task.policy_thresholds) {
      const auto [known, is_new] = in_force.try_emplace(name, value);
      if (!is_new && known->second != value) known->second.reset();
    }
  }
  for (const auto& [name, value] : in_force) {
    if (value) report.provenance.thresholds.emplace_back(name, *value);
  }
}

void warn_of_missing_starts(std::span<const IntentLogTask> tasks, IntentReport& report) {
  std::size_t count = 0;
  const IntentLogTask* example = nullptr;
  for (const IntentLogTask& task : tasks) {
    if (task.step_zero() != nullptr && !task.step_zero()->error) continue;
    if (count++ == 0) example = &task;
  }
  if (count == 0 || report.against != IntentReference::initial_output) return;
  const std::int64_t first_step = example->steps.front()->step;
  report.warnings.push_back(fmt::format(
      "{} task{} no output of step 0 to measure against, so {} scores are null; the first is "
      "\"{}\", {}",
      count, count == 1 ? " has" : "s have", count == 1 ? "its" : "their", example->task_id,
      first_step == 0 ? "whose step 0 failed"
                      : fmt::format("which starts at step {}", first_step)));
}

void warn_of_failures(IntentReport& report) {
  std::size_t count = 0;
  const IntentStep* example = nullptr;
  for (const IntentStep& step : report.steps) {
    if (step.error && count++ == 0) example = &step;
  }
  if (count == 0) return;
  report.warnings.push_back(
      fmt::format("{} step{} failed and {} no score; the first is step {} of \"{}\": {}", count,
                  count == 1 ? "" : "s", count == 1 ? "has" : "have", example->step,
                  example->task_id, *example->error));
}

}  // namespace

double drift_of(double cosine) {
  return std::clamp(1 - std::clamp(cosine, -1.0, 1.0), 0.0, 1.0);
}

double ids(std::string_view output, std::string_view reference, const TextVectors& vectors) {
  const bool blank = is_blank(output);
  if (blank || is_blank(reference)) return blank == is_blank(reference) ? 0 : 1;
  if (output == reference) return 0;
  return drift_of(cosine(vectors.of(output), vectors.of(reference)));
}

Result<double> ids(std::string_view output, std::string_view reference, const EmbedTexts& embed) {
  TextVectors vectors(embed);
  vectors.want(output);
  vectors.want(reference);
  PLUMB_CHECK_RESULT(vectors.embed_wanted());
  return ids(output, reference, vectors);
}

double goal_shift(std::string_view initial_goal, std::string_view final_goal,
                  const TextVectors& vectors) {
  return ids(final_goal, initial_goal, vectors);
}

Result<IntentReport> measure_intent(std::span<const SessionStep> steps,
                                    const IntentOptions& options, const EmbedTexts& embed) {
  PLUMB_TRY(const std::vector<IntentLogTask> tasks, tasks_of_log(steps, options));
  IntentReport report;
  report.against = options.against;
  report.provenance.seed = options.seed;
  report.provenance.permutations = kTurningPointDraws;
  for (std::size_t begin = 0; begin < tasks.size();) {
    std::size_t end = begin;
    for (std::size_t count = 0; end < tasks.size() && count < kStepsPerBlock; ++end) {
      count += tasks[end].steps.size();
    }
    PLUMB_CHECK_RESULT(
        measure_block(std::span(tasks).subspan(begin, end - begin), options, embed, report));
    begin = end;
  }
  record_thresholds(report);
  warn_of_missing_starts(tasks, report);
  warn_of_failures(report);
  return report;
}

}  // namespace plumb
