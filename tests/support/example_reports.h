// Reports of the commands on conversations for the tests of their writers: with
// everything that can be there, with texts that attack the format, and with nothing.
#pragma once

#include <string>

#include "record/intent_report.h"
#include "record/interpretation.h"
#include "record/plan.h"
#include "record/session_report.h"
#include "support/example_comparison.h"

namespace plumb::testing {

inline IntentReport example_intent(const std::string& text) {
  IntentStep first;
  first.task_id = text;
  first.ids = 0.0;
  first.sentences = 4;
  IntentStep second = first;
  second.agent = text;
  second.step = 1;
  second.ids = 1.0 / 3;
  second.interval = SentenceRange{0.25, 0.5};
  second.truncated = true;
  second.farthest = FarthestSentence{text, 10, 60, 0.75};
  second.inferred_goal = text;
  second.intent_version = 2;
  second.update_type = "major_shift";
  second.similarity = -0.125;
  second.conflict_would_trigger = true;
  IntentStep lost = first;  // nothing to measure against
  lost.ids.reset();
  IntentTask task;
  task.task_id = text;
  task.agent = text;
  task.steps = 2;
  task.mean_ids = task.max_ids = 1.0 / 3;
  task.max_step = 1;
  task.goal_shift = 0.5;
  task.initial_goal = task.final_goal = text;
  task.policy = "guard";
  task.policy_thresholds = {{"threshold", 0.5}};
  task.policy_from_log = true;
  task.trend = Trend{0.125, {0.0, 0.25, 0.95}, 9};
  task.change_point = TurningPoint{3, 0.25, 0.75, 0.0625};
  IntentTask bare;
  bare.task_id = "bare";
  bare.steps = 1;
  IntentReport report;
  report.steps = {first, second, lost};
  report.tasks = {task, bare};
  report.warnings = {text};
  report.provenance = example_comparison().provenance;
  return report;
}

inline SessionReport example_session(const std::string& text) {
  SessionResult full;
  full.case_id = text;
  full.turns = {{1, true, {text}, {}}, {2, false, {}, {}}, {3, true, {}, {text}}};
  full.not_ok = 1;
  full.alignment = SessionAlignment{
      0.75, {0.5, std::nullopt, 0.75}, {{}, {}, SentenceRange{0.625, 0.875}}, true, 3};
  full.recall = EntityRecall{{1.0, std::nullopt, 0.5},
                             {0.5, std::nullopt, 0.25},
                             0.5,
                             Trend{-0.25, {-0.5, 0.0, 0.95}, 3},
                             {text}};
  Inference against;
  against.label = InferenceLabel::contradiction;
  against.probabilities = InferenceProbabilities{0.25, 0.25, 0.5};
  against.truncated = true;
  Inference unclear;
  unclear.reply = text;
  unclear.problem = text;
  full.conflicts = ConflictRate{0.5, 1, 2, 1, 1, {{1, 2, against}, {2, 3, unclear}}};
  SessionResult empty = full;  // every part is there, none has a value
  empty.variant = GenerationVariant::summary;
  empty.alignment = SessionAlignment{};
  empty.recall = EntityRecall{};
  empty.conflicts = ConflictRate{};
  SessionResult bare;
  bare.case_id = "bare";
  SessionReport report;
  report.list = text;
  report.list_sha256 = std::string(64, 'b');
  report.vocabulary = text;
  report.sessions = {full, empty, bare};
  report.no_conflicts = text;
  report.nli = NliClassifierOrigin{text, std::string(64, 'd'), text, "avx2", 512};
  report.warnings = {text};
  report.provenance = example_comparison().provenance;
  return report;
}

inline PlanReport example_plans(const std::string& text) {
  RulePlan plan;
  plan.case_id = text;
  plan.plan = "Goals: sleep.";
  Inference said;
  said.label = InferenceLabel::entailment;
  said.reply = text;
  plan.items = {{PlanComponent::goal, text, "patient_summary", text, text},
                {PlanComponent::follow_up, text, "turn 3", text, text, {{text, said}}}};
  plan.rejected = {{PlanComponent::risk, text, "reasoning 1", text, text, {{text, {}}}}};
  const NliJudgeOrigin judge{.backend = "openai",
                             .model = text,
                             .weights_sha256 = "",
                             .server = text,
                             .instruction_set = "",
                             .context_tokens = 4096,
                             .reply_tokens = 64,
                             .seed = 42,
                             .prompt_id = "nli_judge",
                             .prompt_sha256 = std::string(64, 'e'),
                             .prompt_text = text,
                             .details = {{text, text}}};
  return {text, std::string(64, 'c'), {plan, {"bare", "", {}}}, judge};
}

inline TaskComparison example_task(const std::string& text) {
  TaskComparison task;
  task.task_id = text;
  task.task_type = text;
  AgentDrift agent;
  agent.scored_steps = 2;
  agent.mean_ids = 0.5;
  agent.min_ids = 0.25;
  agent.max_ids = 0.75;
  agent.max_step = 2;
  agent.change_point = TurningPoint{2, 0.25, 0.75, 0.0625};
  agent.mean_ids_inferred_goal = 0.625;
  agent.failed_steps = {1};
  agent.missing_steps = {0};
  task.baseline = task.intent = agent;
  task.intent->mean_ids = 0.25;
  task.delta_mean = -0.25;
  task.delta_max = 0;
  task.delta_mean_inferred_goal = 0;
  task.goal_shift = 0.125;
  task.winner = TaskWinner::intent;
  StepComparison first;
  first.prompt = text;
  first.intent_goal = first.inferred_goal = text;
  first.intent_version = 1;
  first.baseline = StepAnswer{text, 0.0, 0.5, {}};
  first.intent = StepAnswer{{}, {}, {}, text};
  StepComparison second;
  second.step = 2;
  second.prompt = text;
  second.conflict_would_trigger = true;
  second.intent = StepAnswer{text, 0.75, 0.5, {}};
  task.steps = {first, second};
  return task;
}

// One model; without a text, one with nothing in it but a task of one agent.
inline Interpretation example_interpretation(const std::string& text) {
  Interpretation of;
  of.model = text;
  of.folder = text;
  of.verdict = ExperimentVerdict::intent_drifts_less;
  ScopeSummary overall;
  overall.scope = "overall";
  overall.baseline_mean_ids = 0.5;
  overall.intent_mean_ids = 0.25;
  overall.intent_wins = 1;
  overall.total_tasks = 1;
  overall.baseline = overall.intent = TaskMean{0.5, Interval{0.25, 0.75, 0.95}, 2};
  overall.goal_shift = TaskMean{0.125, {}, 1};
  ScopeSummary type = overall;
  type.scope = text;
  ScopeSummary none;
  none.scope = "planning";
  of.summary = {overall, type, none};
  Significance row;
  row.scope = "overall";
  row.tasks = row.runs = 4;
  row.identical_runs = 1;
  row.mean_delta = -0.25;
  row.t = -2;
  row.t_degrees = 3;
  row.t_p_value = 0.00001;
  row.t_interval = Interval{-0.5, 0.0, 0.95};
  row.wilcoxon = 0;
  row.wilcoxon_p_value = row.wilcoxon_smallest_p = 0.125;
  row.wilcoxon_method = "exact";
  row.cohens_d = -1;
  row.bootstrap_interval = Interval{-0.5, -0.125, 0.95};
  row.bootstrap_method = "bca";
  row.notes = {text};
  Significance bare;
  bare.scope = text;
  bare.against = IntentReference::inferred_goal;
  of.significance = {row, bare};
  of.by_step = {{0, {0.0, {}, 2}, {0.0, {}, 2}},
                {1, {0.5, Interval{0.25, 0.75, 0.95}, 2}, {{}, {}, 0}}};
  TaskComparison lonely;
  lonely.task_id = "planning_9";
  lonely.task_type = "planning";
  lonely.baseline.emplace();
  of.tasks = {example_task(text), lonely};
  of.policy = text;
  of.policy_thresholds = {{"conflict_below", 0.5}};
  of.run = {{text, text}};
  of.rescore = RescoreResult{12, 1, 0.0001, text};
  of.warnings = {text};
  return of;
}

inline ExperimentReport example_experiment(const std::string& text) {
  return {{example_interpretation(text)}, {text}, example_comparison().provenance};
}

}  // namespace plumb::testing
