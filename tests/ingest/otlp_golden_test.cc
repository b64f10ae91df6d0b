// Requests that the real exporter of OpenTelemetry for Python made (tests/golden/otlp.py): both
// encodings give the same spans, and the spans the turns that the scenario states.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "ingest/otlp_trace.h"
#include "ingest/trace_turns.h"
#include "support/places.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kFolder = source_path("tests/golden/otlp");

std::string content_of(const fs::path& path) {
  auto content = read_file(path, 1 << 20);
  EXPECT_TRUE(content) << path;
  return content ? *std::move(content) : std::string();
}

std::vector<Turn> turns_of(const OtlpTraces& traces) {
  std::map<std::string, std::vector<GenAiSpan>> by_trace;
  for (const OtlpSpan& span : traces.spans) {
    by_trace[span.trace_id].push_back(genai_span(span, traces.resources[span.resource]));
  }
  std::vector<Turn> all;
  for (const auto& [id, spans] : by_trace) {
    for (Turn& turn : turns_of_trace(spans)) all.push_back(std::move(turn));
  }
  std::ranges::sort(all, {}, [](const Turn& turn) { return turn.step->step; });
  return all;
}

Json tools_of(const Turn& turn) {
  if (!turn.result || !turn.result->tools) return nullptr;
  Json names = Json::array();
  for (const ToolCall& call : *turn.result->tools) names.push_back(call.name);
  return names;
}

void expect_turn(const Turn& turn, const Json& expected) {
  EXPECT_EQ(Json(turn.service), expected["service"]);
  EXPECT_EQ(Json(turn.version), expected["version"]);
  EXPECT_EQ(Json(turn.step->session), expected["session"]);
  EXPECT_EQ(Json(turn.step->goal.value_or("")), expected["goal"]);
  EXPECT_EQ(Json(turn.step->prompt), expected["prompt"]);
  EXPECT_EQ(turn.step->error ? Json(*turn.step->error) : Json(), expected["error"]);
  EXPECT_EQ(turn.result ? Json(turn.result->response) : Json(), expected["response"]);
  EXPECT_EQ(tools_of(turn), expected["tools"]);
  if (!turn.result) return;
  EXPECT_EQ(turn.step->response, turn.result->response);
  const std::map<std::string, std::string> labels(turn.result->labels.begin(),
                                                  turn.result->labels.end());
  for (const auto& [name, value] : expected["labels"].items()) {
    ASSERT_TRUE(labels.contains(name)) << name;
    EXPECT_EQ(Json(labels.at(name)), value) << name;
  }
}

TEST(OtlpGolden, BothEncodingsOfEveryScenarioGiveItsTurns) {
  int scenarios = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".pb") continue;
    SCOPED_TRACE(entry.path().filename());
    ++scenarios;
    const std::string protobuf = content_of(entry.path());
    const auto from_protobuf = read_otlp_protobuf(protobuf);
    ASSERT_TRUE(from_protobuf) << from_protobuf.error().message;
    const auto from_json =
        read_otlp_json(content_of(fs::path(entry.path()).replace_extension(".json")));
    ASSERT_TRUE(from_json) << from_json.error().message;
    EXPECT_EQ(from_protobuf->rejected, 0U);
    EXPECT_EQ(from_protobuf->spans, from_json->spans);
    EXPECT_EQ(from_protobuf->resources, from_json->resources);

    const Json expected =
        Json::parse(content_of(fs::path(entry.path()).replace_extension(".expected.json")));
    const std::vector<Turn> turns = turns_of(*from_protobuf);
    ASSERT_EQ(turns.size(), expected.size());
    for (std::size_t i = 0; i < turns.size(); ++i) {
      SCOPED_TRACE(i);
      expect_turn(turns[i], expected[i]);
    }
  }
  EXPECT_EQ(scenarios, 9);
}

}  // namespace
}  // namespace plumb
