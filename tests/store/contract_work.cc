// Jobs, monitors, retention, checks and backups.
#include <mutex>
#include <set>
#include <thread>

#include "store/store_contract.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

const std::vector<std::string> kAnyKind;

TEST_P(StoreContract, AJobIsTakenFinishedAndRead) {
  auto jobs = store().jobs();
  const auto made = must(jobs.enqueue(project_, {"embed", "{\"execution\":1}"}));
  EXPECT_EQ(made.state, JobState::waiting);
  const auto taken = must(jobs.take("w1", kAnyKind, 1min));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->id, made.id);
  EXPECT_EQ(taken->attempts, 1);
  EXPECT_EQ(taken->lease_until, now() + 1min);
  EXPECT_FALSE(must(jobs.take("w2", kAnyKind, 1min)));
  EXPECT_TRUE(must(jobs.finish(*taken, "{\"embedded\":20}")));
  const auto done = must(jobs.get(project_, made.id));
  EXPECT_EQ(done.state, JobState::done);
  EXPECT_EQ(done.result, "{\"embedded\":20}");
  EXPECT_EQ(done.finished, now());
  EXPECT_FALSE(must(jobs.finish(*taken, "again")));
  EXPECT_EQ(code_of(jobs.get(other_, made.id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(jobs.enqueue(ProjectId{99}, {"embed", "{}"})), ErrorCode::not_found);
}

TEST_P(StoreContract, JobsSurviveARestart) {
  const auto made = must(store().jobs().enqueue(project_, {"embed", "{}"}));
  reopen();
  EXPECT_EQ(must(store().jobs().take("w", kAnyKind, 1min))->id, made.id);
}

TEST_P(StoreContract, JobsAreTakenByKindAndInTheOrderInWhichTheyAreDue) {
  auto jobs = store().jobs();
  const auto later = must(jobs.enqueue(project_, {.kind = "a", .payload = "", .due = now() + 2s}));
  const auto sooner = must(jobs.enqueue(project_, {.kind = "a", .payload = "", .due = now() + 1s}));
  const auto other = must(jobs.enqueue(project_, {"b", ""}));
  const std::vector<std::string> kinds = {"a", "c"};
  EXPECT_FALSE(must(jobs.take("w", kinds, 1min)));
  pass(3s);
  EXPECT_EQ(must(jobs.take("w", kinds, 1min))->id, sooner.id);
  EXPECT_EQ(must(jobs.take("w", kinds, 1min))->id, later.id);
  EXPECT_FALSE(must(jobs.take("w", kinds, 1min)));
  EXPECT_EQ(must(jobs.take("w", kAnyKind, 1min))->id, other.id);
}

TEST_P(StoreContract, AFailedAttemptWaitsAndTheLastOneIsVisible) {
  auto jobs = store().jobs();
  const auto made = must(jobs.enqueue(project_, {.kind = "a", .payload = "", .max_attempts = 2}));
  auto taken = must(jobs.take("w", kAnyKind, 1min));
  EXPECT_TRUE(must(jobs.fail_attempt(*taken, "the model is missing", 10s)));
  auto job = must(jobs.get(project_, made.id));
  EXPECT_EQ(job.state, JobState::waiting);
  EXPECT_EQ(job.last_error, "the model is missing");
  EXPECT_FALSE(must(jobs.take("w", kAnyKind, 1min)));
  pass(10s);
  taken = must(jobs.take("w", kAnyKind, 1min));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->attempts, 2);
  EXPECT_TRUE(must(jobs.fail_attempt(*taken, "still missing", 10s)));
  job = must(jobs.get(project_, made.id));
  EXPECT_EQ(job.state, JobState::failed);
  EXPECT_EQ(job.last_error, "still missing");
  EXPECT_EQ(job.finished, now());
  EXPECT_EQ(must(jobs.list(project_, {.state = JobState::failed}, {})).items.size(), 1U);
  EXPECT_EQ(must(jobs.counts()), (std::array<std::int64_t, 4>{0, 0, 0, 1}));
}

TEST_P(StoreContract, APostponedJobWaitsAndLosesNoAttempt) {
  auto jobs = store().jobs();
  const auto made = must(jobs.enqueue(project_, {.kind = "a", .payload = "", .max_attempts = 1}));
  const auto taken = must(jobs.take("w", kAnyKind, 1min));
  ASSERT_TRUE(taken);
  EXPECT_TRUE(must(jobs.postpone(*taken, 10s)));
  EXPECT_FALSE(must(jobs.finish(*taken, "late")));
  EXPECT_EQ(must(jobs.get(project_, made.id)).attempts, 0);
  EXPECT_FALSE(must(jobs.take("w", kAnyKind, 1min)));
  pass(10s);
  const auto again = must(jobs.take("w", kAnyKind, 1min));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempts, 1);
  EXPECT_TRUE(must(jobs.finish(*again, "done")));
}

TEST_P(StoreContract, TheJobOfALostWorkerGoesToAnotherAndTheFirstComesTooLate) {
  auto jobs = store().jobs();
  const auto made = must(jobs.enqueue(project_, {.kind = "a", .payload = "", .max_attempts = 2}));
  const auto first = must(jobs.take("w1", kAnyKind, 1min));
  EXPECT_TRUE(must(jobs.renew(*first, 2min)));
  pass(90s);
  EXPECT_FALSE(must(jobs.take("w2", kAnyKind, 1min)));
  pass(30s);
  const auto second = must(jobs.take("w2", kAnyKind, 1min));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->attempts, 2);
  EXPECT_EQ(second->last_error, "the worker w1 was lost during attempt 1");
  EXPECT_FALSE(must(jobs.renew(*first, 1min)));
  EXPECT_FALSE(must(jobs.finish(*first, "late")));
  EXPECT_FALSE(must(jobs.fail_attempt(*first, "late", 1s)));
  pass(1min);
  EXPECT_FALSE(must(jobs.take("w3", kAnyKind, 1min)));  // no attempt is left
  const auto job = must(jobs.get(project_, made.id));
  EXPECT_EQ(job.state, JobState::failed);
  EXPECT_EQ(job.last_error, "the worker w2 was lost during attempt 2, the last");
}

TEST_P(StoreContract, OneJobOfADedupeKeyWaitsOrRuns) {
  auto jobs = store().jobs();
  const NewJob wanted{.kind = "embed", .payload = "{}", .dedupe_key = "embed:7"};
  const auto first = must(jobs.enqueue(project_, wanted));
  EXPECT_EQ(must(jobs.enqueue(project_, wanted)).id, first.id);
  const auto taken = must(jobs.take("w", kAnyKind, 1min));
  EXPECT_EQ(must(jobs.enqueue(project_, wanted)).id, first.id);
  must(jobs.finish(*taken, ""));
  EXPECT_NE(must(jobs.enqueue(project_, wanted)).id, first.id);
  EXPECT_NE(must(jobs.enqueue(other_, wanted)).project, project_);
}

TEST_P(StoreContract, EveryJobIsTakenByExactlyOneWorker) {
  constexpr int kJobs = 60;
  for (int i = 0; i < kJobs; ++i) must(store().jobs().enqueue(project_, {"a", ""}));
  const auto another = must(open_another());
  std::mutex mutex;
  std::multiset<std::int64_t> taken;
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&, i] {
      auto jobs = (i % 2 == 0 ? store() : *another).jobs();
      while (const auto job = must(jobs.take("w" + std::to_string(i), kAnyKind, 1min))) {
        must(jobs.finish(*job, ""));
        const std::lock_guard lock(mutex);
        taken.insert(number_of(job->id));
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(taken.size(), static_cast<std::size_t>(kJobs));
  EXPECT_EQ(std::set<std::int64_t>(taken.begin(), taken.end()).size(),
            static_cast<std::size_t>(kJobs));
  EXPECT_EQ(must(store().jobs().counts()), (std::array<std::int64_t, 4>{0, 0, kJobs, 0}));
}

TEST_P(StoreContract, AMonitorMovesOnFromTheStateThatWasSeen) {
  const auto baseline =
      must(store().baselines().create(project_, {completed_execution(), "b", {}}));
  MonitorSettings settings;
  settings.name = "prod";
  settings.baseline = baseline.id;
  settings.window.results = 100;
  settings.webhook = "https://example.invalid/hook";
  settings.signing_secret = std::string("s3cret");
  auto monitors = store().monitors();
  const auto made = must(monitors.create(project_, settings));
  EXPECT_EQ(made.settings.window, settings.window);
  EXPECT_EQ(made.settings.signing_secret.reveal(), "s3cret");
  EXPECT_EQ(made.state.verdict, std::nullopt);

  MonitorState next;
  next.verdict = Verdict::drifted;
  next.drifted_in_a_row = 1;
  const std::vector<MonitorPoint> points = {
      {now(), std::nullopt, "response_length_ks", 0.25, Verdict::drifted},
      {now(), baseline.execution, "severity_psi", std::nullopt, std::nullopt}};
  EXPECT_FALSE(must(monitors.has_seen(made, baseline.execution)));
  EXPECT_TRUE(must(monitors.advance(made, next, points)));
  EXPECT_TRUE(must(monitors.has_seen(made, baseline.execution)));
  EXPECT_EQ(must(monitors.with_windows()).size(), 1U);
  EXPECT_FALSE(must(monitors.advance(made, next, points)));  // another server was first
  const auto after = must(monitors.get(project_, made.id));
  EXPECT_EQ(after.state.revision, 1);
  EXPECT_EQ(after.state.verdict, Verdict::drifted);
  const auto history = must(monitors.history(project_, made.id, {}, {}));
  ASSERT_EQ(history.items.size(), 2U);
  EXPECT_EQ(history.items[0].point, points[1]);
  EXPECT_EQ(must(monitors.history(project_, made.id, {.metric = "severity_psi"}, {})).items.size(),
            1U);
  EXPECT_TRUE(must(monitors.history(project_, made.id, {.before = now()}, {})).items.empty());
  EXPECT_EQ(code_of(monitors.history(other_, made.id, {}, {})), ErrorCode::not_found);
}

TEST_P(StoreContract, MonitorsWatchAStreamOrAll) {
  const auto baseline =
      must(store().baselines().create(project_, {completed_execution(), "b", {}}));
  auto monitors = store().monitors();
  MonitorSettings settings;
  settings.baseline = baseline.id;
  settings.name = "all";
  const auto all = must(monitors.create(project_, settings));
  settings.name = "nightly";
  settings.stream = "nightly";
  const auto nightly = must(monitors.create(project_, settings));
  EXPECT_EQ(must(monitors.watching(project_, "nightly")).size(), 2U);
  EXPECT_EQ(must(monitors.watching(project_, "x")).front().id, all.id);
  EXPECT_TRUE(must(monitors.with_windows()).empty());
  settings.enabled = false;
  must(monitors.change(project_, nightly.id, settings));
  EXPECT_EQ(must(monitors.watching(project_, "nightly")).size(), 1U);
  EXPECT_TRUE(must(monitors.watching(other_, "nightly")).empty());

  EXPECT_EQ(code_of(store().baselines().remove(project_, baseline.id)), ErrorCode::conflict);
  settings.window = {5, 5};
  EXPECT_EQ(code_of(monitors.create(project_, settings)), ErrorCode::invalid_input);
  settings.window = {0, std::nullopt};
  EXPECT_EQ(code_of(monitors.create(project_, settings)), ErrorCode::invalid_input);
  settings.window = {};
  settings.baseline = BaselineId{99};
  EXPECT_EQ(code_of(monitors.create(project_, settings)), ErrorCode::not_found);
  EXPECT_EQ(code_of(monitors.change(project_, all.id, settings)), ErrorCode::not_found);
  must(monitors.remove(project_, all.id));
  must(monitors.remove(project_, nightly.id));
  must(store().baselines().remove(project_, baseline.id));
}

// Monitors of a window of the stream "agent", on a baseline that is not of it.
MonitorSettings window_settings(BaselineId baseline) {
  MonitorSettings settings;
  settings.name = "windows";
  settings.baseline = baseline;
  settings.stream = "agent";
  settings.window.results = 3;
  return settings;
}

using Pieces = std::vector<WindowPiece>;

TEST_P(StoreContract, AStreamIsReadInTheOrderOfArrivalAcrossExecutions) {
  const auto baseline =
      must(store().baselines().create(project_, {completed_execution(), "b", {}}));
  completed_execution("agent", 3);
  const ExecutionId early = made_execution("agent", 2);
  pass(1min);
  auto monitors = store().monitors();
  Monitor monitor = must(monitors.create(project_, window_settings(baseline.id)));
  Streams streams = store().streams();
  EXPECT_TRUE(must(streams.unread(monitor)).empty());  // all of it came before

  const ExecutionId one = made_execution("agent", 2);
  const ExecutionId two = made_execution("agent");
  made_execution("another", 4);
  pass(1min);
  must(store().results().append(project_, two, made_results(0, 2)));
  pass(1min);
  must(store().results().append(project_, one, made_results(2, 1)));
  must(store().results().append(project_, early, made_results(2, 1)));
  EXPECT_EQ(must(streams.unread(monitor)), (Pieces{{early, 2, 3}, {one, 0, 3}, {two, 0, 2}}));
  EXPECT_EQ(must(streams.oldest_unread(monitor, 1)), (Pieces{{one, 0, 1}}));
  EXPECT_EQ(must(streams.oldest_unread(monitor, 3)), (Pieces{{one, 0, 2}, {two, 0, 1}}));
  EXPECT_EQ(must(streams.oldest_unread(monitor, 5)),
            (Pieces{{early, 2, 3}, {one, 0, 2}, {two, 0, 2}}));
  EXPECT_EQ(results_in(must(streams.oldest_unread(monitor, 100))), 6);
  monitor.settings.stream = "";
  EXPECT_EQ(results_in(must(streams.unread(monitor))), 10);
  monitor.project = other_;
  EXPECT_TRUE(must(streams.unread(monitor)).empty());
}

TEST_P(StoreContract, AWindowBeginsBehindWhatExecutionsHeldWhenItsMonitorStarted) {
  const auto baseline =
      must(store().baselines().create(project_, {completed_execution(), "b", {}}));
  const ExecutionId quiet = made_execution("agent", 5);
  const ExecutionId early = made_execution("agent", 2);
  const Monitor monitor = must(store().monitors().create(project_, window_settings(baseline.id)));
  EXPECT_TRUE(must(store().streams().unread(monitor)).empty());
  pass(-1min);  // stamped before the start, committed after it
  must(store().results().append(project_, early, made_results(2, 1)));
  pass(2min);
  must(store().results().append(project_, early, made_results(3, 1)));
  EXPECT_EQ(must(store().streams().unread(monitor)), (Pieces{{early, 2, 4}}));
  must(store().executions().complete(project_, quiet));
  EXPECT_EQ(must(store().streams().unread(monitor)), (Pieces{{early, 2, 4}}));
}

TEST_P(StoreContract, AMonitorReadsOnWhereItsLastWindowEnded) {
  const auto baseline =
      must(store().baselines().create(project_, {completed_execution(), "b", {}}));
  auto monitors = store().monitors();
  const Monitor made = must(monitors.create(project_, window_settings(baseline.id)));
  Streams streams = store().streams();
  const ExecutionId one = made_execution("agent", 4);
  const auto window = must(streams.oldest_unread(made, 3));
  MonitorState next = made.state;
  next.updated = now();
  EXPECT_TRUE(must(monitors.advance(made, next, {}, window)));
  EXPECT_FALSE(must(monitors.advance(made, next, {}, Pieces{{one, 0, 4}})));  // moved meanwhile
  Monitor monitor = must(monitors.get(project_, made.id));
  EXPECT_EQ(must(streams.unread(monitor)), (Pieces{{one, 3, 4}}));

  // Stamped before the look, committed after it.
  pass(-1min);
  must(store().results().append(project_, one, made_results(4, 1)));
  must(store().executions().complete(project_, one));
  pass(1min);
  EXPECT_EQ(must(streams.unread(monitor)), (Pieces{{one, 3, 5}}));
  EXPECT_TRUE(must(monitors.advance(monitor, next, {}, must(streams.unread(monitor)))));
  monitor = must(monitors.get(project_, made.id));
  EXPECT_TRUE(must(streams.unread(monitor)).empty());
}

TEST_P(StoreContract, AMonitorOfAnotherBaselineOrStreamStartsAnew) {
  const ExecutionId execution = completed_execution();
  const auto one = must(store().baselines().create(project_, {execution, "one", {}}));
  const auto two = must(store().baselines().create(project_, {execution, "two", {}}));
  auto monitors = store().monitors();
  MonitorSettings settings = window_settings(one.id);
  const MonitorId id = must(monitors.create(project_, settings)).id;
  const auto changed_while_firing = [&] {
    const Monitor seen = must(monitors.get(project_, id));
    MonitorState next;
    next.verdict = Verdict::drifted;
    next.drifted_in_a_row = 2;
    next.firing = true;
    next.updated = now();
    EXPECT_TRUE(must(monitors.advance(seen, next, {})));
    return must(monitors.change(project_, id, settings)).state;
  };
  settings.name = "renamed";
  settings.window.results = 9;
  EXPECT_TRUE(changed_while_firing().firing);
  for (const bool of_stream : {false, true}) {
    settings.baseline = two.id;
    if (of_stream) settings.stream = "another";
    const MonitorState state = changed_while_firing();
    EXPECT_FALSE(state.firing);
    EXPECT_EQ(state.drifted_in_a_row, 0);
    EXPECT_EQ(state.verdict, std::nullopt);
  }
}

TEST_P(StoreContract, AMonitorReadsFromNowOnWhereItDidNotBefore) {
  const auto baseline =
      must(store().baselines().create(project_, {completed_execution(), "b", {}}));
  auto monitors = store().monitors();
  MonitorSettings settings = window_settings(baseline.id);
  const MonitorId id = must(monitors.create(project_, settings)).id;
  const auto unread = [&] {
    return results_in(must(store().streams().unread(must(monitors.get(project_, id)))));
  };
  const auto change = [&] { must(monitors.change(project_, id, settings)); };
  const ExecutionId one = made_execution("agent", 4);
  const ExecutionId two = made_execution("another", 4);
  settings.window = {std::nullopt, 5};
  settings.name = "renamed";
  pass(1min);
  change();
  EXPECT_EQ(unread(), 4);
  settings.enabled = false;
  change();
  pass(1min);
  settings.enabled = true;
  change();
  EXPECT_EQ(unread(), 0);
  must(store().results().append(project_, one, made_results(4, 2)));
  EXPECT_EQ(unread(), 2);
  pass(1min);
  settings.stream = "another";
  change();
  EXPECT_EQ(unread(), 0);
  must(store().results().append(project_, two, made_results(4, 3)));
  EXPECT_EQ(unread(), 3);
  settings.window = {};
  change();
  pass(1min);
  settings.window.results = 1;
  change();
  EXPECT_EQ(unread(), 0);
}

TEST_P(StoreContract, AnExecutionIsAsOldAsItsEndOrItsNewestResult) {
  const ExecutionId receives = made_execution("a service", 3);
  const ExecutionId silent = made_execution("a service that stopped", 3);
  const ExecutionId empty = made_execution("nothing came");
  const ExecutionId ended = made_execution("ended late", 1);
  must(store().projects().set_retention(project_, 7));
  pass(std::chrono::days(7) + 1ms);
  must(store().results().append(project_, receives, made_results(3, 1)));
  must(store().executions().complete(project_, ended));
  EXPECT_EQ(must(store().apply_retention()).executions, 2);
  EXPECT_EQ(must(store().executions().get(project_, receives)).results, 4);
  EXPECT_TRUE(store().executions().get(project_, ended));
  EXPECT_EQ(code_of(store().executions().get(project_, silent)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().executions().get(project_, empty)), ErrorCode::not_found);
  pass(std::chrono::days(7) + 1ms);
  EXPECT_EQ(must(store().apply_retention()).executions, 2);
}

TEST_P(StoreContract, RetentionTakesWhatIsOldAndNotInUse) {
  const ExecutionId in_use = completed_execution("in use", 2);
  must(store().baselines().create(project_, {in_use, "b", {}}));
  const ExecutionId old = made_execution("old", 30);
  must(store().comparisons().add(project_, comparison_of(in_use, old)));
  must(store().sessions().append(project_, "old", {}, std::vector<StoredStep>{{0, "{}"}}));
  const ExecutionId elsewhere = must(store().executions().create(other_, {"old", "", {}})).id;
  const auto job = must(store().jobs().enqueue(project_, {"a", ""}));
  must(store().jobs().finish(*must(store().jobs().take("w", kAnyKind, 1min)), ""));
  must(store().idempotency_keys().claim(project_, "k", "h", 1min));
  must(store().audit_log().add(project_, {}));
  must(store().projects().set_retention(project_, 7));
  EXPECT_EQ(must(store().apply_retention()).executions, 0);

  pass(std::chrono::days(7) + 1ms);
  const ExecutionId young = made_execution("young", 1);
  const auto report = must(store().apply_retention());
  EXPECT_EQ(report.executions, 1);
  EXPECT_EQ(report.sessions, 1);
  EXPECT_EQ(report.idempotency_keys, 1);
  EXPECT_EQ(report.jobs, 0);
  EXPECT_EQ(code_of(store().executions().get(project_, old)), ErrorCode::not_found);
  must(store().executions().get(project_, in_use));
  must(store().executions().get(project_, young));
  must(store().executions().get(other_, elsewhere));
  const auto check = must(store().check());
  EXPECT_EQ(check.results, 3);
  EXPECT_TRUE(check.is_sound());

  pass(std::chrono::days(400));
  const auto later = must(store().apply_retention({.piece = 1}));
  EXPECT_EQ(later.executions, 1);
  EXPECT_EQ(later.jobs, 1);
  EXPECT_EQ(later.audit_lines, 1);
  EXPECT_EQ(code_of(store().jobs().get(project_, job.id)), ErrorCode::not_found);
}

TEST_P(StoreContract, ABackupOpensAsAStoreWithTheSameContent) {
  const ExecutionId id = made_execution("run", 1'200);
  must(store().embeddings().put(project_, id, "e", std::vector<NumberedVector>{{1'199, {1, 2}}}));
  const auto execution = must(store().executions().complete(project_, id));
  const auto baseline = must(store().baselines().create(project_, {id, "b", "v1"}));
  MonitorSettings settings;
  settings.baseline = baseline.id;
  const auto monitor = must(store().monitors().create(project_, settings));
  const auto session = must(store().sessions().append(project_, "s", "g", {})).session;
  const auto key = must(store().api_keys().create(project_, {"k", Scope::admin, {}}));

  const TemporaryFolder folder;
  const auto path = folder.path() / "backup.db";
  must(store().back_up(path));
  EXPECT_EQ(code_of(store().back_up(path)), ErrorCode::conflict);
  EXPECT_FALSE(std::filesystem::exists(path.string() + "-wal"));
  auto opened = Store::open(SqliteAddress{path}, {.create = false});
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_TRUE(must(opened->check()).is_sound());
  EXPECT_EQ(must(opened->executions().get(project_, id)), execution);
  EXPECT_EQ(must(opened->results().get(project_, id, "r1199")),
            must(store().results().get(project_, id, "r1199")));
  EXPECT_EQ(must(opened->embeddings().read(project_, id, "e", 0, 9)).front().vector,
            (std::vector<float>{1, 2}));
  EXPECT_EQ(must(opened->baselines().find_by_tag(project_, "v1")), baseline);
  EXPECT_EQ(must(opened->monitors().get(project_, monitor.id)).created, monitor.created);
  EXPECT_EQ(must(opened->sessions().get(project_, session.id)), session);
  EXPECT_TRUE(must(opened->api_keys().authenticate(key.token.reveal())));
  EXPECT_GT(number_of(must(opened->executions().create(project_, {"next", "", {}})).id),
            number_of(id));
}

TEST_P(StoreContract, ACheckCounts) {
  made_execution("run", 4);
  const auto check = must(store().check());
  EXPECT_TRUE(check.is_sound()) << check.problems.front();
  EXPECT_EQ(check.projects, 2);
  EXPECT_EQ(check.executions, 1);
  EXPECT_EQ(check.results, 4);
  EXPECT_EQ(check.schema, check.newest_schema);
  must(store().ping());
}

}  // namespace
}  // namespace plumb
