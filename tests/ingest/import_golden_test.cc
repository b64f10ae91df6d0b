// Files that the tools themselves wrote (tests/golden/imports.py), and those of services built from
// their published schemas: by content alone each is known for what it is, and gives the results and
// steps that its scenario states. docs/formats promises no more than is checked here.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "ingest/execution_reader.h"
#include "ingest/memory_source.h"
#include "ingest/session_reader.h"
#include "support/golden.h"
#include "support/must.h"
#include "support/places.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kGolden = source_path("tests/golden");

struct Golden {
  std::string tool;
  std::string file;  // "plain.json"
  Json expected;
};

Json json_of(const fs::path& path) {
  return Json::parse(must(read_file(path, 1 << 24)));
}

std::vector<Golden> all_goldens() {
  constexpr std::string_view kEnd = ".expected.json";
  std::vector<Golden> all;
  for (const auto& entry : fs::recursive_directory_iterator(kGolden / "imports")) {
    std::string name = entry.path().filename().string();
    if (!name.ends_with(kEnd)) continue;
    name.resize(name.size() - kEnd.size());
    all.push_back({entry.path().parent_path().filename().string(), name, json_of(entry.path())});
  }
  std::ranges::sort(all, {}, [](const Golden& each) { return each.tool + "/" + each.file; });
  return all;
}

LineReader open(const Golden& golden) {
  if (golden.file.ends_with(".eval")) {
    return *LineReader::open((kGolden / "imports" / golden.tool / golden.file).string());
  }
  const std::string name = "imports/" + golden.tool + "/" + golden.file + ".z";
  return memory_lines(testing::read_golden(name), 4'096, LineReader::kDefaultMaxLineBytes,
                      golden.file);
}

Json parsed(const std::string& json) {
  return json.empty() ? Json() : Json::parse(json);
}

Json tools_of(const std::optional<std::vector<ToolCall>>& tools) {
  if (!tools) return nullptr;
  Json all = Json::array();
  for (const ToolCall& call : *tools) {
    all.push_back({{"name", call.name},
                   {"arguments", parsed(call.arguments)},
                   {"result", parsed(call.result)}});
  }
  return all;
}

Json or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json();
}

void expect_result(const Response& result, const Json& expected) {
  if (!expected["id"].is_null()) {
    EXPECT_EQ(Json(result.id), expected["id"]);
  }
  EXPECT_EQ(or_null(result.prompt), expected["prompt"]);
  EXPECT_EQ(Json(result.response), expected["response"]);
  EXPECT_EQ(tools_of(result.tools), expected["tools"]);
  EXPECT_EQ(result.severity ? Json(name_of(*result.severity)) : Json(), expected["severity"]);
  const std::map<std::string, std::string> labels(result.labels.begin(), result.labels.end());
  for (const auto& [name, value] : expected["labels"].items()) {
    EXPECT_TRUE(labels.contains(name)) << name;
    if (!labels.contains(name)) continue;
    EXPECT_EQ(Json(labels.at(name)), value) << name;
  }
}

void expect_step(const SessionStep& step, const Json& expected) {
  if (!expected["session"].is_null()) {
    EXPECT_EQ(Json(step.session), expected["session"]);
  }
  EXPECT_EQ(Json(step.step), expected["step"]);
  EXPECT_EQ(Json(step.prompt), expected["prompt"]);
  EXPECT_EQ(or_null(step.error), expected["error"]);
  EXPECT_EQ(or_null(step.goal), expected["goal"]);
  if (step.error) return;
  EXPECT_EQ(Json(step.response), expected["response"]);
}

TEST(ImportGolden, EveryFileGivesTheResultsOfItsScenario) {
  std::map<std::string, int> files;
  for (const Golden& golden : all_goldens()) {
    SCOPED_TRACE(golden.tool + "/" + golden.file);
    ++files[golden.tool];
    auto opened = ExecutionReader::from(open(golden), {});
    ASSERT_TRUE(opened) << opened.error().message;
    ExecutionReader& reader = *opened;
    std::vector<Response> results;
    while (true) {
      const auto next = reader.next();
      ASSERT_TRUE(next) << next.error().message;
      if (*next == nullptr) break;
      results.push_back(**next);
    }
    EXPECT_EQ(Json(reader.failed()), golden.expected["failed"]);
    ASSERT_EQ(results.size(), golden.expected["results"].size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(i);
      expect_result(results[i], golden.expected["results"][i]);
    }
  }
  EXPECT_GE(files["promptfoo"], 10);
  EXPECT_GE(files["deepeval"], 10);
  EXPECT_GE(files["inspect"], 23);  // ten of each kind, and three of messages in parts
  EXPECT_GE(files["openai"], 21);   // eight chats and ten batches by its client
  EXPECT_EQ(files["langfuse"], 3);
  EXPECT_EQ(files["langsmith"], 2);
}

TEST(ImportGolden, EveryFileGivesTheStepsOfItsScenario) {
  for (const Golden& golden : all_goldens()) {
    SCOPED_TRACE(golden.tool + "/" + golden.file);
    auto opened = SessionReader::from(open(golden), {});
    ASSERT_TRUE(opened) << opened.error().message;
    SessionReader& reader = *opened;
    std::vector<SessionStep> steps;
    while (true) {
      const auto next = reader.next();
      ASSERT_TRUE(next) << next.error().message;
      if (*next == nullptr) break;
      steps.push_back(**next);
    }
    ASSERT_EQ(steps.size(), golden.expected["steps"].size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      SCOPED_TRACE(i);
      expect_step(steps[i], golden.expected["steps"][i]);
    }
  }
}

// The requests of tests/golden/otlp.py, each as a file: what the receiver makes of them is what
// the file gives.
TEST(ImportGolden, RequestsOfTheOpenTelemetrySdkGiveTheirTurns) {
  int files = 0;
  std::string all_lines;
  std::size_t all_results = 0;
  for (const auto& entry : fs::directory_iterator(kGolden / "otlp")) {
    if (entry.path().extension() != ".pb") continue;
    const fs::path json = fs::path(entry.path()).replace_extension(".json");
    SCOPED_TRACE(json.filename());
    ++files;
    const Json expected = json_of(fs::path(entry.path()).replace_extension(".expected.json"));
    auto opened = ExecutionReader::open(json.string());
    ASSERT_TRUE(opened) << opened.error().message;
    ExecutionReader& reader = *opened;
    std::size_t next_turn = 0;
    while (true) {
      const auto next = reader.next();
      ASSERT_TRUE(next) << next.error().message;
      if (*next == nullptr) break;
      while (next_turn < expected.size() && expected[next_turn]["response"].is_null()) ++next_turn;
      ASSERT_LT(next_turn, expected.size());
      EXPECT_EQ(Json((*next)->response), expected[next_turn]["response"]);
      EXPECT_EQ(Json((*next)->prompt.value_or("")), expected[next_turn]["prompt"]);
      ++next_turn;
      ++all_results;
    }
    while (next_turn < expected.size() && expected[next_turn]["response"].is_null()) ++next_turn;
    EXPECT_EQ(next_turn, expected.size());
    all_lines += must(read_file(json, 1 << 24)) + "\n";
  }
  EXPECT_EQ(files, 9);
  // The tenth: all of them, a request a line.
  auto reader = ExecutionReader::from(
      memory_lines(all_lines, 4'096, LineReader::kDefaultMaxLineBytes, "traces.jsonl"), {});
  ASSERT_TRUE(reader) << reader.error().message;
  std::size_t results = 0;
  while (must(reader->next()) != nullptr) ++results;
  EXPECT_EQ(results, all_results);
}

}  // namespace
}  // namespace plumb
