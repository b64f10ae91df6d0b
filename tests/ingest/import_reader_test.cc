#include "ingest/import_reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "ingest/execution_reader.h"
#include "ingest/import_records.h"
#include "ingest/memory_source.h"
#include "ingest/session_reader.h"
#include "support/must.h"
#include "support/temporary_folder.h"
#include "support/zip_writer.h"

namespace plumb {
namespace {

Result<std::vector<Response>> results_of(std::string_view bytes,
                                         ExecutionReaderOptions options = {},
                                         std::string name = "file.json") {
  PLUMB_TRY(
      auto reader,
      ExecutionReader::from(
          memory_lines(bytes, 97, LineReader::kDefaultMaxLineBytes, std::move(name)), options));
  std::vector<Response> all;
  while (true) {
    PLUMB_TRY(const Response* next, reader.next());
    if (next == nullptr) return all;
    all.push_back(*next);
  }
}

std::string error_of(std::string_view bytes, ExecutionReaderOptions options = {}) {
  const auto results = results_of(bytes, options);
  return results ? "" : results.error().message;
}

ExecutionReaderOptions as(ImportFormat format) {
  ExecutionReaderOptions options;
  options.import_format = format;
  return options;
}

TEST(Import, PlumbsOwnFilesAreNotTakenForOthers) {
  for (const char* own : {R"({"response": "a", "messages": []})", R"({"plumb": "execution/1"})"}) {
    EXPECT_FALSE(glance_at(own).format) << own;
  }
  EXPECT_FALSE(glance_at("id,response,trace\n1,a,b\n").format);
  EXPECT_FALSE(glance_at(R"({"session": "s", "step": 0, "messages": []})").format);
}

TEST(Import, FieldsNamedByHandKeepAFileNative) {
  ExecutionReaderOptions options;
  options.columns.response = "answer";
  const auto results =
      must(results_of(R"({"messages": [], "answer": "by hand"})", options, "file.jsonl"));
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].response, "by hand");
}

TEST(Import, ABadLineIsToldWithItsPlaceAndCanBeLeftOut) {
  const std::string_view chat =
      "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}, "
      "{\"role\": \"assistant\", \"content\": \"b\"}]}\n"
      "{\"messages\": 3}\n"
      "{\"messages\": [{\"role\": \"user\", \"content\": \"c\"}]}\n"
      "{\"messages\": [{\"role\": \"assistant\", \"content\": \"d\"}]}\n";
  EXPECT_EQ(error_of(chat), "file.json:2:14: \"messages\" is 3, not an array");
  ExecutionReaderOptions skipping;
  skipping.skip_bad = true;
  const auto results = must(results_of(chat, skipping));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].response, "b");
  EXPECT_EQ(results[0].id, "file.json:1");
  EXPECT_EQ(results[1].response, "d");
}

TEST(Import, ABadElementIsToldWithItsPath) {
  EXPECT_EQ(
      error_of(R"({"evalId": "e", "results": {"version": 3, "results": [{"promptIdx": 0}]}})"),
      "file.json: results.results[0]: there is neither \"response.output\" nor \"error\"");
}

TEST(Import, ADocumentThatIsCutFailsEvenWhereBadRecordsAreLeftOut) {
  ExecutionReaderOptions skipping = as(ImportFormat::deepeval);
  skipping.skip_bad = true;
  EXPECT_NE(error_of(R"({"testCases": [{"input": "a", "actualOutput": "b"})", skipping), "");
}

TEST(Import, AnIdThatComesTwiceIsABadRecord) {
  const std::string_view line =
      R"({"custom_id": "x", "response": {"status_code": 200, "body": {"choices": [{"message": {"role": "assistant", "content": "a"}}]}}})";
  EXPECT_EQ(error_of(std::string(line) + "\n" + std::string(line) + "\n"),
            "file.json:2: the id \"x\" came before, in line 1; give each result its own");
}

TEST(Import, StepsOfAnOtlpSessionAreCountedFromZeroInTheOrderOfTime) {
  const auto span = [](const char* id, const char* start, const char* text) {
    return std::string(R"({"traceId": "0000000000000000000000000000000)") + id +
           R"(", "spanId": "000000000000000)" + id +
           R"(", "name": "chat", "startTimeUnixNano": ")" + start + R"(", "endTimeUnixNano": ")" +
           start +
           R"(", "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, {"key": "gen_ai.conversation.id", "value": {"stringValue": "c"}}, {"key": "gen_ai.output.messages", "value": {"stringValue": "[{\"role\": \"assistant\", \"parts\": [{\"type\": \"text\", \"content\": \")" +
           text + R"(\"}]}]"}}]})";
  };
  const std::string lines = R"({"resourceSpans": [{"scopeSpans": [{"spans": [)" +
                            span("2", "1700000001000000000", "second") + "]}]}]}\n" +
                            R"({"resourceSpans": [{"scopeSpans": [{"spans": [)" +
                            span("1", "1700000000000000000", "first") + "]}]}]}\n";
  auto reader = SessionReader::from(memory_lines(lines), {});
  ASSERT_TRUE(reader) << reader.error().message;
  const SessionStep first = *must(reader->next());
  EXPECT_EQ(first.response, "first");
  EXPECT_EQ(first.step, 0);
  EXPECT_EQ(first.session, "c");
  const SessionStep second = *must(reader->next());
  EXPECT_EQ(second.response, "second");
  EXPECT_EQ(second.step, 1);
}

class EvalArchive : public ::testing::Test {
 protected:
  Result<std::vector<Response>> results_in(const std::string& archive) {
    const std::string path = (folder_.path() / "log.eval").string();
    std::ofstream(path, std::ios::binary) << archive;
    PLUMB_TRY(auto reader, ExecutionReader::open(path));
    std::vector<Response> all;
    while (true) {
      PLUMB_TRY(const Response* next, reader.next());
      if (next == nullptr) return all;
      all.push_back(*next);
    }
  }

  TemporaryFolder folder_;
  const std::string sample_ =
      R"({"id": 1, "epoch": 1, "input": "q", "messages": [], "output": {"completion": "a"}})";
};

TEST_F(EvalArchive, SamplesOfEveryCompressionAreRead) {
  const auto results = must(results_in(write_zip({{"header.json", "{}", true, false},
                                                  {"samples/1_epoch_1.json", sample_, false, true},
                                                  {"summaries.json", "[]", false, false}})));
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].id, "1_epoch_1");
  EXPECT_EQ(results[0].response, "a");
  EXPECT_EQ(results[0].prompt, "q");
}

TEST_F(EvalArchive, AnEntryThatLeadsOutsideIsRefused) {
  for (const char* name : {"../samples/1.json", "/etc/passwd", "samples/../../x.json", "a\\b"}) {
    const auto results = results_in(write_zip({{name, sample_, true, false}}));
    ASSERT_FALSE(results) << name;
    EXPECT_NE(results.error().message.find("leads outside"), std::string::npos) << name;
  }
}

TEST_F(EvalArchive, ABombIsRefusedBeforeItIsUnpacked) {
  const std::string bomb(ImportRecords::kFreeBytes + 1, ' ');
  const auto results = results_in(write_zip({{"samples/1_epoch_1.json", bomb, false, true}}));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ErrorCode::unsupported);
}

TEST_F(EvalArchive, StandardInputIsNoPlaceForAnArchive) {
  const auto results =
      results_of(write_zip({{"samples/1.json", sample_, true, false}}), {}, "<stdin>");
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message,
            "an .eval archive cannot be read from standard input; give its file");
}

}  // namespace
}  // namespace plumb
