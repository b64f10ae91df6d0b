#include "experiment/run_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/small_experiment.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using testing::run_small;
using testing::ScriptedBackend;
using testing::small_experiment;
using testing::small_manifest;

const std::vector<AgentKind> kBoth = {AgentKind::baseline, AgentKind::intent};

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

std::string error_of(const std::filesystem::path& folder, const Experiment& experiment,
                     ScriptedBackend backend = ScriptedBackend()) {
  const auto run =
      RunFolder::open(folder, kBoth, small_manifest(experiment, backend), RunStart::resume);
  return run ? "" : run.error().message;
}

TEST(RunFolder, IsMadeWithAllThatLeadsToIt) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path() / "a" / "b", backend));
  EXPECT_EQ(names_in(folder.path() / "a" / "b"),
            (std::vector<std::string>{"baseline_runs.jsonl", "intent_runs.jsonl", "run.json",
                                      "run.lock"}));
}

TEST(RunFolder, IsForOneRunAtATime) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  const std::string manifest = small_manifest(small_experiment(), backend);
  const auto first = RunFolder::open(folder.path(), kBoth, manifest, RunStart::afresh);
  ASSERT_TRUE(first);
  for (const RunStart start : {RunStart::afresh, RunStart::resume}) {
    const auto second = RunFolder::open(folder.path(), kBoth, manifest, start);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::invalid_input);
    EXPECT_EQ(second.error().message, "another run is writing to " + folder.path().string() +
                                          "; wait for it, or give another --out");
  }
}

TEST(RunFolder, KeepsTheLogsOfAnEarlierRun) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  const auto before = read_file(folder.path() / "intent_runs.jsonl", 1 << 20);
  ASSERT_TRUE(run_small(folder.path(), backend));
  ASSERT_TRUE(run_small(folder.path(), backend));
  std::size_t kept = 0;
  for (const std::string& name : names_in(folder.path())) {
    if (!name.starts_with("intent_runs.2")) continue;
    ++kept;
    EXPECT_FALSE(read_file(folder.path() / name, 1 << 20)->empty());
  }
  EXPECT_EQ(kept, 2U) << "also of two runs within one second";
  EXPECT_EQ(names_in(folder.path()).size(), 4 + 2 * 3);
  EXPECT_TRUE(before);
}

TEST(RunFolder, SaysWhatItRenamed) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  const auto again = RunFolder::open(folder.path(), kBoth,
                                     small_manifest(small_experiment(), backend), RunStart::afresh);
  ASSERT_TRUE(again);
  ASSERT_EQ(again->notes().size(), 3U);
  EXPECT_TRUE(again->notes()[0].starts_with((folder.path() / "run.json").string() +
                                            " of an earlier run is now run.2"))
      << again->notes()[0];
}

TEST(RunFolder, StartsAfreshWhereThereIsNothingToResume) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  EXPECT_TRUE(run_small(folder.path(), backend, RunStart::resume));
  EXPECT_EQ(backend.seen.size(), 18U);
}

TEST(RunFolder, RefusesToResumeLogsOfUnknownOrigin) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "intent_runs.jsonl", ""));
  EXPECT_EQ(error_of(folder.path(), small_experiment()),
            folder.path().string() +
                " has logs but no run.json, which says what they were made with, so they cannot "
                "go on; start afresh without --resume");
  ASSERT_TRUE(write_file(folder.path() / "run.json", "{\"plumb\":\"other/1\"}"));
  EXPECT_EQ(error_of(folder.path(), small_experiment()),
            (folder.path() / "run.json").string() +
                " is not what plumb experiment run wrote, so its run cannot go on; start afresh "
                "without --resume");
}

TEST(RunFolder, NamesTheSettingThatDiffers) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  EXPECT_EQ(error_of(folder.path(), small_experiment()), "");
  const std::string path = (folder.path() / "run.json").string();
  const auto differs = [&](const std::string& field, const std::string& before,
                           const std::string& now) {
    return path + " has " + before + " for " + field + ", but this run has " + now +
           "; go on with the same, or start afresh without --resume";
  };
  Experiment other = small_experiment();
  other.settings.sampling.seed = 7;
  EXPECT_EQ(error_of(folder.path(), other), differs("settings.seed", "42", "7"));
  other = small_experiment();
  other.settings.policy = *read_policy("follow", {});
  EXPECT_EQ(error_of(folder.path(), other), differs("settings.policy", "\"guard\"", "\"follow\""));
  other = small_experiment();
  other.settings.policy.conflict_below = 0.4;
  EXPECT_EQ(error_of(folder.path(), other),
            differs("settings.policy_thresholds.conflict_below", "0.5", "0.4"));
  other = small_experiment();
  other.settings.agents = {AgentKind::intent};
  EXPECT_EQ(error_of(folder.path(), other),
            differs("settings.agents", "[\"baseline\",\"intent\"]", "[\"intent\"]"));
  other = small_experiment();
  other.tasks[1].steps[0] += "!";
  EXPECT_TRUE(error_of(folder.path(), other).find(" for tasks[1].sha256, but this run has \"") !=
              std::string::npos)
      << error_of(folder.path(), other);
  other = small_experiment();
  other.prompts.baseline += "!";
  EXPECT_NE(error_of(folder.path(), other).find("prompts.agent_base_sha256"), std::string::npos);
  EXPECT_EQ(error_of(folder.path(), small_experiment(), ScriptedBackend({.model = "another"})),
            differs("chat.model", "\"scripted\"", "\"another\""));
  other = small_experiment();
  other.tasks.pop_back();
  EXPECT_NE(error_of(folder.path(), other).find("for tasks, but this run has"), std::string::npos)
      << error_of(folder.path(), other);
}

TEST(RunFolder, NamesAMemberThatOnlyOneOfTheRunsHas) {
  ScriptedBackend backend;
  const Experiment experiment = small_experiment();
  const std::string before = small_manifest(experiment, backend);
  RunDescription description{"0.0.0", backend.provenance(), {}};
  description.chat.details = {{"llama.cpp", "b1"}};
  EXPECT_EQ(
      check_same_run(before, manifest_text(experiment, description), "run.json").error().message,
      "run.json has nothing for chat.details.llama.cpp, but this run has \"b1\"; go on with "
      "the same, or start afresh without --resume");
}

TEST(RunFolder, RefusesALogThatIsNotOfThisRun) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  const auto path = folder.path() / "baseline_runs.jsonl";
  std::string log = *read_file(path, 1 << 20);
  const std::size_t second = log.find('\n') + 1;
  ASSERT_TRUE(write_file(path, log.substr(second)));
  const auto done = run_small(folder.path(), backend, RunStart::resume);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            path.string() +
                ":1: step 0 of task \"planning_1\" stands where step 0 of \"summarization_0\" "
                "belongs, so the run cannot go on; start afresh without --resume");
  ASSERT_TRUE(write_file(path, log + "{\"agent\":\"baseline\",\"task_id\":\"x\",\"step\":0,"
                                     "\"output\":\"\"}\n"));
  const auto longer = run_small(folder.path(), backend, RunStart::resume);
  ASSERT_FALSE(longer);
  EXPECT_NE(longer.error().message.find("the log is longer than this run"), std::string::npos);
}

}  // namespace
}  // namespace plumb
