// What the dashboard asks: sign-ins, executions with their newest comparison, a project at a
// glance.
#include "store/store_contract.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

TEST_P(StoreContract, ASignInOpensWhatItsKeyOpensAndEndsWithIt) {
  const auto key = must(store().api_keys().create(project_, {"page", Scope::write, {}}));
  const auto started = must(store().sign_ins().start(key.key.id));
  EXPECT_EQ(started.sign_in.expires, now() + kSignInLife);
  const auto found = must(store().sign_ins().find(started.token.reveal()));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->key, key.key);
  EXPECT_FALSE(must(store().sign_ins().find("")));
  EXPECT_FALSE(must(store().sign_ins().find(std::string(64, '0'))));
  reopen();
  EXPECT_TRUE(must(store().sign_ins().find(started.token.reveal())));

  const auto second = must(store().sign_ins().start(key.key.id));
  must(store().sign_ins().end(second.token.reveal()));
  must(store().sign_ins().end(second.token.reveal()));
  EXPECT_FALSE(must(store().sign_ins().find(second.token.reveal())));
  EXPECT_TRUE(must(store().sign_ins().find(started.token.reveal())));

  must(store().api_keys().revoke(project_, key.key.id));
  EXPECT_FALSE(must(store().sign_ins().find(started.token.reveal())));
  EXPECT_EQ(code_of(store().sign_ins().start(key.key.id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().sign_ins().start(ApiKeyId{99})), ErrorCode::not_found);
}

TEST_P(StoreContract, ASignInExpiresNoLaterThanItsKey) {
  const auto key = must(store().api_keys().create(project_, {"page", Scope::read, now() + 1h}));
  const auto brief = must(store().sign_ins().start(key.key.id));
  EXPECT_EQ(brief.sign_in.expires, now() + 1h);
  pass(1h - 1ms);
  EXPECT_TRUE(must(store().sign_ins().find(brief.token.reveal())));
  pass(1ms);
  EXPECT_FALSE(must(store().sign_ins().find(brief.token.reveal())));
}

TEST_P(StoreContract, OfOneKeyTheNewestHundredSignInsStay) {
  const auto key = must(store().api_keys().create(project_, {"page", Scope::read, {}}));
  std::vector<StartedSignIn> all;
  for (int i = 0; i < 103; ++i) {
    all.push_back(must(store().sign_ins().start(key.key.id)));
    pass(1ms);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(must(store().sign_ins().find(all[i].token.reveal())).has_value(), i >= 3) << i;
  }
}

TEST_P(StoreContract, AListHasTheNewestComparisonAndTheBaselinesOfEach) {
  const auto labelled = [&](const std::string& name, const Labels& labels) {
    const ExecutionId id = must(store().executions().create(project_, {name, "", labels})).id;
    must(store().results().append(project_, id, made_results(0, 1)));
    must(store().executions().complete(project_, id));
    pass(1ms);
    return id;
  };
  const ExecutionId base = labelled("a", {{"model", "x"}, {"zone", "1"}});
  const ExecutionId never = labelled("b", {});
  const ExecutionId current = labelled("c", {{"model", "y"}});
  const auto first = must(store().baselines().create(project_, {base, "one", "v1"}));
  const auto second = must(store().baselines().create(project_, {base, "two", {}}));
  StoredComparison comparison = comparison_of(current, base);
  comparison.document = "{\"long\": true}";
  comparison.verdict = Verdict::stable;
  must(store().comparisons().add(project_, comparison));
  comparison.verdict = Verdict::drifted;
  comparison.drift_score = 61.5;
  comparison.drift_grade = Grade::d;
  auto newest = must(store().comparisons().add(project_, comparison));
  newest.document.clear();

  const auto page = must(store().executions().list_with_drift(project_, {}, {}, {}));
  ASSERT_EQ(page.items.size(), 3U);
  EXPECT_EQ(page.items[0].execution, must(store().executions().get(project_, current)));
  EXPECT_EQ(page.items[0].newest, newest);
  EXPECT_TRUE(page.items[0].baselines.empty());
  EXPECT_EQ(page.items[1].execution.id, never);
  EXPECT_FALSE(page.items[1].newest);
  EXPECT_EQ(page.items[2].execution, must(store().executions().get(project_, base)));
  EXPECT_EQ(page.items[2].baselines, (std::vector{first, second}));
  EXPECT_FALSE(page.items[2].newest);

  // Filters, sorts and cursors are those of the plain list.
  ExecutionFilter filter;
  filter.labels = {{"model", "y"}};
  EXPECT_EQ(must(store().executions().list_with_drift(project_, filter, {}, {})).items.size(), 1U);
  filter = {};
  filter.created_from = must(store().executions().get(project_, never)).created;
  EXPECT_EQ(must(store().executions().list_with_drift(project_, filter, {}, {})).items.size(), 2U);
  PageRequest one{1, "", true};
  std::vector<ExecutionId> seen;
  for (;;) {
    const auto next =
        must(store().executions().list_with_drift(project_, {}, ExecutionSort::name, one));
    for (const ListedExecution& each : next.items) seen.push_back(each.execution.id);
    if (!next.next) break;
    one.cursor = *next.next;
  }
  EXPECT_EQ(seen, (std::vector{base, never, current}));
  EXPECT_TRUE(must(store().executions().list_with_drift(other_, {}, {}, {})).items.empty());
}

TEST_P(StoreContract, AnExecutionMayBeDatedBack) {
  const UtcTime past = now() - 48h;
  const auto made = must(store().executions().create(project_, {"old", "", {}}, past));
  EXPECT_EQ(made.created, past);
  EXPECT_EQ(must(store().executions().get(project_, made.id)).created, past);
}

TEST_P(StoreContract, AnOverviewCountsWhatIsThereAndWhatCameSince) {
  const ProjectTotals none = must(store().overview().totals(project_));
  EXPECT_EQ(none.executions, 0);
  EXPECT_EQ(none.results, 0);
  const ExecutionId base = completed_execution("a", 3);
  const auto baseline = must(store().baselines().create(project_, {base, "b", {}}));
  MonitorSettings watch;
  watch.name = "watch";
  watch.baseline = baseline.id;
  const Monitor monitor = must(store().monitors().create(project_, watch));
  must(store().experiments().create(project_, "e"));
  pass(1h);
  const UtcTime since = now();
  const ExecutionId current = completed_execution("c", 5);
  StoredComparison comparison = comparison_of(current, base);
  comparison.document = "{}";
  comparison.verdict = Verdict::stable;
  must(store().comparisons().add(project_, comparison));
  comparison.verdict = Verdict::drifted;
  comparison.drift_score = 50;
  auto drifted = must(store().comparisons().add(project_, comparison));
  drifted.document.clear();
  MonitorState state;
  state.verdict = Verdict::drifted;
  state.firing = true;
  state.updated = now();
  EXPECT_TRUE(must(store().monitors().advance(monitor, state, {})));

  const ProjectTotals totals = must(store().overview().totals(project_));
  EXPECT_EQ(totals.executions, 2);
  EXPECT_EQ(totals.results, 8);
  EXPECT_EQ(totals.baselines, 1);
  EXPECT_EQ(totals.comparisons, 2);
  EXPECT_EQ(totals.monitors, 1);
  EXPECT_EQ(totals.monitors_firing, 1);
  EXPECT_EQ(totals.sessions, 0);
  EXPECT_EQ(totals.experiments, 1);

  const ProjectChanges changes = must(store().overview().changes(project_, since));
  EXPECT_EQ(changes.executions, 1);
  EXPECT_EQ(changes.results, 5);
  EXPECT_EQ(changes.baselines, 0);
  EXPECT_EQ(changes.comparisons, (std::array<std::int64_t, 3>{1, 0, 1}));
  EXPECT_EQ(changes.drifted, std::vector{drifted});
  ASSERT_EQ(changes.monitors.size(), 1U);
  EXPECT_TRUE(changes.monitors[0].firing);
  EXPECT_EQ(changes.monitors[0].verdict, Verdict::drifted);

  pass(1ms);
  EXPECT_EQ(must(store().overview().changes(project_, now())).executions, 0);
  EXPECT_EQ(must(store().overview().totals(other_)).executions, 0);
  EXPECT_TRUE(must(store().overview().changes(other_, since)).drifted.empty());
}

TEST_P(StoreContract, ABaselineIsNamedAndTaggedAnew) {
  const ExecutionId id = completed_execution();
  const auto made = must(store().baselines().create(project_, {id, "first", "v1"}));
  auto changed = must(store().baselines().change(project_, made.id, {.name = "renamed"}));
  EXPECT_EQ(changed.name, "renamed");
  EXPECT_EQ(changed.tag, "v1");
  changed = must(store().baselines().change(project_, made.id, {.tag = "v2"}));
  EXPECT_EQ(changed.name, "renamed");
  EXPECT_EQ(must(store().baselines().find_by_tag(project_, "v2")), changed);
  changed =
      must(store().baselines().change(project_, made.id, {.tag = std::optional<std::string>()}));
  EXPECT_FALSE(changed.tag);
  EXPECT_EQ(must(store().baselines().get(project_, made.id)), changed);
  EXPECT_EQ(code_of(store().baselines().change(other_, made.id, {.name = "x"})),
            ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
