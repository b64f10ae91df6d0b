// Reports of the commands on conversations for the tests of their writers: with
// everything that can be there, with texts that attack the format, and with nothing.
#pragma once

#include <string>

#include "record/intent_report.h"
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
  full.alignment = SessionAlignment{0.75, {0.5, std::nullopt, 0.75}, true, 3};
  full.recall = EntityRecall{{1.0, std::nullopt, 0.5},
                             {0.5, std::nullopt, 0.25},
                             0.5,
                             Trend{-0.25, {-0.5, 0.0, 0.95}, 3},
                             {text}};
  full.conflicts = ConflictRate{0.5, 1, 2, 1};
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
  report.warnings = {text};
  report.provenance = example_comparison().provenance;
  return report;
}

inline PlanReport example_plans(const std::string& text) {
  RulePlan plan;
  plan.case_id = text;
  plan.plan = "Goals: sleep.";
  plan.items = {{PlanComponent::goal, text, "patient_summary", text, text},
                {PlanComponent::follow_up, text, "turn 3", text, text}};
  return {text, std::string(64, 'c'), {plan, {"bare", "", {}}}};
}

}  // namespace plumb::testing
