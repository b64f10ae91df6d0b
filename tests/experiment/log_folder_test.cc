#include "experiment/log_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace plumb {
namespace {

class LogFolder : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) {
    const auto path = folder.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
  }

  // With the fields of the seed alone.
  static std::string line(const std::string& agent, const std::string& task, int step) {
    return "{\"agent\": \"" + agent + "\", \"task_id\": \"" + task +
           "\", \"step\": " + std::to_string(step) +
           ", \"prompt\": \"p\", \"output\": \"o\", \"ids\": 0.5, \"timestamp\": \"\"}\n";
  }

  TemporaryFolder folder;
};

TEST_F(LogFolder, HoldsTheTwoLogsOfOneModel) {
  write("baseline_runs.jsonl",
        line("baseline", "planning_4", 0) + line("baseline", "planning_4", 1));
  write("intent_runs.jsonl", line("intent", "planning_4", 0));
  const auto models = read_log_folder(folder.path());
  ASSERT_TRUE(models) << models.error().message;
  ASSERT_EQ(models->size(), 1U);
  EXPECT_EQ(models->front().folder, "");
  EXPECT_EQ(models->front().steps.size(), 3U);
  EXPECT_TRUE(models->front().warnings.empty());
}

TEST_F(LogFolder, HoldsAFolderAModelBesideItsOwnLogs) {
  write("intent_runs.jsonl", line("intent", "planning_4", 0));
  write("zeta/baseline_runs.jsonl", line("baseline", "planning_4", 0));
  write("alpha/intent_runs.jsonl", line("intent", "planning_4", 0));
  write("empty/readme.txt", "no log");
  const auto models = read_log_folder(folder.path());
  ASSERT_TRUE(models) << models.error().message;
  std::vector<std::string> names;
  for (const ModelLogs& model : *models) names.push_back(model.folder);
  EXPECT_EQ(names, (std::vector<std::string>{"", "alpha", "zeta"}));
}

TEST_F(LogFolder, LeavesOutALastLineThatIsBrokenOff) {
  write("baseline_runs.jsonl", line("baseline", "planning_4", 0) + "{\"agent\": \"base");
  const auto models = read_log_folder(folder.path());
  ASSERT_TRUE(models) << models.error().message;
  EXPECT_EQ(models->front().steps.size(), 1U);
  ASSERT_EQ(models->front().warnings.size(), 1U);
  EXPECT_NE(models->front().warnings[0].find("broken off"), std::string::npos);
}

TEST_F(LogFolder, TellsHowTheLogsWereMadeWhereItIsKnown) {
  write("intent_runs.jsonl", line("intent", "planning_4", 0));
  const std::string hash(64, 'a');
  write("run.json", R"({"chat": {"backend": "embedded", "server": "", "weights_sha256": ")" + hash +
                        R"("}, "settings": {"seed": 42, "cache": null}, "tasks": [1, 2]})");
  const auto models = read_log_folder(folder.path());
  ASSERT_TRUE(models) << models.error().message;
  using Fact = std::pair<std::string, std::string>;
  EXPECT_EQ(models->front().run, (std::vector<Fact>{{"chat.backend", "embedded"},
                                                    {"chat.weights_sha256", hash},
                                                    {"settings.seed", "42"},
                                                    {"tasks", "2"}}));
  write("run.json", "{ broken");
  const auto without = read_log_folder(folder.path());
  ASSERT_TRUE(without) << without.error().message;
  EXPECT_TRUE(without->front().run.empty());
  ASSERT_EQ(without->front().warnings.size(), 1U);
  EXPECT_NE(without->front().warnings[0].find("how the logs were made is not known"),
            std::string::npos);
}

TEST_F(LogFolder, SkipsBadLinesWhereThatIsWanted) {
  write("baseline_runs.jsonl", "{\"step\": \"x\"}\n" + line("baseline", "planning_4", 0));
  EXPECT_FALSE(read_log_folder(folder.path()));
  const auto models = read_log_folder(folder.path(), {.skip_bad = true});
  ASSERT_TRUE(models) << models.error().message;
  EXPECT_EQ(models->front().steps.size(), 1U);
  EXPECT_EQ(models->front().warnings.size(), 1U);
}

TEST_F(LogFolder, SaysWhatIsMissing) {
  const auto none = read_log_folder(folder.path());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::not_found);
  EXPECT_NE(none.error().message.find("holds neither baseline_runs.jsonl nor intent_runs.jsonl"),
            std::string::npos);
  EXPECT_EQ(read_log_folder(folder.path() / "nowhere").error().code, ErrorCode::not_found);
  write("baseline_runs.jsonl", "");
  EXPECT_EQ(read_log_folder(folder.path()).error().code, ErrorCode::invalid_input);
}

}  // namespace
}  // namespace plumb
