#include "ingest/experiment_log.h"

#include <gtest/gtest.h>

#include <fstream>

#include "ingest/memory_source.h"
#include "record/experiment_json.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

Result<ExperimentLog> read(std::string_view bytes, const ExperimentLogOptions& options = {}) {
  return read_experiment_log(memory_lines(bytes, 13, options.max_line_bytes, "log.jsonl"), options);
}

std::string error_of(std::string_view bytes, const ExperimentLogOptions& options = {}) {
  const auto log = read(bytes, options);
  return log ? "" : log.error().message;
}

ExperimentStep full_step() {
  ExperimentStep step;
  step.agent = AgentKind::intent;
  step.task_id = "planning_4_run1";
  step.step = 3;
  step.prompt = "Add \"costs\"";
  step.output = "Day 1\nDay 2 \xE2\x82\xAC";
  step.ids = 0.1832;
  step.timestamp = "2025-03-01T12:00:00Z";
  step.intent = Intent{"123e4567-e89b-52d3-a456-426614174000",
                       "Plan",
                       {"cheap"},
                       {"done"},
                       {"sun"},
                       0.75,
                       "2025-03-01T11:00:00Z",
                       2};
  step.conflict_would_trigger = true;
  step.policy = "guard";
  step.policy_thresholds = {{"conflict_below", 0.5}};
  step.goal_similarity = -0.25;
  step.inferred_goal = "Plan";
  step.ids_inferred_goal = 0.5;
  step.goal_shift = 0.125;
  step.truncated = true;
  step.model = "m";
  step.finish = "length";
  step.prompt_tokens = 571;
  step.completion_tokens = 96;
  step.folded_tokens = 12;
  step.line = 1;
  return step;
}

TEST(ExperimentLog, ReadsEveryMemberThatPlumbWrites) {
  std::string line;
  append_json_line(line, full_step());
  const auto log = read(line);
  ASSERT_TRUE(log.has_value()) << log.error().message;
  ASSERT_EQ(log->steps.size(), 1U);
  EXPECT_EQ(log->steps[0], full_step());
}

TEST(ExperimentLog, WritesTheSeedsMembersFirstAndInItsOrder) {
  std::string line;
  append_json_line(line, full_step());
  std::size_t at = 0;
  for (const char* name :
       {"\"agent\"", "\"task_id\"", "\"step\"", "\"intent\"", "\"intent_id\":\"123",
        "\"intent_version\"", "\"intent_goal\"", "\"prompt\"", "\"output\"", "\"ids\"",
        "\"timestamp\"", "\"conflict_would_trigger\"", "\"policy\""}) {
    const std::size_t next = line.find(name, at);
    ASSERT_NE(next, std::string::npos) << name << " in " << line;
    at = next;
  }
}

TEST(ExperimentLog, WritesScoresWithFourDecimalsAndAFailedStepWithNulls) {
  ExperimentStep step;
  step.task_id = "t";
  step.ids = 0.123456;
  std::string line;
  append_json_line(line, step);
  EXPECT_EQ(line,
            "{\"agent\":\"baseline\",\"task_id\":\"t\",\"step\":0,\"prompt\":\"\",\"output\":\"\","
            "\"ids\":0.1235}\n");
  step.ids.reset();
  step.error = "gone";
  line.clear();
  append_json_line(line, step);
  EXPECT_EQ(line,
            "{\"agent\":\"baseline\",\"task_id\":\"t\",\"step\":0,\"prompt\":\"\",\"output\":null,"
            "\"ids\":null,\"error\":\"gone\"}\n");
}

TEST(ExperimentLog, TakesALogMadeElsewhere) {
  const auto log = read(
      "{\"agent\":\"baseline\",\"task_id\":\"summarization_0_run0\",\"step\":0,\"prompt\":\"p\","
      "\"output\":\"o\",\"ids\":0,\"timestamp\":\"2025-01-01T00:00:00.123456\"}\r\n"
      "\n"
      "{\"agent\":\"intent_agent\",\"task_id\":\"summarization_0_run0\",\"step\":0,\"intent\":"
      "{\"goal\":\"g\",\"last_confirmed\":\"2025-01-01T00:00:00.123456\"},\"intent_version\":4,"
      "\"output\":\"o\",\"gpu\":\"A100\"}");
  ASSERT_TRUE(log.has_value()) << log.error().message;
  ASSERT_EQ(log->steps.size(), 2U);
  EXPECT_EQ(log->steps[0].task_id, "summarization_0_run0");
  EXPECT_EQ(log->steps[0].ids, 0.0);
  EXPECT_EQ(log->steps[1].agent, AgentKind::intent);
  EXPECT_EQ(log->steps[1].line, 3U);
  ASSERT_TRUE(log->steps[1].intent.has_value());
  EXPECT_EQ(log->steps[1].intent->goal, "g");
  EXPECT_EQ(log->steps[1].intent->version, 4);
  EXPECT_FALSE(log->steps[1].ids.has_value());
  EXPECT_FALSE(log->ends_line);
}

constexpr std::string_view kStep0 =
    "{\"agent\":\"baseline\",\"task_id\":\"t\",\"step\":0,\"output\":\"\"}\n";
constexpr std::string_view kStep1 =
    "{\"agent\":\"baseline\",\"task_id\":\"t\",\"step\":1,\"output\":\"\"}\n";

TEST(ExperimentLog, LeavesOutTheLineThatAKilledProcessDidNotFinish) {
  const std::string whole = std::string(kStep0) + std::string(kStep1);
  for (std::size_t size = kStep0.size(); size <= whole.size(); ++size) {
    const auto log = read(std::string_view(whole).substr(0, size));
    ASSERT_TRUE(log.has_value()) << log.error().message;
    const bool second = size + 1 >= whole.size();  // all but perhaps its end
    EXPECT_EQ(log->steps.size(), second ? 2U : 1U) << size;
    EXPECT_EQ(log->broken_tail.empty(), second || size == kStep0.size()) << size;
    EXPECT_EQ(log->whole_bytes, second ? size : kStep0.size()) << size;
    EXPECT_EQ(log->ends_line, !second || size == whole.size()) << size;
  }
  const auto torn = read(std::string(kStep0) + "{\"agent\":\"base\n\n");
  ASSERT_TRUE(torn.has_value());
  EXPECT_EQ(torn->broken_tail, "log.jsonl:2:1: not valid JSON: a string has no closing quote");
  EXPECT_EQ(torn->whole_bytes, kStep0.size());
}

TEST(ExperimentLog, CountsAByteOrderMarkAmongTheWholeBytes) {
  const std::string marked = "\xEF\xBB\xBF" + std::string(kStep0);
  const auto log = read(marked + "{");
  ASSERT_TRUE(log.has_value());
  EXPECT_EQ(log->whole_bytes, marked.size());
}

TEST(ExperimentLog, RefusesABrokenLineThatIsNotTheLast) {
  const std::string bytes = std::string(kStep0) + "{\"agent\":\n" + std::string(kStep1);
  EXPECT_TRUE(error_of(bytes).starts_with("log.jsonl:2:")) << error_of(bytes);
  const auto skipped = read(bytes, {.skip_bad = true});
  ASSERT_TRUE(skipped.has_value());
  EXPECT_EQ(skipped->steps.size(), 2U);
  EXPECT_EQ(skipped->skipped, 1U);
  EXPECT_TRUE(skipped->first_skipped.starts_with("log.jsonl:2:")) << skipped->first_skipped;
  EXPECT_EQ(skipped->broken_tail, "");
}

TEST(ExperimentLog, RefusesALastLineThatIsJsonButNoStep) {
  EXPECT_EQ(error_of(std::string(kStep0) + "{\"agent\":\"baseline\"}"),
            "log.jsonl:2:1: there is no \"step\", which every step needs");
}

TEST(ExperimentLog, NamesBothLinesOfAStepThatComesTwice) {
  EXPECT_EQ(error_of(std::string(kStep1) + std::string(kStep1)),
            "log.jsonl:2:1: step 1 of task \"t\" comes behind step 1 in line 1; steps of a task "
            "ascend, each once");
}

TEST(ExperimentLog, KnowsWhoseLogItIs) {
  EXPECT_EQ(error_of(kStep0, {.agent = AgentKind::intent}),
            "log.jsonl:1:10: the step is the baseline agent's, but this is the log of the intent "
            "agent");
  const auto log =
      read("{\"task_id\":\"t\",\"step\":0,\"output\":\"\"}", {.agent = AgentKind::intent});
  ASSERT_TRUE(log.has_value()) << log.error().message;
  EXPECT_EQ(log->steps[0].agent, AgentKind::intent);
  EXPECT_EQ(error_of("{\"task_id\":\"t\",\"step\":0,\"output\":\"\"}"),
            "log.jsonl:1:1: there is no \"agent\", which every step needs");
}

TEST(ExperimentLog, NamesFieldValueAndPlace) {
  EXPECT_EQ(error_of(R"({"agent":"baseline","task_id":"t","step":0,"output":7})"),
            "log.jsonl:1:53: \"output\" is 7, not text");
  EXPECT_EQ(error_of(R"({"agent":"me","task_id":"t","step":0,"output":""})"),
            "log.jsonl:1:10: \"agent\" is \"me\", not \"baseline\" or \"intent\"");
  EXPECT_EQ(error_of(R"({"agent":"baseline","task_id":"t","step":0,"output":"","ids":1e400})"),
            "log.jsonl:1:62: \"ids\" is 1e400, not a finite number");
}

TEST(ExperimentLog, RefusesALineThatIsTooLong) {
  EXPECT_EQ(error_of(kStep0, {.max_line_bytes = 20}),
            "log.jsonl:1: the line is longer than 20 bytes; raise --max-line-bytes or cut the "
            "line");
}

TEST(ExperimentLog, IsReadFromAFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "baseline_runs.jsonl";
  std::ofstream(path) << kStep0;
  EXPECT_EQ(read_experiment_log(path)->steps.size(), 1U);
  EXPECT_EQ(read_experiment_log(path + "x").error().code, ErrorCode::not_found);
}

TEST(ExperimentStep, KnowsATaskWithoutItsRun) {
  EXPECT_EQ(task_without_run("planning_4_run12"), "planning_4");
  EXPECT_EQ(task_without_run("planning_4"), "planning_4");
  EXPECT_EQ(task_without_run("planning_4_run"), "planning_4_run");
  EXPECT_EQ(task_without_run("planning_4_run1x"), "planning_4_run1x");
  EXPECT_EQ(task_without_run("_run1"), "_run1");
}

}  // namespace
}  // namespace plumb
