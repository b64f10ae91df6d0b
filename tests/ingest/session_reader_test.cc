#include "ingest/session_reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "ingest/memory_source.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

struct Read {
  std::vector<SessionStep> steps;
  std::vector<std::string> errors;
};

Read read_all(std::string_view bytes, const SessionReaderOptions& options = {},
              std::string name = "log.jsonl") {
  Read read;
  auto reader = SessionReader::from(memory_lines(bytes, 11, options.max_line_bytes, name), options);
  if (!reader) return {{}, {reader.error().message}};
  while (true) {
    auto next = reader->next();
    if (!next) {
      read.errors.push_back(next.error().message);
      if (next.error().code != ErrorCode::invalid_input) return read;
      continue;
    }
    if (*next == nullptr) return read;
    read.steps.push_back(**next);
  }
}

std::string only_error(std::string_view bytes, std::string name = "log.jsonl") {
  const Read read = read_all(bytes, {}, std::move(name));
  EXPECT_EQ(read.errors.size(), 1U) << bytes;
  return read.errors.empty() ? "" : read.errors.front();
}

TEST(SessionReader, ReadsTheNativeNames) {
  const Read read = read_all(
      "{\"plumb\":\"session/1\",\"name\":\"x\"}\n"
      "{\"session\":\"s1\",\"step\":0,\"prompt\":\"p\",\"response\":\"r\",\"goal\":\"g\"}\n");
  ASSERT_EQ(read.steps.size(), 1U) << read.errors.front();
  SessionStep expected;
  expected.session = "s1";
  expected.prompt = "p";
  expected.response = "r";
  expected.goal = "g";
  expected.line = 2;
  EXPECT_EQ(read.steps[0], expected);
}

TEST(SessionReader, ReadsTheLogLinesOfAnExperiment) {
  const Read read = read_all(
      R"({"agent":"intent","task_id":"planning_4","step":2,"intent":{"goal":"plan"},)"
      R"("intent_id":"x","intent_version":1,"prompt":"p","output":"o","ids":0.25,)"
      R"("policy":"guard","policy_thresholds":{"threshold":0.5},"conflict_would_trigger":true,)"
      R"("timestamp":"2025-01-01T00:00:00"})");
  ASSERT_EQ(read.steps.size(), 1U) << read.errors.front();
  const SessionStep& step = read.steps[0];
  EXPECT_EQ(step.session, "planning_4");
  EXPECT_EQ(step.step, 2);
  EXPECT_EQ(step.response, "o");
  EXPECT_EQ(step.agent, "intent");
  EXPECT_EQ(step.ids, 0.25);
  EXPECT_EQ(step.intent_goal, "plan");
  EXPECT_EQ(step.policy, "guard");
  EXPECT_EQ(step.policy_thresholds,
            (std::vector<std::pair<std::string, double>>{{"threshold", 0.5}}));
  EXPECT_EQ(step.conflict_would_trigger, true);
}

TEST(SessionReader, AStepThatFailedSaysWhyInPlaceOfAResponse) {
  const Read read = read_all(
      "{\"task_id\":\"t\",\"step\":0,\"output\":null,\"error\":\"no server\"}\n"
      "{\"task_id\":\"t\",\"step\":1,\"output\":\"o\",\"error\":\"a remark\"}\n");
  ASSERT_EQ(read.steps.size(), 2U) << read.errors.front();
  EXPECT_EQ(read.steps[0].response, "");
  EXPECT_EQ(read.steps[0].error, "no server");
  EXPECT_EQ(read.steps[1].response, "o");
  EXPECT_FALSE(read.steps[1].error) << "it has its output";
  const Read csv = read_all("session,step,response,error\ns,0,,no server\ns,1,,\n", {}, "log.csv");
  ASSERT_EQ(csv.steps.size(), 2U) << csv.errors.front();
  EXPECT_EQ(csv.steps[0].error, "no server");
  EXPECT_FALSE(csv.steps[1].error) << "a blank response";
}

TEST(SessionReader, LetsSessionsAlternateAndNumbersBeMissing) {
  const Read read = read_all(
      "{\"session\":\"a\",\"step\":0,\"response\":\"\"}\n"
      "{\"session\":7,\"step\":3,\"response\":\"\"}\n"
      "{\"session\":\"a\",\"step\":5,\"response\":\"\"}\n"
      "{\"session\":\"a\",\"step\":0,\"response\":\"\",\"agent\":\"other\"}\n");
  EXPECT_EQ(read.errors, std::vector<std::string>{});
  ASSERT_EQ(read.steps.size(), 4U);
  EXPECT_EQ(read.steps[1].session, "7");
}

TEST(SessionReader, NamesBothLinesOfAStepThatComesTwiceOrTooLate) {
  const Read read = read_all(
      "{\"session\":\"a\",\"step\":1,\"response\":\"\"}\n"
      "{\"session\":\"a\",\"step\":1,\"response\":\"\"}\n"
      "{\"session\":\"a\",\"step\":0,\"response\":\"\"}\n");
  EXPECT_EQ(read.steps.size(), 1U);
  EXPECT_EQ(read.errors,
            (std::vector<std::string>{
                "log.jsonl:2:1: step 1 of session \"a\" comes behind step 1 in line 1; steps of a "
                "session ascend, each once",
                "log.jsonl:3:1: step 0 of session \"a\" comes behind step 1 in line 1; steps of a "
                "session ascend, each once"}));
}

TEST(SessionReader, NamesFieldValueAndPlaceOfAWrongType) {
  EXPECT_EQ(only_error(R"({"step":0,"response":"r"})"),
            "log.jsonl:1:1: there is no \"session\" or \"task_id\", which every step needs");
  EXPECT_EQ(only_error(R"({"session":" ","step":0,"response":"r"})"),
            "log.jsonl:1:12: \"session\" is blank; name the session");
  EXPECT_EQ(only_error(R"({"session":"s","response":"r"})"),
            "log.jsonl:1:1: there is no \"step\", which every step needs");
  EXPECT_EQ(only_error(R"({"session":"s","step":1.5,"response":"r"})"),
            "log.jsonl:1:23: \"step\" is 1.5, not a whole number from 0");
  EXPECT_EQ(only_error(R"({"session":"s","step":-1,"response":"r"})"),
            "log.jsonl:1:23: \"step\" is -1, not a whole number from 0");
  EXPECT_EQ(only_error(R"({"session":"s","step":"1","response":"r"})"),
            "log.jsonl:1:23: \"step\" is \"1\", not a whole number from 0");
  EXPECT_EQ(only_error(R"({"session":"s","step":1,"output":null})"),
            "log.jsonl:1:1: there is no \"response\" or \"output\", which every step needs");
  EXPECT_EQ(only_error(R"({"session":"s","step":1,"output":"r","ids":1e400})"),
            "log.jsonl:1:44: \"ids\" is 1e400, not a finite number");
  EXPECT_EQ(only_error(R"({"session":"s","step":1,"output":"r","policy_thresholds":{"a":"b"}})"),
            "log.jsonl:1:63: \"policy_thresholds.a\" is \"b\", not a finite number");
}

TEST(SessionReader, RefusesOtherVersions) {
  EXPECT_EQ(only_error("{\"plumb\":\"session/2\"}\n"),
            "log.jsonl:1: the file says \"session/2\", and this Plumb reads \"session/1\"; take a "
            "Plumb that knows it, or write the file anew");
  EXPECT_EQ(only_error("{\"plumb\":\"execution/1\"}\n"),
            "log.jsonl:1: the file holds an execution (\"execution/1\"), not sessions; compare it "
            "with plumb compare");
}

TEST(SessionReader, ReadsCsv) {
  const Read read =
      read_all("task_id,step,prompt,output,ids\ns,0,\"p\nq\",,\ns,1,,b,0.5\n", {}, "log.csv");
  EXPECT_EQ(read.errors, std::vector<std::string>{});
  ASSERT_EQ(read.steps.size(), 2U);
  EXPECT_EQ(read.steps[0].prompt, "p\nq");
  EXPECT_EQ(read.steps[0].response, "");
  EXPECT_EQ(read.steps[0].ids, std::nullopt);
  EXPECT_EQ(read.steps[1].ids, 0.5);
  EXPECT_EQ(read.steps[1].line, 4U);
  EXPECT_EQ(only_error("session,step,response\ns,x,r\n", "log.csv"),
            "log.csv:2:3: \"step\" is x, not a whole number from 0");
  EXPECT_EQ(only_error("session,response\n", "log.csv"),
            "log.csv:1:1: there is no column \"step\" for the step; the columns are \"session\", "
            "\"response\"");
  EXPECT_EQ(
      only_error("step;response\n", "log.csv"),
      "log.csv:1:1: there is no column \"session\" or \"task_id\" for the session; the columns "
      "are \"step;response\"; fields are separated by commas here");
  EXPECT_EQ(only_error("session,step,step,response\n", "log.csv"),
            "log.csv:1:14: the column \"step\" comes twice");
  EXPECT_EQ(only_error("session,step,response\ns,0\n", "log.csv"),
            "log.csv:2:1: the record has 2 fields, but the header names 3");
}

TEST(SessionReader, FollowsTheColumnsItIsGiven) {
  SessionReaderOptions options;
  options.columns.session = "meta.conversation";
  options.columns.response = "answer";
  const Read read =
      read_all(R"({"meta":{"conversation":"c"},"step":0,"answer":"a","session":1.5})", options);
  ASSERT_EQ(read.steps.size(), 1U) << read.errors.front();
  EXPECT_EQ(read.steps[0].session, "c");
  EXPECT_EQ(read.steps[0].response, "a");
}

SessionReaderOptions mapped_by(const std::vector<ColumnMapping>& mappings, bool skip_bad = false) {
  SessionReaderOptions options;
  options.columns = *session_columns_of(mappings);
  options.skip_bad = skip_bad;
  return options;
}

const std::vector<ColumnMapping> kAllOfThem = {
    {"session", "chat"},  {"step", "turn"},    {"prompt", "question"}, {"response", "answer"},
    {"error", "trouble"}, {"goal", "purpose"}, {"agent", "bot"}};

TEST(SessionReader, MapsEveryFieldOfCsv) {
  const Read read = read_all(
      "chat , turn,question,answer,trouble,purpose,bot,session,response,agent\n"
      "c,0,q,a,,p,b,other,other,other\n"
      "c,1,q,,no server,,b,,,\n"
      "c,2,q,,,,b,,,\n",
      mapped_by(kAllOfThem), "log.csv");
  ASSERT_EQ(read.errors, std::vector<std::string>{});
  ASSERT_EQ(read.steps.size(), 3U);
  SessionStep expected;
  expected.session = "c";
  expected.prompt = "q";
  expected.response = "a";
  expected.goal = "p";
  expected.agent = "b";
  expected.line = 2;
  EXPECT_EQ(read.steps[0], expected);
  EXPECT_EQ(read.steps[1].error, "no server");
  EXPECT_FALSE(read.steps[1].goal);
  EXPECT_EQ(read.steps[2].response, "") << "an empty cell of the response's column";
  EXPECT_FALSE(read.steps[2].error);
}

TEST(SessionReader, MapsEveryFieldOfJsonLines) {
  const Read read = read_all(
      R"({"chat":7,"turn":1,"question":"q","answer":null,"trouble":"t","purpose":"p","bot":"b",)"
      R"("response":"other"})",
      mapped_by(kAllOfThem));
  ASSERT_EQ(read.errors, std::vector<std::string>{});
  SessionStep expected;
  expected.session = "7";
  expected.step = 1;
  expected.prompt = "q";
  expected.error = "t";
  expected.goal = "p";
  expected.agent = "b";
  expected.line = 1;
  EXPECT_EQ(read.steps, std::vector<SessionStep>{expected});
}

TEST(SessionReader, RefusesAFieldThatStepsDoNotHaveOrThatIsNamedTwice) {
  const auto error_of = [](const std::vector<ColumnMapping>& mappings) {
    const auto columns = session_columns_of(mappings);
    return columns ? "" : columns.error().message;
  };
  EXPECT_EQ(
      error_of({{"sesion", "chat"}}),
      "steps of sessions have no field \"sesion\"; they have session, step, prompt, response, "
      "error, goal, agent; did you mean session?");
  EXPECT_EQ(error_of({{"label", "region"}}),
            "steps of sessions have no field \"label\"; they have session, step, prompt, response, "
            "error, goal, agent");
  EXPECT_EQ(error_of({{"step", "turn"}, {"goal", "g"}, {"step", "n"}}),
            "step is named twice, as \"turn\" and \"n\"; a step has one");
}

TEST(SessionReader, RefusesAMappedColumnThatTheFileLacks) {
  const std::string_view csv = "session,step,response\ns,0,r\n";
  EXPECT_EQ(read_all(csv, mapped_by({{"response", "answer"}}), "log.csv").errors,
            std::vector<std::string>{"log.csv:1:1: there is no column \"answer\" for the response; "
                                     "the columns are \"session\", \"step\", \"response\""});
  EXPECT_EQ(
      read_all(csv, mapped_by({{"goal", "purpose"}}, true), "log.csv").errors,
      std::vector<std::string>{"log.csv:1:1: there is no column \"purpose\" for the goal; the "
                               "columns are \"session\", \"step\", \"response\""});
}

TEST(SessionReader, RefusesAMappedFieldThatNoLineHas) {
  const std::string_view lines =
      "{\"session\":\"s\",\"step\":0,\"response\":\"r\"}\n"
      "{\"session\":\"s\",\"step\":1,\"response\":\"r\",\"late\":\"l\"}\n";
  for (const bool skip_bad : {false, true}) {
    const Read read = read_all(lines, mapped_by({{"goal", "meta.goal"}}, skip_bad));
    EXPECT_EQ(read.errors, std::vector<std::string>{"log.jsonl: there is no \"meta.goal\" for the "
                                                    "goal in any line"});
    EXPECT_EQ(read.steps.size(), 2U) << "it is known at the end";
    EXPECT_EQ(read_all(lines, mapped_by({{"goal", "late"}}, skip_bad)).errors,
              std::vector<std::string>{});
  }
  EXPECT_EQ(
      read_all("{\"session\":\"s\",\"step\":0}\n", mapped_by({{"response", "answer"}})).errors,
      std::vector<std::string>{"log.jsonl:1:1: there is no \"answer\", which every step "
                               "needs"});
}

TEST(SessionReader, RefusesColumnsBesideAnotherToolsFormat) {
  SessionReaderOptions options = mapped_by({{"response", "answer"}});
  options.import_format = ImportFormat::openai;
  EXPECT_EQ(read_all("{\"messages\":[]}\n", options).errors,
            std::vector<std::string>{"log.jsonl is read as openai, whose fields have their places; "
                                     "columns are for Plumb's own JSON Lines and for CSV: leave "
                                     "them out, or the format"});
}

TEST(ReadSessions, AStepThatIsNotAdmittedIsABadLine) {
  SessionReaderOptions options;
  options.admit = [](const SessionStep& step) -> Result<void> {
    if (step.policy != "bad") return {};
    return fail(ErrorCode::invalid_input, "no such policy");
  };
  const std::string log =
      "{\"session\":\"a\",\"step\":0,\"response\":\"\"}\n"
      "{\"session\":\"a\",\"step\":5,\"response\":\"\",\"policy\":\"bad\"}\n"
      "{\"session\":\"a\",\"step\":1,\"response\":\"\"}\n";
  const auto stopped = read_sessions(memory_lines(log), options);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "memory:2:1: no such policy");
  options.skip_bad = true;
  const auto skipped = read_sessions(memory_lines(log), options);
  ASSERT_TRUE(skipped) << skipped.error().message;
  EXPECT_EQ(skipped->steps.size(), 2U) << "step 1 does not come behind a step that was left out";
  EXPECT_EQ(skipped->skipped, 1U);
}

TEST(ReadSessions, GroupsStepsBySessionInTheOrderOfTheirFirstSteps) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log.jsonl";
  std::ofstream(path) << "{\"session\":\"b\",\"step\":0,\"response\":\"\"}\n"
                         "{\"session\":\"a\",\"step\":0,\"response\":\"\"}\nbad\n"
                         "{\"session\":\"b\",\"step\":1,\"response\":\"\"}\n"
                         "{\"session\":\"a\",\"step\":2,\"response\":\"\"}\n";
  SessionReaderOptions options;
  options.skip_bad = true;
  const auto log = read_sessions(path.string(), options);
  ASSERT_TRUE(log.has_value()) << log.error().message;
  std::vector<std::uint64_t> lines;
  for (const SessionStep& step : log->steps) lines.push_back(step.line);
  EXPECT_EQ(lines, (std::vector<std::uint64_t>{1, 4, 2, 5}));
  EXPECT_EQ(log->skipped, 1U);
  EXPECT_EQ(log->first_skipped, path.string() + ":3:1: the line is not a JSON object");
}

}  // namespace
}  // namespace plumb
