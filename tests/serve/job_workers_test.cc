#include "serve/job_workers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service_under_test.h"
#include "support/places.h"
#include "support/postgres_cluster.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

JobWorkersOptions quick() {
  JobWorkersOptions options;
  options.lease = 2s;
  options.poll = 20ms;
  options.first_retry = 20ms;
  options.look_at_windows = 20ms;
  return options;
}

std::int64_t embedded(ServiceUnderTest& service, ExecutionId execution) {
  return must(service.store().embeddings().count(service.project(), execution,
                                                 must(service.services().embeddings.encoder())));
}

TEST(JobWorkers, EmbedWhatWasCompletedAndCompareWhatWasAsked) {
  ServiceUnderTest service;
  JobWorkers workers(service.services(), quick());
  must(workers.start());
  const ExecutionId a = service.send("a", answers(300, 1));
  const ExecutionId b = service.send("b", answers(200, 2));
  must(queue_compare(service.services(), service.project(), {a, b, true}));
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }));
  workers.stop();
  EXPECT_EQ(embedded(service, a), 300);
  EXPECT_EQ(service.encoder().texts(), 500U);  // each once
  for (const Job& job : service.jobs()) {
    EXPECT_EQ(job.state, JobState::done) << job.kind << job.last_error.value_or("");
  }
  EXPECT_TRUE(must(service.store().comparisons().newest(service.project(), a, b)));
  EXPECT_TRUE(service.metrics().text().contains("default"));
}

TEST(JobWorkers, TheProfileOfACompletedExecutionIsThereBeforeAnybodyCompares) {
  ServiceUnderTest service;
  JobWorkers workers(service.services(), quick());
  must(workers.start());
  EXPECT_EQ(service.services().profiles.bytes(), 0U);
  service.send("a", answers(30, 1));
  ASSERT_TRUE(comes_true([&] { return service.services().profiles.bytes() > 0; }));
}

TEST(JobWorkers, LetGoWhatIsOldSoonAfterTheStart) {
  ServiceUnderTest service;
  const ExecutionId old = service.receive("old", answers(3, 1));
  must(service.store().projects().set_retention(service.project(), 7));
  service.pass(8 * 24h);
  JobWorkersOptions options = quick();
  options.first_retention = 20ms;
  JobWorkers workers(service.services(), options);
  must(workers.start());
  EXPECT_TRUE(
      comes_true([&] { return !service.store().executions().get(service.project(), old); }));
}

TEST(JobWorkers, StartAtOnceWhenAJobIsQueued) {
  ServiceUnderTest service;
  JobWorkersOptions options = quick();
  options.poll = 30s;
  JobWorkers workers(service.services(), options);
  must(workers.start());
  std::this_thread::sleep_for(100ms);
  const auto began = std::chrono::steady_clock::now();
  service.send("a", answers(3, 1));
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }, 20s));
  EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

TEST(JobWorkers, AFailureIsTriedAgainAndThenVisible) {
  ServiceUnderTest service;
  int calls = 0;
  EmbeddingService broken([&]() -> Result<TextEncoder> {
    ++calls;
    return fail(ErrorCode::not_found, "the model is not on this machine; plumb model fetch");
  });
  ServerMetrics metrics;
  Services services{service.store(), broken, metrics};
  JobWorkers workers(services, quick());
  must(workers.start());
  service.send("a", answers(5, 1));
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }));
  const Job job = service.jobs().front();
  EXPECT_EQ(job.state, JobState::failed);
  EXPECT_EQ(job.attempts, job.max_attempts);
  EXPECT_EQ(calls, job.max_attempts);
  EXPECT_EQ(job.last_error, "the model is not on this machine; plumb model fetch");
}

TEST(JobWorkers, AnExceptionIsAFailedAttemptAndTheOthersGoOn) {
  ServiceUnderTest service(SqliteAddress{}, []() -> Result<TextEncoder> {
    return TextEncoder{VectorOrigin{"letters", std::string(64, 'a'), "f32", "none", 8},
                       [](std::span<const std::string_view>) -> Embeddings {
                         throw std::runtime_error("the encoder has no memory");
                       }};
  });
  JobWorkers workers(service.services(), quick());
  must(workers.start());
  const ExecutionId a = service.send("a", answers(20, 1));
  const ExecutionId b = service.send("b", answers(20, 2));
  must(queue_compare(service.services(), service.project(), {a, b, false}));
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }));
  for (const Job& job : service.jobs({.kind = "embed", .state = {}})) {
    EXPECT_EQ(job.state, JobState::failed);
    EXPECT_EQ(job.attempts, job.max_attempts);
    EXPECT_TRUE(job.last_error.value_or("").contains("the encoder has no memory"));
  }
  EXPECT_EQ(service.jobs({.kind = "compare", .state = {}}).front().state, JobState::done);
}

TEST(JobWorkers, WhatCanNeverSucceedIsNotTriedAgain) {
  ServiceUnderTest service;
  JobWorkers workers(service.services(), quick());
  const ExecutionId a = service.send("a", answers(20, 1));
  const ExecutionId open = service.receive("open", answers(20, 1));
  must(queue_compare(service.services(), service.project(), {a, open, false}));
  must(workers.start());
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }));
  const Job job = service.jobs({.kind = "compare", .state = {}}).front();
  EXPECT_EQ(job.state, JobState::failed);
  EXPECT_EQ(job.attempts, 1);
  EXPECT_TRUE(job.last_error->contains("not completed"));
}

TEST(JobWorkers, StopInTheMiddleLosesNeitherWorkNorAnAttempt) {
  ServiceUnderTest service;
  service.encoder().slow_down(20ms);
  const ExecutionId a = service.send("a", answers(2'000, 1));
  {
    JobWorkers workers(service.services(), quick());
    must(workers.start());
    ASSERT_TRUE(comes_true([&] { return embedded(service, a) >= 256; }));
    workers.stop();
  }
  const std::int64_t before = embedded(service, a);
  EXPECT_LT(before, 2'000);
  EXPECT_EQ(service.jobs().front().state, JobState::waiting);
  EXPECT_EQ(service.jobs().front().attempts, 0);
  JobWorkers workers(service.services(), quick());
  must(workers.start());
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }));
  EXPECT_EQ(embedded(service, a), 2'000);
  EXPECT_EQ(service.encoder().texts(), 2'000U);
}

TEST(JobWorkers, LongEmbeddingsGiveWayToShortOnes) {
  ServiceUnderTest service;
  service.encoder().slow_down(15ms);
  JobWorkersOptions options = quick();
  options.turn = 30ms;
  JobWorkers workers(service.services(), options);
  const ExecutionId large = service.send("large", answers(6'000, 1));
  const ExecutionId small = service.send("small", answers(10, 2));
  must(workers.start());
  ASSERT_TRUE(comes_true([&] { return embedded(service, small) == 10; }));
  EXPECT_LT(embedded(service, large), 6'000);
  workers.stop();
}

// job_worker in a child process, which is killed.
pid_t start_worker(const std::string& address) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const std::string program = build_path("bin/job_worker");
  ::execl(program.c_str(), "job_worker", address.c_str(), nullptr);
  ::_exit(127);
}

void kill_one_and_finish(ServiceUnderTest& service, const std::string& address) {
  constexpr std::int64_t kResults = 3'000;
  const ExecutionId a = service.send("a", answers(kResults, 1));
  const pid_t child = start_worker(address);
  const bool began = comes_true([&] { return embedded(service, a) >= 256; });
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(began);
  const std::int64_t durable = embedded(service, a);
  ASSERT_LT(durable, kResults);
  EXPECT_EQ(service.jobs().front().state, JobState::running);

  JobWorkers workers(service.services(), quick());
  must(workers.start());
  ASSERT_TRUE(comes_true([&] { return service.is_idle(); }));
  const Job job = service.jobs().front();
  EXPECT_EQ(job.state, JobState::done);
  EXPECT_EQ(job.attempts, 2);
  EXPECT_TRUE(job.last_error->contains("was lost")) << *job.last_error;
  EXPECT_EQ(embedded(service, a), kResults);
  // What the killed one had made durable was not made again.
  EXPECT_EQ(service.encoder().texts(), static_cast<std::size_t>(kResults - durable));
}

TEST(JobWorkers, AnotherFinishesWhatAKilledOneBegan) {
  ServiceUnderTest service;
  kill_one_and_finish(service, "sqlite:" + service.address().path.string());
}

TEST(JobWorkers, AnotherServerOnPostgresqlFinishesWhatAKilledOneBegan) {
  if (const std::string reason = PostgresCluster::why_not(); !reason.empty()) {
    GTEST_SKIP() << reason;
  }
  const std::string address = PostgresCluster::shared().empty_database();
  ServiceUnderTest service{StoreAddress(PostgresAddress{address})};
  kill_one_and_finish(service, address);
}

TEST(JobWorkers, SeveralServersOnOneDatabaseDoEachJobOnce) {
  ServiceUnderTest one;
  ServiceUnderTest two{StoreAddress(one.address())};
  std::vector<ExecutionId> executions;
  for (std::uint64_t i = 0; i < 12; ++i) executions.push_back(one.send("a", answers(150, i)));
  JobWorkers first(one.services(), quick());
  JobWorkers second(two.services(), quick());
  must(first.start());
  must(second.start());
  ASSERT_TRUE(comes_true([&] { return one.is_idle(); }));
  EXPECT_EQ(one.encoder().texts() + two.encoder().texts(), 12U * 150U);
  for (const Job& job : one.jobs()) {
    EXPECT_EQ(job.state, JobState::done);
    EXPECT_EQ(job.attempts, 1);
  }
}

}  // namespace
}  // namespace plumb
