#include "measure/session_drift.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "measure/term_lists.h"
#include "record/session_report_json.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

using testing::word_embedder;

Case case_of(std::string id, std::vector<std::string> entities, std::int64_t turns) {
  Case out;
  out.id = std::move(id);
  out.critical_entities = std::move(entities);
  for (std::int64_t turn = 1; turn <= turns; ++turn) out.turns.push_back({turn, "..."});
  return out;
}

Generation answer(std::string id, std::int64_t turn, std::string response,
                  std::string status = "ok") {
  Generation out;
  out.case_id = std::move(id);
  out.turn = turn;
  out.response = std::move(response);
  out.status = std::move(status);
  out.line = static_cast<std::uint64_t>(turn);
  return out;
}

struct World {
  std::vector<Case> cases = {case_of("c1", {"asthma"}, 3), case_of("c2", {}, 1)};
  std::vector<Generation> generations = {
      answer("c1", 3, "Try the asthma spray."), answer("c1", 1, "Hello, asthma."),
      answer("c1", 2, "", "timeout"), answer("c2", 1, "You should rest.")};
  TargetPlans plans = {"", {{"c1", "try spray", ""}}};
  SessionOptions options;

  Result<SessionReport> measure() const {
    return measure_sessions(cases, generations, plans, *load_term_list("clinical"), options,
                            word_embedder());
  }
};

TEST(SessionDrift, CurvesHaveATurnEachWhateverTheOrderOfTheRows) {
  const auto report = World().measure();
  ASSERT_TRUE(report);
  ASSERT_EQ(report->sessions.size(), 2u);
  const SessionResult& session = report->sessions[0];
  EXPECT_EQ(session.not_ok, 1u);
  ASSERT_TRUE(session.alignment);
  ASSERT_EQ(session.alignment->curve.size(), 3u);
  EXPECT_FALSE(session.alignment->curve[0]);
  EXPECT_FALSE(session.alignment->curve[1]);
  EXPECT_TRUE(session.alignment->curve[2]);
  ASSERT_TRUE(session.recall);
  EXPECT_EQ(session.recall->curve[0], 1.0);
  EXPECT_EQ(session.recall->curve[1], std::nullopt);
  EXPECT_EQ(session.recall->curve[2], 1.0);
  EXPECT_EQ(report->list, "clinical");
}

TEST(SessionDrift, KeysAreAbsentWithoutAPlanEntitiesOrAJudge) {
  const auto report = World().measure();
  ASSERT_TRUE(report);
  const auto with_plan = to_json(report->sessions[0]);
  EXPECT_TRUE(with_plan.contains("alignment_score"));
  EXPECT_TRUE(with_plan.contains("entity_recall_curve"));
  EXPECT_TRUE(with_plan.at("alignment_curve_actions").at(0).is_null());
  const auto without = to_json(report->sessions[1]);
  for (const char* key : {"alignment_score", "alignment_band", "alignment_curve_actions",
                          "entity_recall_curve", "drift_slope", "knowledge_conflict_rate"}) {
    EXPECT_FALSE(without.contains(key)) << key;
  }
  EXPECT_EQ(to_json(*report).at("no_conflict_rate"),
            "neither an NLI model nor a judge is configured to compare advice (--nli)");
}

TEST(SessionDrift, AJudgeGivesAConflictRate) {
  World world;
  world.generations = {answer("c1", 1, "Try tea."), answer("c1", 2, "Stop tea.")};
  world.options.infer = [](std::span<const TextPair> pairs) -> Result<std::vector<Inference>> {
    Inference contradiction;
    contradiction.label = InferenceLabel::contradiction;
    return std::vector<Inference>(pairs.size(), contradiction);
  };
  const auto report = world.measure();
  ASSERT_TRUE(report && report->sessions[0].conflicts);
  EXPECT_EQ(report->sessions[0].conflicts->rate, 1.0);
  EXPECT_EQ(report->sessions[0].conflicts->skipped_turns, 1u);
  EXPECT_TRUE(report->no_conflicts.empty());
}

TEST(SessionDrift, PairsWithoutVerdictAndTruncatedOnesAreWarnedOf) {
  World world;
  world.generations = {answer("c1", 1, "Try tea."), answer("c1", 2, "Stop tea."),
                       answer("c1", 3, "Try rest."), answer("c2", 1, "You should rest.")};
  world.options.infer = [](std::span<const TextPair> pairs) -> Result<std::vector<Inference>> {
    EXPECT_EQ(pairs.size(), 2u);
    EXPECT_EQ(pairs[0].premise, "Try tea.");
    EXPECT_EQ(pairs[0].hypothesis, "Stop tea.");
    std::vector<Inference> said(2);
    said[0].problem = "the judge mumbled";
    said[1].label = InferenceLabel::neutral;
    said[1].truncated = true;
    return said;
  };
  const auto report = world.measure();
  ASSERT_TRUE(report);
  ASSERT_EQ(report->warnings.size(), 3u);
  EXPECT_EQ(report->warnings[1],
            "of 1 of 2 pairs of turns it could not be said whether they conflict, and they do not "
            "count; of the first: the judge mumbled");
  EXPECT_EQ(report->warnings[2],
            "1 of 2 pairs of turns was longer than the NLI classifier reads, and the rest did not "
            "count");
  const auto json = to_json(*report);
  EXPECT_EQ(json.at("conflicts").at("knowledge_conflict_rate"), 0);
  EXPECT_EQ(json.at("conflicts").at("unjudged_pairs"), 1);
  EXPECT_EQ(json.at("sessions").at(0).at("pairs").at(0).at("problem"), "the judge mumbled");
  EXPECT_TRUE(json.at("sessions").at(0).at("pairs").at(0).at("label").is_null());
  EXPECT_EQ(json.at("sessions").at(1).at("evaluated_pairs"), 0);
}

TEST(SessionDrift, VariantsAreSessionsOfTheirOwn) {
  World world;
  Generation summary = answer("c1", 1, "Try tea.");
  summary.variant = GenerationVariant::summary;
  world.generations.push_back(summary);
  const auto report = world.measure();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->sessions.size(), 3u);
}

TEST(SessionDrift, RefusesUnknownCasesAndSecondAnswersAndTellsOfUnknownPlans) {
  World world;
  world.plans.plans.push_back({"c9", "plan", ""});
  const auto told = world.measure();
  ASSERT_TRUE(told);
  ASSERT_EQ(told->warnings.size(), 2u);
  EXPECT_EQ(
      told->warnings[0],
      "1 plan is of a case that is not among the cases, and is not used; the first is \"c9\"");
  EXPECT_EQ(told->warnings[1], "1 of 2 sessions have no plan, so no alignment");

  world.generations.push_back(answer("c1", 1, "again"));
  EXPECT_EQ(world.measure().error().message,
            "turn 1 of case \"c1\" (dialogue) is answered twice, at lines 1 and 1; keep one");
  world.generations = {answer("c7", 1, "x")};
  EXPECT_EQ(world.measure().error().message,
            "line 1 of the generations answers case \"c7\", which the cases do not have");
}

TEST(SessionDrift, TellsOfABlankPlan) {
  World world;
  for (TargetPlan& plan : world.plans.plans) plan.plan = " \n";
  const auto report = world.measure();
  ASSERT_TRUE(report);
  const auto blank = std::ranges::find_if(report->sessions, [](const SessionResult& session) {
    return session.alignment && session.alignment->blank_plan;
  });
  ASSERT_NE(blank, report->sessions.end());
  EXPECT_FALSE(blank->alignment->score);
  EXPECT_EQ(report->warnings.back(),
            "1 session has a blank plan, so no alignment; the first is \"c1\"");
}

TEST(SessionDrift, TheThresholdsInForceAreRecorded) {
  EXPECT_EQ(World().measure()->provenance.thresholds,
            (std::vector<std::pair<std::string, double>>{{"alignment_strong_above", 0.8},
                                                         {"alignment_poor_below", 0.6},
                                                         {"entity_jaccard", 0.6}}));
}

}  // namespace
}  // namespace plumb
