// What goes wrong while an experiment runs: kills, full disks, backends that fail, Ctrl-C.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include "base/interrupt.h"
#include "experiment/runner.h"
#include "ingest/experiment_log.h"
#include "support/file_size_limit.h"
#include "support/small_experiment.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using testing::logs_without_times;
using testing::run_small;
using testing::ScriptedBackend;
using testing::ScriptedOptions;
using testing::small_experiment;

constexpr std::uint64_t kSteps = 18;

std::string whole_run(std::uint64_t side_by_side = 4) {
  const TemporaryFolder folder;
  ScriptedBackend backend({.side_by_side = side_by_side});
  EXPECT_TRUE(run_small(folder.path(), backend));
  return logs_without_times(folder.path());
}

// Everything but the first `bytes` of the two logs, one behind the other, is gone.
void cut_logs(const std::filesystem::path& folder, std::size_t bytes) {
  for (const AgentKind agent : kAgentKinds) {
    const auto path = folder / log_name_of(agent);
    const std::size_t size = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, std::min(bytes, size));
    bytes -= std::min(bytes, size);
  }
}

std::size_t log_bytes(const std::filesystem::path& folder) {
  return std::filesystem::file_size(folder / log_name_of(AgentKind::baseline)) +
         std::filesystem::file_size(folder / log_name_of(AgentKind::intent));
}

TEST(RunnerFaults, ALogThatEndsAnywhereIsResumedToTheSameLog) {
  const std::string expected = whole_run();
  const TemporaryFolder folder;
  ScriptedBackend first;
  ASSERT_TRUE(run_small(folder.path(), first));
  const std::size_t bytes = log_bytes(folder.path());
  for (std::size_t kept = 0; kept < bytes; kept += 331) {
    cut_logs(folder.path(), kept);
    ScriptedBackend backend;
    const auto done = run_small(folder.path(), backend, RunStart::resume);
    ASSERT_TRUE(done) << done.error().message << " with " << kept << " bytes kept";
    EXPECT_EQ(logs_without_times(folder.path()), expected) << kept << " bytes kept";
    EXPECT_EQ(backend.seen.size() + done->steps_resumed, kSteps)
        << "a finished step is never asked again";
  }
}

TEST(RunnerFaults, ARunThatIsKilledAtRandomMomentsGivesTheSameLogs) {
  const std::string expected = whole_run(2);
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  int kills = 0;
  for (bool done = false; !done;) {
    const pid_t child = ::fork();
    if (child == 0) {
      ScriptedOptions options{.side_by_side = 2};
      options.before = [](std::uint64_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      };
      ScriptedBackend backend(options);
      ::_exit(run_small(folder.path(), backend, RunStart::resume) ? 0 : 1);
    }
    // On a busy machine a step may take longer than at first thought.
    const auto longest = 30'000U + 500U * static_cast<unsigned>(kills);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % longest));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
      ++kills;
      ASSERT_LT(kills, 1000) << "a run that is killed every time does not get on";
    } else {
      ASSERT_EQ(WEXITSTATUS(status), 0);
      done = true;
    }
  }
  EXPECT_EQ(logs_without_times(folder.path()), expected) << kills << " kills";
}

TEST(RunnerFaults, AFullDiskEndsTheRunAndKeepsEveryFinishedLine) {
  const std::string expected = whole_run();
  const TemporaryFolder folder;
  for (const rlim_t bytes : {3000UL, 5000UL}) {
    const FileSizeLimit full(bytes);
    ScriptedBackend backend;
    const auto failed = run_small(folder.path(), backend, RunStart::resume);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::io);
    EXPECT_NE(failed.error().message.find("cannot write"), std::string::npos)
        << failed.error().message;
    const auto log =
        read_experiment_log((folder.path() / log_name_of(AgentKind::baseline)).string());
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_FALSE(log->steps.empty());
    EXPECT_EQ(log->broken_tail, "") << "no half line is left";
  }
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend, RunStart::resume));
  EXPECT_EQ(logs_without_times(folder.path()), expected);
}

TEST(RunnerFaults, AStepThatFailsIsLoggedAndItsTaskGoesOnWithoutIt) {
  const TemporaryFolder folder;
  ScriptedOptions options{.side_by_side = 1};
  options.fault = [](std::uint64_t n) -> std::optional<Error> {
    if (n != 1) return std::nullopt;  // step 1 of the first task
    return Error{ErrorCode::io, "the server is gone"};
  };
  ScriptedBackend backend(options);
  const auto done = run_small(folder.path(), backend);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->steps_failed, 1U);
  EXPECT_EQ(done->first_failure, "the server is gone");
  const auto log = read_experiment_log((folder.path() / "baseline_runs.jsonl").string());
  ASSERT_TRUE(log);
  EXPECT_EQ(log->steps[1].error, "the server is gone");
  EXPECT_EQ(log->steps[1].output, "");
  EXPECT_FALSE(log->steps[1].ids.has_value());
  EXPECT_FALSE(log->steps[1].ids_inferred_goal.has_value());
  EXPECT_TRUE(log->steps[1].goal_shift.has_value());
  EXPECT_TRUE(log->steps[2].ids.has_value());
  const auto& next = backend.seen[2].messages;  // system, step 0 and its answer, step 2
  ASSERT_EQ(next.size(), 4U);
  EXPECT_EQ(next.back().content, "write a poem");
}

TEST(RunnerFaults, WithoutItsFirstStepATaskHasItsTextButNoScores) {
  const TemporaryFolder folder;
  ScriptedOptions options{.side_by_side = 1};
  options.fault = [](std::uint64_t n) -> std::optional<Error> {
    return n == 0 ? std::optional(Error{ErrorCode::corrupt, "no sense"}) : std::nullopt;
  };
  ScriptedBackend backend(options);
  ASSERT_TRUE(run_small(folder.path(), backend));
  EXPECT_EQ(backend.seen[1].messages[1].content,
            "the ferry to the island sails again in spring\n\n"
            "summarize the news of the ferry shorter");
  const auto log = read_experiment_log((folder.path() / "baseline_runs.jsonl").string());
  ASSERT_TRUE(log);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FALSE(log->steps[i].ids.has_value());
  EXPECT_TRUE(log->steps[1].ids_inferred_goal.has_value());
  EXPECT_TRUE(log->steps[4].ids.has_value()) << "the next task";
}

TEST(RunnerFaults, FailedStepsRunAgainWhereThatIsAsked) {
  const TemporaryFolder folder;
  ScriptedOptions options;
  options.fault = [](std::uint64_t n) -> std::optional<Error> {
    return n == 4 ? std::optional(Error{ErrorCode::io, "gone"}) : std::nullopt;
  };
  ScriptedBackend failing(options);
  ASSERT_TRUE(run_small(folder.path(), failing));
  const std::string with_failure = logs_without_times(folder.path());
  ScriptedBackend backend;
  const auto resumed = run_small(folder.path(), backend, RunStart::resume);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(resumed->steps_failed, 1U);
  EXPECT_TRUE(backend.seen.empty());
  EXPECT_EQ(logs_without_times(folder.path()), with_failure);

  const auto retried = run_small(folder.path(), backend, RunStart::retry_failed);
  ASSERT_TRUE(retried) << retried.error().message;
  EXPECT_EQ(retried->steps_failed, 0U);
  EXPECT_EQ(logs_without_times(folder.path()), whole_run());
}

TEST(RunnerFaults, AFullDiskLeavesALogInItsPlaceWhereFailedStepsWereToRunAgain) {
  const TemporaryFolder folder;
  ScriptedOptions options;
  options.fault = [](std::uint64_t n) -> std::optional<Error> {
    return n == 4 ? std::optional(Error{ErrorCode::io, "gone"}) : std::nullopt;
  };
  ScriptedBackend failing(options);
  ASSERT_TRUE(run_small(folder.path(), failing));
  const std::string with_failure = logs_without_times(folder.path());
  {
    const FileSizeLimit full(1000);
    ScriptedBackend backend;
    ASSERT_FALSE(run_small(folder.path(), backend, RunStart::retry_failed));
  }
  EXPECT_EQ(logs_without_times(folder.path()), with_failure);
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend, RunStart::retry_failed));
  EXPECT_EQ(logs_without_times(folder.path()), whole_run());
}

TEST(RunnerFaults, ABackendThatAnswersNothingEndsTheRun) {
  const TemporaryFolder folder;
  ScriptedOptions options;
  options.fault = [](std::uint64_t) { return Error{ErrorCode::io, "connection refused"}; };
  ScriptedBackend backend(options);
  const auto done = run_small(folder.path(), backend);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::io);
  EXPECT_EQ(done.error().message,
            "8 steps in a row failed, the last with: connection refused; when that is mended, go "
            "on with --resume --retry-failed");
  EXPECT_LT(backend.seen.size(), kSteps);
  ScriptedBackend mended;
  ASSERT_TRUE(run_small(folder.path(), mended, RunStart::retry_failed));
  EXPECT_EQ(logs_without_times(folder.path()), whole_run());
}

TEST(RunnerFaults, AnInterruptedReplyIsNotLoggedAndTheRunGoesOnThere) {
  const TemporaryFolder folder;
  ScriptedOptions options;
  options.fault = [](std::uint64_t n) -> std::optional<Error> {
    return n >= 4 ? std::optional(Error{ErrorCode::interrupted, "interrupted"}) : std::nullopt;
  };
  ScriptedBackend backend(options);
  const auto done = run_small(folder.path(), backend);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::interrupted);
  const auto log = read_experiment_log((folder.path() / "baseline_runs.jsonl").string());
  ASSERT_TRUE(log);
  EXPECT_EQ(log->steps.size(), 4U);
  ScriptedBackend other;
  ASSERT_TRUE(run_small(folder.path(), other, RunStart::resume));
  EXPECT_EQ(logs_without_times(folder.path()), whole_run());
}

TEST(RunnerFaults, CtrlCStopsAfterTheStepsAtHand) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    watch_for_interrupts();
    ScriptedOptions options;
    options.before = [](std::uint64_t n) {
      if (n == 4) ::raise(SIGINT);
    };
    ScriptedBackend backend(options);
    const auto done = run_small(folder.path(), backend);
    ::_exit(!done && done.error().code == ErrorCode::interrupted ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  const auto log = read_experiment_log((folder.path() / "baseline_runs.jsonl").string());
  ASSERT_TRUE(log);
  EXPECT_EQ(log->steps.size(), 6U) << "two waves of three";
  EXPECT_EQ(log->broken_tail, "");
}

}  // namespace
}  // namespace plumb
