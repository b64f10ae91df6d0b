// Baselines, comparisons, sessions, experiments, stereotype analyses.
#include "store/store_contract.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

TEST_P(StoreContract, ABaselineIsFoundByNumberAndByItsNewestTag) {
  const ExecutionId id = completed_execution();
  const auto first = must(store().baselines().create(project_, {id, "first", "v1"}));
  const auto second = must(store().baselines().create(project_, {id, "second", "v1"}));
  const auto plain = must(store().baselines().create(project_, {id, "plain", std::nullopt}));
  EXPECT_EQ(must(store().baselines().get(project_, first.id)), first);
  EXPECT_EQ(must(store().baselines().find_by_tag(project_, "v1")), second);
  EXPECT_EQ(must(store().baselines().list(project_, std::nullopt, {})).items.front(), plain);
  EXPECT_EQ(must(store().baselines().list(project_, "v1", {})).items.size(), 2U);
  EXPECT_EQ(code_of(store().baselines().find_by_tag(project_, "v2")), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().baselines().find_by_tag(other_, "v1")), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().baselines().get(other_, first.id)), ErrorCode::not_found);
}

TEST_P(StoreContract, OnlyACompletedExecutionWithResultsCanBeABaseline) {
  EXPECT_EQ(code_of(store().baselines().create(project_, {made_execution("run", 1), "b", {}})),
            ErrorCode::conflict);
  EXPECT_EQ(code_of(store().baselines().create(project_, {completed_execution("run", 0), "b", {}})),
            ErrorCode::conflict);
  EXPECT_EQ(code_of(store().baselines().create(project_, {ExecutionId{99}, "b", {}})),
            ErrorCode::not_found);
  EXPECT_EQ(code_of(store().baselines().create(other_, {completed_execution(), "b", {}})),
            ErrorCode::not_found);
}

TEST_P(StoreContract, AnExecutionInUseByABaselineStays) {
  const ExecutionId id = completed_execution("run", 2);
  const auto baseline = must(store().baselines().create(project_, {id, "b", {}}));
  EXPECT_EQ(code_of(store().executions().remove(project_, id)), ErrorCode::conflict);
  EXPECT_EQ(must(store().executions().get(project_, id)).results, 2);
  EXPECT_EQ(code_of(store().baselines().remove(other_, baseline.id)), ErrorCode::not_found);
  must(store().baselines().remove(project_, baseline.id));
  must(store().executions().remove(project_, id));
}

TEST_P(StoreContract, TheNewestComparisonIsFoundByBaseline) {
  const ExecutionId a = completed_execution();
  const ExecutionId b = completed_execution();
  const ExecutionId current = completed_execution();
  EXPECT_FALSE(must(store().comparisons().newest(project_, current, std::nullopt)));
  StoredComparison wanted;
  wanted.execution = current;
  wanted.baseline_execution = a;
  wanted.verdict = Verdict::drifted;
  wanted.drift_score = 63.000000000000007;
  wanted.drift_grade = Grade::c;
  wanted.document = R"({"plumb":"compare/1"})";
  const auto first = must(store().comparisons().add(project_, wanted));
  EXPECT_EQ(first.drift_score, wanted.drift_score);
  EXPECT_EQ(first.document, wanted.document);
  wanted.baseline_execution = b;
  wanted.verdict = Verdict::stable;
  const auto second = must(store().comparisons().add(project_, wanted));
  EXPECT_EQ(must(store().comparisons().newest(project_, current, std::nullopt)), second);
  EXPECT_EQ(must(store().comparisons().newest(project_, current, a)), first);
  EXPECT_EQ(must(store().comparisons().newest_scores(9)),
            (std::vector<ProjectScore>{{"one", second.drift_score}}));
  EXPECT_TRUE(must(store().comparisons().newest_scores(0)).empty());
  EXPECT_EQ(must(store().comparisons().get(project_, first.id)), first);
  EXPECT_EQ(
      must(store().comparisons().list(project_, {.verdict = Verdict::drifted}, {})).items.size(),
      1U);
  EXPECT_EQ(code_of(store().comparisons().get(other_, first.id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().comparisons().newest(other_, current, a)), ErrorCode::not_found);
  wanted.baseline_execution = ExecutionId{99};
  EXPECT_EQ(code_of(store().comparisons().add(project_, wanted)), ErrorCode::not_found);
}

TEST_P(StoreContract, StepsOfASessionComeInAnyOrderAndOnce) {
  auto sessions = store().sessions();
  const auto first = must(sessions.append(project_, "s1", std::nullopt,
                                          std::vector<StoredStep>{{2, "{\"step\":2}"}, {0, "{}"}}));
  EXPECT_EQ(first.added, 2U);
  pass(1s);
  const auto second =
      must(sessions.append(project_, "s1", "help", std::vector<StoredStep>{{0, "{}"}, {1, "{}"}}));
  EXPECT_EQ(second.session.id, first.session.id);
  EXPECT_EQ(second.added, 1U);
  EXPECT_EQ(second.repeated, 1U);
  EXPECT_TRUE(second.differing.empty());
  EXPECT_EQ(second.session.steps, 3);
  EXPECT_EQ(second.session.goal, "help");
  EXPECT_EQ(second.session.updated, now());
  const auto third = must(sessions.append(project_, "s1", "another", {}));
  EXPECT_EQ(third.session.goal, "help");
  const auto fourth = must(sessions.append(
      project_, "s1", {}, std::vector<StoredStep>{{0, "{}"}, {1, "{\"other\":1}"}}));
  EXPECT_EQ(fourth.added, 0U);
  EXPECT_EQ(fourth.repeated, 1U);
  EXPECT_EQ(fourth.differing, std::vector<std::int64_t>{1});
  const auto steps = must(sessions.steps(project_, first.session.id, 1, 10));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1], (StoredStep{2, "{\"step\":2}"}));
  const auto last = must(sessions.page_of_steps(project_, first.session.id, 2, 10));
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last[0], steps[1]);
  EXPECT_TRUE(must(sessions.page_of_steps(project_, first.session.id, 3, 10)).empty());
  EXPECT_EQ(must(sessions.get(project_, first.session.id)), second.session);
  EXPECT_EQ(code_of(sessions.get(other_, first.session.id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(sessions.append(ProjectId{99}, "s", {}, {})), ErrorCode::not_found);
  EXPECT_EQ(code_of(sessions.append(project_, "", {}, {})), ErrorCode::invalid_input);
  // The same name in another project is another session.
  EXPECT_NE(must(sessions.append(other_, "s1", {}, {})).session.id, first.session.id);
}

TEST_P(StoreContract, PagesOfLongTextsEndByTheirBytes) {
  auto sessions = store().sessions();
  const auto text = [](std::size_t mebibytes) { return std::string(mebibytes << 20, 'x'); };
  const std::vector<StoredStep> steps = {{0, text(5)}, {1, text(3)}, {2, "{}"}, {3, text(9)}};
  const SessionId id = must(sessions.append(project_, "long", text(5), steps)).session.id;
  const auto page_at = [&](std::int64_t skipped) {
    return must(sessions.page_of_steps(project_, id, skipped, 1'000)).size();
  };
  EXPECT_EQ(page_at(0), 2U);
  EXPECT_EQ(page_at(2), 1U);
  EXPECT_EQ(page_at(3), 1U);  // the first is there, whatever its length
  EXPECT_EQ(must(sessions.steps(project_, id, 0, 1'000)).size(), 4U);
  must(sessions.append(project_, "also long", std::string(2'000'000, 'x') + "äääää", {}));
  must(sessions.append(project_, "another", text(5), {}));
  const auto page = must(sessions.list(project_, {}, {}, {10, "", true}));
  EXPECT_EQ(page.items.size(), 2U);
  ASSERT_TRUE(page.next);
  EXPECT_EQ(must(sessions.list(project_, {}, {}, {10, *page.next, true})).items.front().name,
            "another");
}

TEST_P(StoreContract, ListsLeaveLargeDocumentsOut) {
  auto experiments = store().experiments();
  const ExperimentId interpreted = must(experiments.create(project_, "yes")).id;
  must(experiments.create(project_, "no"));
  must(experiments.set_interpretation(project_, interpreted, "{}"));
  const auto listed = must(experiments.list(project_, {}));
  EXPECT_FALSE(listed.items[0].interpretation);
  EXPECT_EQ(listed.items[1].interpretation, "");
  StoredComparison comparison = comparison_of(completed_execution(), completed_execution());
  comparison.document = "{}";
  must(store().comparisons().add(project_, comparison));
  EXPECT_EQ(must(store().comparisons().list(project_, {}, {})).items[0].document, "");
  EXPECT_EQ(must(store().comparisons().newest(project_, comparison.execution, {}))->document, "{}");
}

TEST_P(StoreContract, CurvesOfASessionAreReplaced) {
  auto sessions = store().sessions();
  const auto id = must(sessions.append(project_, "s1", {}, {})).session.id;
  must(sessions.put_curve(project_, id, "ids", "[0,0.1]", 2));
  must(sessions.put_curve(project_, id, "alignment", "[null,0.5]", 2));
  const auto put = must(sessions.put_curve(project_, id, "ids", "[0,0.1,0.2]", 3));
  EXPECT_EQ(put.created, now());
  EXPECT_EQ(put.steps, 3);
  const auto curves = must(sessions.curves(project_, id));
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].document, "[null,0.5]");
  EXPECT_EQ(curves[1], put);
  EXPECT_EQ(code_of(sessions.put_curve(other_, id, "ids", "[]", 0)), ErrorCode::not_found);
  must(sessions.remove(project_, id));
  EXPECT_EQ(code_of(sessions.curves(project_, id)), ErrorCode::not_found);
}

TEST_P(StoreContract, PagesOfSessionsStayWhatTheyWereWhileStepsCome) {
  auto sessions = store().sessions();
  for (const char* name : {"a", "b", "c", "d"}) {
    must(sessions.append(project_, name, {}, {}));
    pass(1s);
  }
  std::string seen;
  PageRequest request{1, "", false};
  for (;;) {
    const auto page = must(sessions.list(project_, {}, {}, request));
    for (const StoredSession& each : page.items) seen += each.name;
    if (!page.next) break;
    request.cursor = *page.next;
    for (const char* name : {"a", "d"}) {  // one that was seen, and one that was not
      const std::int64_t step = static_cast<std::int64_t>(seen.size());
      must(sessions.append(project_, name, {}, std::vector<StoredStep>{{step, "{}"}}));
      pass(1s);
    }
  }
  EXPECT_EQ(seen, "dcba");
}

TEST_P(StoreContract, SessionsMayBeSortedByTheirNewestStep) {
  auto sessions = store().sessions();
  for (const char* name : {"a", "b", "c"}) {
    must(sessions.append(project_, name, {}, {}));
    pass(1s);
  }
  must(sessions.append(project_, "a", {}, std::vector<StoredStep>{{0, "{}"}}));
  const auto page = must(sessions.list(project_, {}, SessionSort::updated, {2, "", false}));
  ASSERT_EQ(page.items.size(), 2U);
  EXPECT_EQ(page.items[0].name, "a");
  EXPECT_EQ(page.items[1].name, "c");
  EXPECT_EQ(
      must(sessions.list(project_, {}, SessionSort::updated, {2, *page.next, false})).items[0].name,
      "b");
  EXPECT_EQ(must(sessions.list(project_, {.name = "b"}, {}, {})).items.size(), 1U);
  EXPECT_EQ(must(sessions.list(project_, {.updated_from = now()}, {}, {})).items.size(), 1U);
}

TEST_P(StoreContract, AnExperimentKeepsItsLogsByteForByte) {
  auto experiments = store().experiments();
  const auto made = must(experiments.create(project_, "intent"));
  const std::string log("{\"step\":0}\n\0\xFF", 13);
  must(experiments.put_log(project_, made.id, "baseline.jsonl", "old"));
  must(experiments.put_log(project_, made.id, "baseline.jsonl", log));
  must(experiments.put_log(project_, made.id, "agent.jsonl", ""));
  EXPECT_EQ(must(experiments.log(project_, made.id, "baseline.jsonl")), log);
  EXPECT_EQ(must(experiments.log(project_, made.id, "agent.jsonl")), "");
  EXPECT_EQ(must(experiments.log_names(project_, made.id)),
            (std::vector<std::string>{"agent.jsonl", "baseline.jsonl"}));
  must(experiments.set_interpretation(project_, made.id, "{}"));
  EXPECT_EQ(must(experiments.get(project_, made.id)).interpretation, "{}");
  must(experiments.put_log(project_, made.id, "another.jsonl", "other lines"));
  EXPECT_EQ(must(experiments.get(project_, made.id)).interpretation, std::nullopt);
  must(experiments.set_interpretation(project_, made.id, "{}"));
  EXPECT_EQ(must(experiments.list(project_, {})).items.size(), 1U);
  EXPECT_EQ(code_of(experiments.log(project_, made.id, "x")), ErrorCode::not_found);
  EXPECT_EQ(code_of(experiments.get(other_, made.id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(experiments.create(ProjectId{99}, "x")), ErrorCode::not_found);
  must(experiments.remove(project_, made.id));
  EXPECT_EQ(code_of(experiments.log_names(project_, made.id)), ErrorCode::not_found);
}

TEST_P(StoreContract, StereotypeAnalysesAreKept) {
  auto analyses = store().stereotype_analyses();
  StoredStereotypeAnalysis wanted;
  wanted.name = "model-x";
  wanted.classifier = "plumb-stereotype";
  wanted.document = R"({"plumb":"stereotype/1"})";
  const auto made = must(analyses.add(project_, wanted));
  EXPECT_EQ(made.classifier, wanted.classifier);
  EXPECT_EQ(must(analyses.get(project_, made.id)), made);
  EXPECT_EQ(must(analyses.list(project_, {})).items.front().id, made.id);
  EXPECT_EQ(must(analyses.list(project_, {})).items.front().document, "");
  EXPECT_EQ(code_of(analyses.get(other_, made.id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(analyses.remove(other_, made.id)), ErrorCode::not_found);
  must(analyses.remove(project_, made.id));
  EXPECT_TRUE(must(analyses.list(project_, {})).items.empty());
}

}  // namespace
}  // namespace plumb
