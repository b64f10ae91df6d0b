// The demo's data: made of the examples, whole, and once.
#include "serve/demo_data.h"

#include <algorithm>

#include "serve/job_workers.h"
#include "serve/service_under_test.h"

namespace plumb {
namespace {

TEST(DemoRuns, AreTheSameEveryTimeAndDriftInTheEnd) {
  const auto runs = must(demo_runs());
  ASSERT_EQ(runs.size(), 14U);
  EXPECT_EQ(runs[0].results.size(), 60U);
  for (const DemoRun& run : runs) {
    EXPECT_EQ(run.header.name, kDemoName);
    for (std::size_t i = 0; i < run.results.size(); ++i) {
      EXPECT_EQ(run.results[i].prompt, runs[0].results[i].prompt);
      EXPECT_FALSE(run.results[i].labels.empty());
    }
  }
  const auto again = must(demo_runs());
  for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_EQ(runs[i].results, again[i].results);
}

TEST(Demo, FillsEveryPageAndIsNotLoadedTwice) {
  ServiceUnderTest service;
  const ProjectId project = service.project();
  JobWorkersOptions options;
  options.poll = std::chrono::milliseconds(10);
  JobWorkers workers(service.services(), options);
  must(workers.start());
  const LoadedDemo loaded = must(load_demo_documents(
      service.services(), project, must(load_demo_runs(service.services(), project))));
  ASSERT_EQ(loaded.executions.size(), 14U);
  EXPECT_FALSE(loaded.stereotype_analysis);  // this service has no classifier
  const auto newest = [&](ExecutionId id) {
    return must(service.store().comparisons().newest(project, id, std::nullopt));
  };
  EXPECT_TRUE(comes_true([&] {
    // The baseline is not held against itself.
    return std::ranges::all_of(loaded.executions.begin() + 1, loaded.executions.end(),
                               [&](ExecutionId id) { return newest(id).has_value(); });
  }));
  EXPECT_EQ(newest(loaded.executions[3])->verdict, Verdict::stable);
  EXPECT_EQ(newest(loaded.executions.back())->verdict, Verdict::drifted);
  // A night each, the last one today.
  const auto first = must(service.store().executions().get(project, loaded.executions.front()));
  const auto last = must(service.store().executions().get(project, loaded.executions.back()));
  EXPECT_EQ(last.created - first.created, std::chrono::hours(24 * 13));

  ASSERT_GE(loaded.sessions.size(), 2U);
  for (const SessionId id : loaded.sessions) {
    EXPECT_FALSE(must(service.store().sessions().curves(project, id)).empty());
  }
  EXPECT_TRUE(must(service.store().experiments().get(project, loaded.experiment)).interpretation);
  const auto again = load_demo_runs(service.services(), project);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::conflict);
}

}  // namespace
}  // namespace plumb
