#include "ingest/execution_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ingest/memory_source.h"

namespace plumb {
namespace {

struct WholeRun {
  std::vector<Response> results;
  ExecutionHeader header;
  std::vector<std::string> errors;
  std::uint64_t skipped = 0;
};

// Goes on behind errors until the end, or an error that stays.
WholeRun read_all(std::string_view bytes, const ExecutionReaderOptions& options = {},
                  std::string name = "folder/runs.jsonl") {
  WholeRun run;
  auto reader = ExecutionReader::from(
      memory_lines(bytes, 7, options.max_line_bytes, std::move(name)), options);
  if (!reader) return {{}, {}, {reader.error().message}, 0};
  while (true) {
    auto next = reader->next();
    if (!next) {
      run.errors.push_back(next.error().message);
      if (next.error().code != ErrorCode::invalid_input) break;
      continue;
    }
    if (*next == nullptr) break;
    run.results.push_back(**next);
  }
  run.header = reader->header();
  run.skipped = reader->skipped();
  return run;
}

Response only_result(std::string_view bytes, std::string name = "folder/runs.jsonl") {
  const WholeRun run = read_all(bytes, {}, std::move(name));
  EXPECT_EQ(run.errors, std::vector<std::string>{}) << bytes;
  EXPECT_EQ(run.results.size(), 1U) << bytes;
  return run.results.empty() ? Response{} : run.results.front();
}

Response bare_result(std::string id, std::string response, std::uint64_t line) {
  Response result;
  result.id = std::move(id);
  result.response = std::move(response);
  result.line = line;
  return result;
}

std::string only_error(std::string_view bytes, std::string name = "folder/runs.jsonl") {
  const WholeRun run = read_all(bytes, {}, std::move(name));
  EXPECT_EQ(run.errors.size(), 1U) << bytes;
  return run.errors.empty() ? "" : run.errors.front();
}

TEST(ExecutionReader, ReadsEveryField) {
  const Response r = only_result(
      R"({"id":"r1","prompt":"p","response":"a\u00e9","severity":" Low ",)"
      R"("tools":["search",{"name":"calc","arguments":{"x": [1, 2]},"result":"4"}],)"
      R"("labels":{"z":true,"model":"x","n":1.50,"gone":null},"embedding":[0.5,-1,1e-3]})");
  EXPECT_EQ(r.id, "r1");
  EXPECT_EQ(r.prompt, "p");
  EXPECT_EQ(r.response, "a\u00e9");
  EXPECT_EQ(r.severity, Severity::low);
  EXPECT_EQ(r.tools,
            (std::vector<ToolCall>{{"search", "", ""}, {"calc", R"({"x":[1,2]})", R"("4")"}}));
  EXPECT_EQ(r.labels, (Labels{{"model", "x"}, {"n", "1.50"}, {"z", "true"}}));
  EXPECT_EQ(r.embedding, (std::vector<float>{0.5F, -1.0F, 1e-3F}));
  EXPECT_EQ(r.line, 1U);
}

TEST(ExecutionReader, NamesAResultWithoutIdAfterItsFileAndLine) {
  const WholeRun run = read_all("\n{\"response\":\"a\"}\n \n{\"response\":\"b\",\"id\":12}\n");
  ASSERT_EQ(run.results.size(), 2U);
  EXPECT_EQ(run.results[0].id, "runs.jsonl:2");
  EXPECT_EQ(run.results[1].id, "12");
  EXPECT_EQ(run.results[1].line, 4U);
}

TEST(ExecutionReader, TellsNoTraceFromATraceWithoutCalls) {
  EXPECT_EQ(only_result(R"({"response":"a"})").tools, std::nullopt);
  EXPECT_EQ(only_result(R"({"response":"a","tools":null})").tools, std::nullopt);
  EXPECT_EQ(only_result(R"({"response":"a","tools":[]})").tools, std::vector<ToolCall>{});
}

TEST(ExecutionReader, TakesNullForAbsentAndIgnoresOtherMembers) {
  EXPECT_EQ(only_result(R"({"id":null,"prompt":null,"severity":null,"labels":null,)"
                        R"("embedding":null,"extra":{"deep":[1e400]},"response":"a"})"),
            bare_result("runs.jsonl:1", "a", 1));
}

TEST(ExecutionReader, LeavesNothingOfTheResultBefore) {
  const WholeRun run = read_all(
      "{\"id\":\"1\",\"prompt\":\"p\",\"response\":\"a\",\"severity\":\"low\",\"tools\":[\"t\"],"
      "\"labels\":{\"a\":1},\"embedding\":[1]}\n{\"id\":\"2\",\"response\":\"b\"}\n");
  ASSERT_EQ(run.results.size(), 2U);
  EXPECT_EQ(run.results[1], bare_result("2", "b", 2));
}

TEST(ExecutionReader, NamesFieldValueAndPlaceOfAWrongType) {
  EXPECT_EQ(only_error(R"({"response":"a","severity":3})"),
            "folder/runs.jsonl:1:28: \"severity\" is 3, not text");
  EXPECT_EQ(only_error(R"({"response":["a"]})"),
            "folder/runs.jsonl:1:13: \"response\" is [\"a\"], not text");
  EXPECT_EQ(only_error(R"({"prompt":"a"})"),
            "folder/runs.jsonl:1:1: there is no \"response\", which every result needs");
  EXPECT_EQ(only_error(R"({"response":"a","id":1.5})"),
            "folder/runs.jsonl:1:22: \"id\" is 1.5, not text or a whole number");
  EXPECT_EQ(only_error(R"({"response":"a","id":""})"),
            "folder/runs.jsonl:1:22: \"id\" is empty; leave it out, or give each result its own");
  EXPECT_EQ(only_error(R"({"response":"a","tools":{"name":"x"}})"),
            "folder/runs.jsonl:1:25: \"tools\" is {\"name\":\"x\"}, not an array of calls");
  EXPECT_EQ(only_error(R"({"response":"a","tools":["x",7]})"),
            "folder/runs.jsonl:1:30: a call in \"tools\" is 7, neither a name nor an object with "
            "one");
  EXPECT_EQ(only_error(R"({"response":"a","tools":[{"arguments":{}}]})"),
            "folder/runs.jsonl:1:26: a call in \"tools\" has no \"name\"");
  EXPECT_EQ(only_error(R"({"response":"a","tools":[" "]})"),
            "folder/runs.jsonl:1:26: a tool's name is blank");
  EXPECT_EQ(only_error(R"({"response":"a","tools":["a\u0001"]})"),
            "folder/runs.jsonl:1:26: a tool's name holds the control character U+0001");
  EXPECT_EQ(only_error(R"({"response":"a","labels":{"x":[1]}})"),
            "folder/runs.jsonl:1:31: the label \"x\" is an array; a label is text, a number or a "
            "boolean");
  EXPECT_EQ(only_error("{\"response\":\"\u00e9\u00e9\",\"labels\":7}"),
            "folder/runs.jsonl:1:27: \"labels\" is 7, not an object");
}

TEST(ExecutionReader, ListsTheSeveritiesWhereOneIsUnknown) {
  EXPECT_EQ(only_error(R"({"response":"a","severity":"grave"})"),
            "folder/runs.jsonl:1:28: the severity \"grave\" is not known; it is critical, high, "
            "medium, low, info or unknown");
}

TEST(ExecutionReader, RefusesNumbersThatAVectorCannotHold) {
  EXPECT_EQ(only_error(R"({"response":"a","embedding":[1,1e400]})"),
            "folder/runs.jsonl:1:32: \"embedding\" holds 1e400, which is too large for a 32-bit "
            "float");
  EXPECT_EQ(only_error(R"({"response":"a","embedding":[1,null]})"),
            "folder/runs.jsonl:1:32: \"embedding\" holds null, which is no number");
  EXPECT_EQ(
      only_error(R"({"response":"a","embedding":[NaN]})"),
      "folder/runs.jsonl:1:30: not valid JSON: NaN and Infinity are no numbers there; write null");
  EXPECT_EQ(only_result(R"({"response":"a","embedding":[1e-400,-0]})").embedding,
            (std::vector<float>{0.0F, -0.0F}));
}

TEST(ExecutionReader, RefusesVectorsOfDifferentLength) {
  EXPECT_EQ(only_error("{\"response\":\"a\",\"embedding\":[1,2]}\n{\"response\":\"b\"}\n"
                       "{\"response\":\"c\",\"embedding\":[1]}\n"),
            "folder/runs.jsonl:3:1: the embedding has 1 numbers, but that of line 1 has 2");
}

TEST(ExecutionReader, NamesBothLinesOfARepeatedId) {
  EXPECT_EQ(only_error("{\"response\":\"a\",\"id\":\"7\"}\n{\"response\":\"b\"}\n"
                       "{\"response\":\"c\",\"id\":7}\n"),
            "folder/runs.jsonl:3:22: the id \"7\" came before, in line 1; give each result its "
            "own");
}

TEST(ExecutionReader, CountsBadLinesWhereTheyMayBeSkipped) {
  ExecutionReaderOptions options;
  options.skip_bad = true;
  options.max_line_bytes = 40;
  const WholeRun run = read_all("{\"response\":1}\n{\"response\":\"a\"}\nx\n" +
                                    std::string(50, ' ') + "\n{\"response\":\"b\"}\n",
                                options);
  EXPECT_EQ(run.errors, std::vector<std::string>{});
  EXPECT_EQ(run.results.size(), 2U);
  EXPECT_EQ(run.skipped, 3U);
}

TEST(ExecutionReader, ReadsTheHeader) {
  const WholeRun run = read_all(
      "{\"plumb\":\"execution/1\",\"name\":\"nightly\",\"embedding_model\":\"m\",\"n\":3,"
      "\"at\":\"x\",\"nested\":{}}\n{\"response\":\"a\"}\n");
  EXPECT_EQ(run.errors, std::vector<std::string>{});
  EXPECT_EQ(run.header, (ExecutionHeader{"nightly", "m", {{"at", "x"}, {"n", "3"}}}));
  ASSERT_EQ(run.results.size(), 1U);
  EXPECT_EQ(run.results[0].id, "runs.jsonl:2");
}

TEST(ExecutionReader, RefusesOtherVersionsEvenWhereBadLinesMayBeSkipped) {
  ExecutionReaderOptions options;
  options.skip_bad = true;
  EXPECT_EQ(read_all("{\"plumb\":\"execution/2\"}\n{\"response\":\"a\"}\n", options).errors,
            std::vector<std::string>{
                "folder/runs.jsonl:1: the file says \"execution/2\", and this Plumb reads "
                "\"execution/1\"; take a Plumb that knows it, or write the file anew"});
  EXPECT_EQ(read_all("{\"plumb\":\"session/1\"}\n", options).errors,
            std::vector<std::string>{
                "folder/runs.jsonl:1: the file holds sessions (\"session/1\"), not an execution; "
                "measure it with plumb intent"});
}

TEST(ExecutionReader, RefusesASecondHeader) {
  EXPECT_EQ(only_error("{\"response\":\"a\"}\n{\"plumb\":\"execution/1\"}\n"),
            "folder/runs.jsonl:2:1: a second header; only the first line may be one");
}

TEST(ExecutionReader, FollowsTheColumnsItIsGiven) {
  ExecutionReaderOptions options;
  options.columns.response = "choice.message.content";
  options.columns.id = "uuid";
  const WholeRun run =
      read_all(R"({"uuid":"u","id":5,"choice":{"message":{"content":"deep"}}})", options);
  ASSERT_EQ(run.results.size(), 1U) << run.errors.front();
  EXPECT_EQ(run.results[0].response, "deep");
  EXPECT_EQ(run.results[0].id, "u");
}

TEST(ExecutionReader, ReadsTheFieldsOfLinesThatBecomeLabels) {
  ExecutionReaderOptions options;
  options.columns.labels = {"region", "meta.model", "rare", "tier"};
  const WholeRun run = read_all(
      R"({"response":"a","region":"north","meta":{"model":7},"labels":{"tier":"own","z":"y"},"tier":"x"})"
      "\n"
      R"({"response":"b","region":null,"meta":{},"rare":true})",
      options);
  ASSERT_EQ(run.errors, std::vector<std::string>{});
  EXPECT_EQ(run.results[0].labels,
            (Labels{{"meta.model", "7"}, {"region", "north"}, {"tier", "own"}, {"z", "y"}}));
  EXPECT_EQ(run.results[1].labels, (Labels{{"rare", "true"}}));
  options.columns.labels = {"meta"};
  EXPECT_EQ(
      read_all(R"({"response":"a","meta":{"model":7}})", options).errors,
      std::vector<std::string>{"folder/runs.jsonl:1:24: \"meta\" is {\"model\":7}, not text, a "
                               "number or a boolean, as a label is"});
}

TEST(ExecutionReader, RefusesAFieldThatNoLineHas) {
  const std::string_view lines = "{\"response\":\"a\"}\n{\"response\":\"b\",\"late\":\"low\"}\n";
  for (const bool skip_bad : {false, true}) {
    const auto errors_with = [&](const std::vector<ColumnMapping>& mappings) {
      ExecutionReaderOptions options;
      options.skip_bad = skip_bad;
      options.columns = *execution_columns_of(mappings);
      return read_all(lines, options).errors;
    };
    const auto missing = [](const std::string& what) {
      return std::vector<std::string>{"folder/runs.jsonl: there is no " + what + " in any line"};
    };
    EXPECT_EQ(errors_with({{"severity", "nosuch"}}), missing("\"nosuch\" for the severity"));
    EXPECT_EQ(errors_with({{"id", "nosuch"}}), missing("\"nosuch\" for the id"));
    EXPECT_EQ(errors_with({{"label", "a.b"}}), missing("\"a.b\" for a label"));
    EXPECT_EQ(errors_with({{"severity", "late"}, {"label", "late"}}), std::vector<std::string>{});
  }
}

TEST(ExecutionReader, RefusesAFieldThatIsNamedTwice) {
  const std::vector<ColumnMapping> twice = {{"response", "A"}, {"label", "x"}, {"response", "id"}};
  ASSERT_FALSE(execution_columns_of(twice));
  EXPECT_EQ(execution_columns_of(twice).error().message,
            "response is named twice, as \"A\" and \"id\"; a result has one");
  const std::vector<ColumnMapping> labels = {{"label", "x"}, {"label", "y"}, {"id", "uuid"}};
  EXPECT_EQ(execution_columns_of(labels)->labels, (std::vector<std::string>{"x", "y"}));
}

TEST(ExecutionReader, RefusesNestingPastItsLimit) {
  EXPECT_EQ(only_error("{\"response\":\"a\",\"x\":" + std::string(10'000, '[') +
                       std::string(10'000, ']') + "}"),
            "folder/runs.jsonl:1:276: not valid JSON: it is nested deeper than 256 levels");
}

TEST(ExecutionReader, SaysWhatToDoWithAJsonArray) {
  EXPECT_TRUE(
      only_error("[{\"response\":\"a\"}]")
          .starts_with(
              "folder/runs.jsonl:1:1: the file is a JSON array; write each element as a line"));
}

TEST(ExecutionReader, ReadsCsvWithLabelsFromItsOtherColumns) {
  const Response r = only_result(
      "id, prompt,response,severity,tools,model,region,embedding\r\n"
      "r1,p,\"a, \"\"b\"\"\r\nc\",HIGH,search; calc,m,,\"[1, 2.5]\"\r\n",
      "runs.csv");
  EXPECT_EQ(r.id, "r1");
  EXPECT_EQ(r.prompt, "p");
  EXPECT_EQ(r.response, "a, \"b\"\r\nc");
  EXPECT_EQ(r.severity, Severity::high);
  EXPECT_EQ(r.tools, (std::vector<ToolCall>{{"search", "", ""}, {"calc", "", ""}}));
  EXPECT_EQ(r.labels, (Labels{{"model", "m"}}));
  EXPECT_EQ(r.embedding, (std::vector<float>{1.0F, 2.5F}));
  EXPECT_EQ(r.line, 2U);
}

TEST(ExecutionReader, ReadsToolsOfCsvAsJsonToo) {
  const Response r = only_result(
      "response,tools\na,\"[\"\"x\"\", {\"\"name\"\":\"\"y\"\",\n\"\"arguments\"\": {\"\"k\"\":\n"
      "1}}]\"\n",
      "runs.csv");
  EXPECT_EQ(r.tools, (std::vector<ToolCall>{{"x", "", ""}, {"y", R"({"k":1})", ""}}));
  EXPECT_EQ(only_result("response,tools\na,[]\n", "runs.csv").tools, std::vector<ToolCall>{});
  EXPECT_EQ(only_result("response,tools\na,\n", "runs.csv").tools, std::nullopt);
}

TEST(ExecutionReader, ListsTheColumnsWhereTheResponseIsMissing) {
  EXPECT_EQ(only_error("id,output\n1,a\n", "runs.csv"),
            "runs.csv:1:1: there is no column \"response\" for the response; the columns are "
            "\"id\", \"output\"");
  EXPECT_EQ(only_error("id;response\n1;a\n", "runs.csv"),
            "runs.csv:1:1: there is no column \"response\" for the response; the columns are "
            "\"id;response\"; fields are separated by commas here");
  EXPECT_EQ(only_error("", "runs.csv"),
            "runs.csv is empty; the first line of a CSV file names its columns");
  EXPECT_EQ(only_error("response,id,response\n", "runs.csv"),
            "runs.csv:1:13: the column \"response\" comes twice");
}

TEST(ExecutionReader, ReportsRaggedRowsAndBadCellsOfCsvWithTheirPlace) {
  EXPECT_EQ(only_error("id,response\n1,a\n2\n", "runs.csv"),
            "runs.csv:3:1: the record has 1 field, but the header names 2");
  EXPECT_EQ(only_error("response,severity\n\"a\nb\",bad\n", "runs.csv"),
            "runs.csv:3:4: the severity \"bad\" is not known; it is critical, high, medium, low, "
            "info or unknown");
  EXPECT_EQ(only_error("response,tools\na,x;;y\n", "runs.csv"),
            "runs.csv:2:3: a tool's name is blank");
  EXPECT_EQ(only_error("response,embedding\na,0.5\n", "runs.csv"),
            "runs.csv:2:3: \"embedding\" is 0.5, not an array of numbers");
  EXPECT_EQ(only_error("response,id\na,1\nb,1\n", "runs.csv"),
            "runs.csv:3:3: the id \"1\" came before, in line 2; give each result its own");
}

TEST(ExecutionReader, TellsThatAFileChangedWhileItWasRead) {
  const auto path = std::filesystem::path(testing::TempDir()) / "execution_reader_test.jsonl";
  std::ofstream(path) << "{\"response\":\"a\"}\n";
  auto reader = ExecutionReader::open(path.string());
  ASSERT_TRUE(reader.has_value());
  std::ofstream(path, std::ios::app) << "{\"response\":\"b\"}\n";
  Result<const Response*> next;
  do {
    next = reader->next();
  } while (next && *next != nullptr);
  ASSERT_FALSE(next.has_value());
  EXPECT_EQ(next.error().code, ErrorCode::io);
  EXPECT_EQ(next.error().message,
            path.string() +
                " was changed while it was read (17 bytes when opened, 34 now); read "
                "it again when nothing writes to it");
}

}  // namespace
}  // namespace plumb
