#include "ingest/import_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "ingest/conversion.h"
#include "ingest/execution_reader.h"
#include "ingest/genai_messages.h"
#include "ingest/gzip_lines.h"
#include "ingest/import_records.h"
#include "ingest/memory_source.h"
#include "ingest/otlp_frames.h"
#include "ingest/session_reader.h"
#include "support/gzip.h"
#include "support/must.h"
#include "support/places.h"
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

TEST(Import, ColumnsOfACsvFileAreNamesNotPartsOfThem) {
  EXPECT_FALSE(glance_at("trace_id,type,start_time,response\n1,a,b,c\n").format);
  EXPECT_FALSE(glance_at("my_trace_id,prototype,start_time\n1,a,b\n").format);
  EXPECT_FALSE(glance_at("\"trace_id,type,start_time\",x\n1,a\n").format);
  for (const char* langfuse :
       {"id,trace_id,type,start_time\n", "\"traceId\", startTime ,\"type\"\r\n",
        "\xEF\xBB\xBFtrace_id,start_time,type\n"}) {
    EXPECT_EQ(glance_at(langfuse).format, ImportFormat::langfuse) << langfuse;
  }
}

TEST(Import, AColumnThatComesTwiceIsRefusedWithItsPlace) {
  EXPECT_EQ(error_of("id,trace_id,type,start_time,output,output\n"
                     "o,t,GENERATION,2026-01-01T00:00:00Z,a,b\n"),
            "file.json:1:36: the column \"output\" comes twice");
}

TEST(Import, ColumnsAreRefusedBesideAnotherToolsFormat) {
  ExecutionReaderOptions options = as(ImportFormat::openai);
  options.columns.response = "answer";
  EXPECT_NE(error_of("{\"messages\": []}\n", options).find("is read as openai"), std::string::npos);
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

TEST(Import, AFormatWhoseKeysStandFarBehindIsAskedFor) {
  const std::string document = fmt::format(
      R"({{"hyperparameters": "{}", "testCases": [{{"input": "q", "actualOutput": "a"}}]}})",
      std::string(kGlanceBytes, 'x'));
  EXPECT_EQ(error_of(document),
            "file.json:1:1: there is no \"response\", which every result needs; where another tool "
            "wrote the file, name the tool by --format");
  EXPECT_EQ(must(results_of(document, as(ImportFormat::deepeval)))[0].response, "a");
  auto reader = SessionReader::from(memory_lines(document, 4'096), {});
  ASSERT_TRUE(reader) << reader.error().message;
  const auto steps = reader->next();
  ASSERT_FALSE(steps);
  EXPECT_TRUE(steps.error().message.ends_with("name the tool by --format"))
      << steps.error().message;
}

TEST(Import, ADocumentThatIsCutFailsEvenWhereBadRecordsAreLeftOut) {
  ExecutionReaderOptions skipping = as(ImportFormat::deepeval);
  skipping.skip_bad = true;
  EXPECT_NE(error_of(R"({"testCases": [{"input": "a", "actualOutput": "b"})", skipping), "");
}

TEST(Import, ARefusalOfOpenAiIsTheResponseWhereThereIsNoOther) {
  const auto of_chat = [](std::string_view message) {
    return fmt::format(R"({{"messages": [{{"role": "user", "content": "q"}}, {}]}})", message);
  };
  const auto of_batch = [](std::string_view body) {
    return fmt::format(R"({{"custom_id": "x", "response": {{"status_code": 200, "body": {}}}}})",
                       body);
  };
  const std::string_view refused = R"({"role": "assistant", "content": null, "refusal": "No."})";
  const std::string_view part =
      R"({"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]})";
  const Labels label = {{"refusal", "true"}};
  for (const std::string& line :
       {of_chat(refused), of_chat(part),
        of_batch(fmt::format(R"({{"choices": [{{"message": {}}}]}})", refused)),
        of_batch(R"({"output": [{"type": "message", "role": "assistant", "content": )"
                 R"([{"type": "refusal", "refusal": "No."}]}]})")}) {
    const auto results = must(results_of(line + "\n", as(ImportFormat::openai)));
    ASSERT_EQ(results.size(), 1U) << line;
    EXPECT_EQ(results[0].response, "No.") << line;
    EXPECT_EQ(results[0].labels, label) << line;
  }
  const auto answered = must(results_of(
      of_chat(R"({"role": "assistant", "content": "Yes.", "refusal": null})") + "\n" +
          of_chat(R"({"role": "assistant", "content": "Yes.", "refusal": "No."})") + "\n",
      as(ImportFormat::openai)));
  for (const Response& result : answered) {
    EXPECT_EQ(result.response, "Yes.");
    EXPECT_TRUE(result.labels.empty());
  }
}

TEST(Import, AnIdThatComesTwiceIsABadRecord) {
  const std::string_view line =
      R"({"custom_id": "x", "response": {"status_code": 200, "body": {"choices": [{"message": {"role": "assistant", "content": "a"}}]}}})";
  EXPECT_EQ(error_of(std::string(line) + "\n" + std::string(line) + "\n"),
            "file.json:2: the id \"x\" came before, in line 1; give each result its own");
}

// A line of OTLP with one answer.
std::string otlp_line(std::string_view id, std::string_view start, std::string_view text) {
  return fmt::format(
      R"({{"resourceSpans": [{{"scopeSpans": [{{"spans": [)"
      R"({{"traceId": "0000000000000000000000000000000{0}", "spanId": "000000000000000{0}", )"
      R"("name": "chat", "startTimeUnixNano": "{1}", "endTimeUnixNano": "{1}", "attributes": [)"
      R"({{"key": "gen_ai.operation.name", "value": {{"stringValue": "chat"}}}}, )"
      R"({{"key": "gen_ai.conversation.id", "value": {{"stringValue": "c"}}}}, )"
      R"({{"key": "gen_ai.output.messages", "value": {{"stringValue": )"
      R"("[{{\"role\": \"assistant\", \"parts\": [{{\"type\": \"text\", \"content\": \"{2}\"}}]}}]"}}}})"
      "]}}]}}]}}]}}\n",
      id, start, text);
}

TEST(Import, OfASpanOfOtlpThatIsSentAgainTheFirstCounts) {
  const std::string first = otlp_line("1", "1700000000000000000", "first");
  auto reader = ExecutionReader::from(
      memory_lines(first + first + otlp_line("1", "1700000000000000000", "second")), {});
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(must(reader->next())->response, "first");
  EXPECT_EQ(must(reader->next()), nullptr);
  EXPECT_EQ(reader->repeated(), 1U);
  EXPECT_EQ(reader->first_repeated(),
            "memory:3: 0000000000000001 came before with another content; the first record counts");
}

TEST(Import, StepsOfAnOtlpSessionAreCountedFromZeroInTheOrderOfTime) {
  const std::string lines = otlp_line("2", "1700000001000000000", "second") +
                            otlp_line("1", "1700000000000000000", "first");
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

std::string observation(std::string_view output, std::string_view end) {
  return fmt::format(
      R"({{"id": "o", "trace_id": "t", "type": "GENERATION", "start_time": "2026-01-01T00:00:00Z", )"
      R"("end_time": {}, "input": "q", "output": {}}})"
      "\n",
      end, output);
}

TEST(Import, AnObservationThatIsUpdatedIsWhatItsLastRecordSays) {
  const std::string lines = observation("null", "null") +
                            observation("\"a\"", "\"2026-01-01T00:00:01Z\"") +
                            observation("\"b\"", "\"2026-01-01T00:00:02Z\"");
  auto reader = ExecutionReader::from(memory_lines(lines), {});
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(must(reader->next())->response, "b");
  EXPECT_EQ(must(reader->next()), nullptr);
  EXPECT_EQ(reader->repeated(), 2U);
  EXPECT_EQ(reader->first_repeated(),
            "memory:2: o came before with another content; the later record counts");
  const std::string same = observation("\"a\"", "null");
  reader = ExecutionReader::from(memory_lines(same + same), {});
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(must(reader->next())->response, "a");
  EXPECT_EQ(reader->repeated(), 0U);
}

TEST(Import, ARunThatIsUpdatedIsWhatItsLastRecordSays) {
  const auto run = [](std::string_view outputs) {
    return fmt::format(
        R"({{"id": "r", "trace_id": "t", "run_type": "llm", "start_time": "2026-01-01T00:00:00Z", )"
        R"("inputs": {{"input": "q"}}, "outputs": {}}})"
        "\n",
        outputs);
  };
  SessionReaderOptions options;
  options.import_format = ImportFormat::langsmith;
  auto reader = SessionReader::from(memory_lines(run("null") + run(R"({"output": "a"})")), options);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(must(reader->next())->response, "a");
  EXPECT_EQ(must(reader->next()), nullptr);
  EXPECT_EQ(reader->repeated(), 1U);
}

std::string golden_request(const std::string& name) {
  return must(read_file(source_path("tests/golden/otlp/" + name), 1 << 20));
}

std::string with_length(std::string_view message) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += static_cast<char>(message.size() >> shift & 0xFF);
  }
  return out + std::string(message);
}

TEST(Import, RequestsInProtobufGiveWhatTheirJsonGives) {
  for (const std::string name : {"genai_agent", "genai_events", "genai_indexed",
                                 "openai_by_openinference", "openinference_graph"}) {
    SCOPED_TRACE(name);
    const std::string protobuf = golden_request((name + ".pb").c_str());
    const auto by_json = must(results_of(golden_request((name + ".json").c_str())));
    EXPECT_FALSE(by_json.empty());
    EXPECT_EQ(must(results_of(protobuf)), by_json);
    EXPECT_EQ(must(results_of(with_length(protobuf))), by_json);
    EXPECT_EQ(must(results_of(gzipped(with_length(protobuf)), {}, "traces.pb.gz")), by_json);
  }
}

TEST(Import, RequestsBehindEachOtherAreRead) {
  const std::string first = golden_request("genai_agent.pb");
  const std::string second = golden_request("genai_indexed.pb");
  const std::size_t both = must(results_of(first)).size() + must(results_of(second)).size();
  EXPECT_EQ(must(results_of(first + second)).size(), both);
  EXPECT_EQ(must(results_of(with_length(first) + with_length(second))).size(), both);
}

TEST(Import, ARequestThatIsCutOffOrTooLargeFails) {
  const std::string framed = with_length(golden_request("genai_indexed.pb"));
  EXPECT_EQ(error_of(framed + framed.substr(0, 40)),
            "file.json: at byte 817: the file ends inside of a message of 813 bytes");
  EXPECT_EQ(error_of(framed + std::string("\0\0", 2)),
            "file.json: at byte 817: the file ends inside of a length");
  ExecutionReaderOptions small;
  small.max_line_bytes = 1'000;
  const auto claims = error_of(framed + std::string("\x7f\xff\xff\xff", 4), small);
  EXPECT_NE(claims.find("claims 2147483647 bytes, and at most 1000 are read"), claims.npos)
      << claims;
}

TEST(Import, ABadRequestIsToldWithItsPlaceAndCanBeLeftOut) {
  const std::string good = with_length(golden_request("genai_indexed.pb"));
  const std::string bad = with_length("\x0a\xff");
  EXPECT_EQ(error_of(good + bad + good),
            "file.json: at byte 817: the body is cut off, or is no ExportTraceServiceRequest in "
            "protobuf");
  ExecutionReaderOptions skipping;
  skipping.skip_bad = true;
  EXPECT_EQ(must(results_of(good + bad + good, skipping)).size(), must(results_of(good)).size());
}

TEST(Import, TextThatBeginsWithALineFeedIsNoProtobuf) {
  for (const char* text :
       {"\n{\"response\": \"a\"}\n", "\n\n\n\n\n\n\n\n\n\n\n\n", "\n \n\n\t\n"}) {
    EXPECT_FALSE(otlp_framing(text)) << text;
  }
}

TEST(Import, PackedLinesAreUnpackedAsTheyAreRead) {
  const std::string lines = "{\"response\": \"a\"}\n{\"response\": \"b\"}\n";
  const std::string packed = gzipped(lines.substr(0, 7)) + gzipped(lines.substr(7));
  const auto results = must(results_of(packed + std::string(100, '\0'), {}, "run.jsonl.gz"));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1].response, "b");
  EXPECT_EQ(results[1].id, "run.jsonl.gz:2");
  for (const char* name : {"run.csv.gz", "RUN.CSV.GZ"}) {
    const auto csv = must(results_of(gzipped("response,region\na,north\n"), {}, name));
    ASSERT_EQ(csv.size(), 1U);
    EXPECT_EQ(csv[0].labels, (Labels{{"region", "north"}}));
  }
}

TEST(Import, PackedLinesThatAreDamagedFailEvenWhereBadLinesAreLeftOut) {
  ExecutionReaderOptions skipping;
  skipping.skip_bad = true;
  const std::string packed = gzipped("{\"response\": \"a\"}\n");
  EXPECT_EQ(error_of(packed.substr(0, packed.size() - 4), skipping),
            "file.json: the gzip stream is cut off; get the whole file");
  EXPECT_NE(error_of(packed + "more", skipping).find("followed by something else"),
            std::string::npos);
}

TEST(Import, APackedBombIsRefused) {
  auto lines = unpacked(memory_lines(gzipped(std::string(4'000'000, ' '))), 1'000,
                        {.most_bytes = 1 << 30, .most_ratio = 100, .free_bytes = 100'000});
  ASSERT_TRUE(lines);
  auto next = lines->next_chunk();
  while (next && !next->empty()) next = lines->next_chunk();
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().code, ErrorCode::unsupported);
  EXPECT_LT(lines->bytes_read(), 1'000'000U);
}

TEST(Import, ParquetIsAnsweredWithWhatToDo) {
  EXPECT_NE(error_of("PAR1....").find("its Python package does"), std::string::npos);
}

TEST(Import, WhatIsNoTextIsSaidToBeNone) {
  using namespace std::string_view_literals;
  EXPECT_NE(error_of("\x89PNG\r\n\x1A\n\0\0\0"sv).find("is no text: byte 9 is 0"),
            std::string::npos);
}

TEST(Import, AConversationThatEndsUnansweredKeepsItsAnswers) {
  const std::string_view document =
      R"({"testCases": [], "conversationalTestCases": [{"name": "talk", "order": 0, "turns": [)"
      R"({"role": "user", "content": "First?"}, {"role": "assistant", "content": "Answer."}, )"
      R"({"role": "user", "content": "Second?"}]}]})";
  SessionReaderOptions options;
  options.import_format = ImportFormat::deepeval;
  auto steps = SessionReader::from(memory_lines(document, 97), options);
  ASSERT_TRUE(steps.has_value());
  const SessionStep* step = must(steps->next());
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->response, "Answer.");
  step = must(steps->next());
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->error, "the conversation ends without an answer");
  EXPECT_EQ(must(steps->next()), nullptr);

  auto results = ExecutionReader::from(memory_lines(document, 97), as(ImportFormat::deepeval));
  ASSERT_TRUE(results.has_value());
  EXPECT_EQ(must(results->next()), nullptr);
  EXPECT_EQ(results->failed(), 1U);
  EXPECT_NE(
      error_of(R"({"conversationalTestCases": [{"turns": [{"role": "user", "content": "a"}]}]})")
          .find("have no answer of the assistant"),
      std::string::npos);
}

// A log of one sample; `calls` are those of the assistant's first message.
std::string inspect_log(std::string_view asked, std::string_view calls, std::string_view result,
                        std::string_view attachments) {
  return fmt::format(
      R"({{"version": 2, "status": "success", "eval": {{"task": "t"}}, "samples": [{{"id": "s", )"
      R"("epoch": 1, "messages": [{{"role": "user", "content": {}}}, )"
      R"({{"role": "assistant", "content": "", "tool_calls": {}}}, )"
      R"({{"role": "tool", "tool_call_id": "c", "content": {}}}, )"
      R"({{"role": "assistant", "content": "done"}}], "attachments": {}}}]}})",
      asked, calls, result, attachments);
}

TEST(Import, AttachmentsOfInspectAreReadWhereverTheyStand) {
  const auto results = must(results_of(inspect_log(
      R"([{"type": "text", "text": "attachment://a"}, {"type": "image", "image": "attachment://b"},)"
      R"( {"type": "reasoning", "reasoning": "attachment://b"}, {"type": "text", "text": "tc://b"}])",
      R"([{"id": "c", "function": "f", "arguments": {"x": {"deep": ["attachment://b", 1]}, )"
      R"("attachment://b": "\"attachment://b\"", "z": " attachment://b"}}])",
      R"([{"type": "text", "text": "attachment://a"}, "attachment://b"])",
      R"({"a": "first \"text\"", "b": "second\ntext"})")));
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].prompt, "first \"text\"\nsecond\ntext");
  ASSERT_EQ(results[0].tools->size(), 1U);
  EXPECT_EQ(results[0].tools->front().arguments,
            R"({"x":{"deep":["second\ntext",1]},"attachment://b":"\"attachment://b\"",)"
            R"("z":" attachment://b"})")
      << "neither a key nor what is only part of a text is a reference";
  EXPECT_EQ(results[0].tools->front().result, R"("first \"text\"\nsecond\ntext")");
}

TEST(Import, AnAttachmentOfInspectThatIsNotThereStaysAReference) {
  for (const char* attachments : {"{}", "null", R"({"a": null})", "3"}) {
    const auto results = must(results_of(inspect_log(
        R"([{"type": "text", "text": "attachment://a"}, {"type": "text", "text": "tc://a"}])",
        R"([{"id": "c", "function": "f", "arguments": {"x": "attachment://a"}}])", R"("tc://")",
        attachments)));
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].prompt, "attachment://a\ntc://a");
    EXPECT_EQ(results[0].tools->front().arguments, R"({"x":"attachment://a"})");
    EXPECT_EQ(results[0].tools->front().result, R"("tc://")");
  }
}

TEST(Import, ArgumentsWhoseAttachmentsAreLongAreLeftOut) {
  const std::string half(kMostCallBytes / 2, 'x');
  const std::string attachments =
      fmt::format(R"({{"half": "{}", "long": "{}{}y"}})", half, half, half);
  const auto arguments_with = [&](std::string_view arguments) {
    const auto results = must(results_of(inspect_log(
        R"("q")", fmt::format(R"([{{"id": "c", "function": "f", "arguments": {}}}])", arguments),
        R"("r")", attachments)));
    return results[0].tools->front().arguments;
  };
  EXPECT_EQ(arguments_with(R"({"x": "attachment://half"})"), R"({"x":")" + half + R"("})");
  EXPECT_EQ(arguments_with(R"({"x": "attachment://half", "y": "attachment://half"})"), "");
  EXPECT_EQ(arguments_with(R"({"x": "attachment://long"})"), "");
}

TEST(Import, ASampleOfInspectDoesNotUnfoldWithoutLimit) {
  const std::string call = R"({"id": "c", "function": "f", "arguments": {"x": "attachment://a"}})";
  std::string calls = call;
  for (int i = 0; i < 300; ++i) calls += ", " + call;
  const std::string text(1 << 20, 'x');
  const std::string error = error_of(inspect_log(R"("q")", fmt::format("[{}]", calls), R"("r")",
                                                 fmt::format(R"({{"a": "{}"}})", text)));
  EXPECT_NE(error.find("the attachments that the messages refer to add up to more than 256 MiB"),
            std::string::npos)
      << error;
}

TEST(Import, TheSeverityOfAChatIsThatOfItsMetadata) {
  const auto results = must(results_of(
      R"({"messages": [{"role": "assistant", "content": "a"}], "metadata": {"severity": "low"}})"));
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].severity, Severity::low);
}

TEST(Import, TheExtraOfALangsmithRunIsAnObjectOrTextOfOne) {
  const std::string run =
      R"({"id": "r", "trace_id": "t", "dotted_order": "20250301T120000000000Zr", "run_type": "llm", )"
      R"("start_time": "2025-03-01T12:00:00", "inputs": {"input": "q"}, "outputs": {"output": "a"}, )"
      R"("extra": )";
  for (const char* extra :
       {R"({"metadata": {"ls_model_name": "m", "tier": 2, "severity": "high"}}})",
        R"("{\"metadata\": {\"ls_model_name\": \"m\", \"tier\": 2, \"severity\": \"high\"}}"})"}) {
    const auto results = must(results_of(run + extra));
    ASSERT_EQ(results.size(), 1U) << extra;
    EXPECT_EQ(results[0].severity, Severity::high) << extra;
    EXPECT_EQ(results[0].labels,
              (Labels{{"metadata.severity", "high"}, {"metadata.tier", "2"}, {"model", "m"}}))
        << extra;
  }
  EXPECT_EQ(must(results_of(run + "\"no JSON\"}")).size(), 1U);
}

TEST(Import, LabelsPastTheMostAreCounted) {
  std::string metadata;
  for (int i = 0; i < 40; ++i) metadata += (i == 0 ? "\"k" : ", \"k") + std::to_string(i) + "\": 1";
  const std::string chat =
      R"({"messages": [{"role": "assistant", "content": "a"}], "metadata": {)" + metadata + "}}\n";
  auto reader = ExecutionReader::from(memory_lines(chat + chat, 97), as(ImportFormat::openai));
  ASSERT_TRUE(reader.has_value());
  while (must(reader->next()) != nullptr) continue;
  EXPECT_EQ(reader->labels_left_out(), 16U);
  EXPECT_EQ(left_out_sentence(16), "16 labels past the 32 of a result were left out");
}

TEST(Import, TagsAndMetadataOfLangfuseAreLabels) {
  const auto results = must(results_of(
      R"({"id": "g", "trace_id": "t", "type": "GENERATION", "start_time": "2025-03-01 12:00:00.0", )"
      R"("input": "q", "output": "a", "tags": ["beta", "eu"], )"
      R"("metadata": "{\"tier\": 2, \"severity\": \"high\", \"deep\": {\"a\": 1}}"})"));
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].labels, (Labels{{"metadata.severity", "high"},
                                       {"metadata.tier", "2"},
                                       {"tag.beta", "true"},
                                       {"tag.eu", "true"}}));
  EXPECT_EQ(results[0].severity, Severity::high);
}

class EvalArchive : public ::testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "log.eval").string(); }

  Result<std::vector<Response>> results_in(const std::string& archive) {
    std::ofstream(path(), std::ios::binary) << archive;
    PLUMB_TRY(auto reader, ExecutionReader::open(path()));
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

TEST_F(EvalArchive, SamplesThatUnpackToManyTimesTheirSizeTogetherAreRefused) {
  const std::string padded = sample_ + std::string(ImportRecords::kFreeBytes / 2, ' ');
  const auto few = results_in(write_zip({{"samples/1_epoch_1.json", padded, false, true}}));
  ASSERT_TRUE(few) << few.error().message;
  const auto results = results_in(write_zip({{"samples/1_epoch_1.json", padded, false, true},
                                             {"samples/2_epoch_1.json", padded, false, true}}));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ErrorCode::unsupported);
  EXPECT_NE(results.error().message.find("samples/2_epoch_1.json: with it the samples unpack to"),
            std::string::npos)
      << results.error().message;
}

TEST_F(EvalArchive, IsNotReadThroughGzip) {
  const auto results = results_in(gzipped(write_zip({{"samples/1.json", sample_, true, false}})));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message,
            path() + ": an .eval archive is not read through gzip; unpack it first");
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
