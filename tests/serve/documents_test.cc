// Traces, sessions, experiments and stereotype analyses by their routes: each answer is held
// against the API document by the fixture.
#include <gtest/gtest.h>

#include "base/file.h"
#include "serve/api_fixture.h"
#include "serve/made_documents.h"
#include "support/places.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

class DocumentsTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    use(TextEncoder{VectorOrigin{"words", std::string(64, 'a'), "f32", "none", 256},
                    testing::word_embedder()});
  }

  static std::string file(const char* path) { return must(read_file(source_path(path), 1 << 24)); }
  ServedResponse export_traces(std::string body, std::string_view type) {
    ServedRequest request = request_of("POST", "/v1/traces", std::move(body));
    request.headers["content-type"] = type;
    return send(std::move(request));
  }
  std::int64_t uploaded_session() {
    const auto made = post("/api/v1/sessions", {{"steps", steps()}});
    EXPECT_EQ(made.status, 201) << made.body;
    return json_of(made).at("sessions").at(0).at("id");
  }
  static Json steps() {
    Json all = Json::array();
    for (int step = 0; step < 3; ++step) {
      all.push_back({{"session", "s1"},
                     {"step", step},
                     {"prompt", "go on"},
                     {"goal", "plan a trip"},
                     {"response", "You should plan day " + std::to_string(step) + "."}});
    }
    return all;
  }
};

TEST_F(DocumentsTest, TracesBecomeSessionsWithCountedSteps) {
  const auto taken =
      export_traces(file("tests/golden/otlp/genai_agent.pb"), "application/x-protobuf");
  EXPECT_EQ(taken.status, 200);
  EXPECT_EQ(taken.content_type, "application/x-protobuf");
  EXPECT_EQ(taken.body, "");
  const Json session = json_of(get("/api/v1/sessions?name=conv-1")).at("items").at(0);
  EXPECT_EQ(session.at("total_steps"), 2);
  const std::string path = "/api/v1/sessions/" + session.at("id").dump();
  const Json steps = json_of(get(path + "/steps")).at("items");
  EXPECT_EQ(steps.at(0).at("step"), 0);
  EXPECT_EQ(steps.at(1).at("step"), 1);
  EXPECT_TRUE(steps.at(0).contains("started_at"));
  const auto curve = post(path + "/curves", {{"measure", "intent"}});
  ASSERT_EQ(curve.status, 200) << curve.body;
  const Json scores = json_of(curve).at("document").at("steps");
  EXPECT_EQ(scores.at(0).at("ids"), 0.0);  // step 0 is there, though its number is a time
  EXPECT_GT(scores.at(1).at("ids"), 0.0);
}

TEST_F(DocumentsTest, TracesInJsonAreAnsweredInJson) {
  const auto taken =
      export_traces(file("tests/golden/otlp/genai_agent.json"), "application/json; charset=utf-8");
  EXPECT_EQ(taken.status, 200);
  EXPECT_EQ(taken.body, "{}");
  const auto broken = export_traces("{", "application/json");
  EXPECT_EQ(broken.status, 400);
  EXPECT_EQ(json_of(broken).at("code"), 3);
  EXPECT_EQ(export_traces("\n", "application/x-protobuf").status, 400);
}

TEST_F(DocumentsTest, StepsAreUploadedOnceAndListedInPieces) {
  const std::int64_t id = uploaded_session();
  EXPECT_EQ(uploaded_session(), id);
  const std::string path = "/api/v1/sessions/" + std::to_string(id);
  EXPECT_EQ(json_of(get(path)).at("total_steps"), 3);
  const Json page = json_of(get(path + "/steps?from=1&limit=1"));
  EXPECT_EQ(page.at("items").at(0).at("step"), 1);
  EXPECT_EQ(page.at("next_from"), 2);
  EXPECT_EQ(page.at("total"), 3);
  EXPECT_TRUE(json_of(get(path + "/steps?from=2&limit=1")).at("next_from").is_null());
  EXPECT_EQ(post("/api/v1/sessions", {{"steps", {{{"session", "s1"}}}}}).status, 422);
  EXPECT_EQ(post("/api/v1/sessions", {{"steps", Json::array()}}).status, 422);
  for (const std::string_view numbers :
       {R"("s","step":9007199254740992)", R"(9007199254740992,"step":0)",
        R"(-9007199254740992,"step":0)"}) {
    ServedRequest lines =
        request_of("POST", "/api/v1/sessions",
                   "\n{\"session\":" + std::string(numbers) + ",\"response\":\"r\"}\n");
    lines.headers["content-type"] = "application/x-ndjson";
    const auto refused = send(lines);
    EXPECT_EQ(refused.status, 422) << "as in a body of JSON";
    EXPECT_NE(refused.body.find("body:2"), std::string::npos) << refused.body;
  }
  EXPECT_EQ(get("/api/v1/sessions/999/steps").status, 404);
  EXPECT_EQ(send(request_of("DELETE", path)).status, 204);
  EXPECT_EQ(get(path).status, 404);
}

TEST_F(DocumentsTest, AStepWithAnotherContentIsAConflictAndNothingIsAdded) {
  const std::string path = "/api/v1/sessions/" + std::to_string(uploaded_session());
  Json changed = steps();
  changed.at(1)["response"] = "something else";
  changed.push_back({{"session", "s1"}, {"step", 3}, {"prompt", "p"}, {"response", "r"}});
  const auto refused = post("/api/v1/sessions", {{"steps", changed}});
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_NE(refused.body.find("step 1 of session s1"), std::string::npos) << refused.body;
  EXPECT_EQ(json_of(refused).at("differing"), 1);
  EXPECT_EQ(json_of(get(path)).at("total_steps"), 3);
  EXPECT_EQ(json_of(get(path + "/steps")).at("items").at(1).at("response"),
            steps().at(1).at("response"));
}

TEST_F(DocumentsTest, APageOfLongStepsEndsByItsBytes) {
  const ProjectId project = must(store().projects().find("default")).id;
  std::vector<StoredStep> steps;
  for (int i = 0; i < 3; ++i) {
    const std::string text(5 << 20, 'x');
    steps.push_back(
        {i, Json({{"session", "s"}, {"step", i}, {"prompt", ""}, {"response", text}}).dump()});
  }
  const SessionId id = must(store().sessions().append(project, "s", {}, steps)).session.id;
  std::string path =
      "/api/v1/sessions/" + std::to_string(number_of(id)) + "/steps?limit=1000&from=";
  for (int i = 0; i < 3; ++i) {
    const Json page = json_of(send_unchecked(request_of("GET", path + std::to_string(i))));
    ASSERT_EQ(page.at("items").size(), 1U);
    EXPECT_EQ(page.at("items")[0].at("step"), i);
    EXPECT_EQ(page.at("next_from"), i < 2 ? Json(i + 1) : Json());
    EXPECT_EQ(page.at("total"), 3);
  }
}

TEST_F(DocumentsTest, CurvesAreKeptAndSaidToBeOldWhenStepsCome) {
  const std::string path = "/api/v1/sessions/" + std::to_string(uploaded_session()) + "/curves";
  EXPECT_EQ(post(path, {{"measure", "alignment"}}).status, 200);
  EXPECT_EQ(post(path, {{"measure", "intent"}, {"against", "inferred-goal"}}).status, 200);
  EXPECT_EQ(post(path, {{"measure", "intent"}, {"plan", "x"}}).status, 422);
  Json lines = {{{"session", 7.0}, {"step", 1.0}, {"response", "b"}},
                {{"session", 7}, {"step", 0}, {"response", "a"}},
                {{"session", 7}, {"step", 0}, {"response", "twice"}}};
  const auto other = post("/api/v1/sessions", {{"steps", lines}});
  ASSERT_EQ(other.status, 201) << other.body;
  const Json made = json_of(other).at("sessions").at(0);
  EXPECT_EQ(made.at("total_steps"), 2);
  const std::string without_goal = "/api/v1/sessions/" + made.at("id").dump() + "/curves";
  EXPECT_EQ(post(without_goal, {{"measure", "alignment"}}).status, 409);
  EXPECT_EQ(post(without_goal, {{"measure", "intent"}, {"against", "inferred-goal"}}).status, 409);
  EXPECT_EQ(post(path, {{"measure", "alignment"}, {"list", "/etc/passwd"}}).status, 422);
  EXPECT_EQ(json_of(post(path, {{"measure", "algnment"}})).at("detail"),
            "/measure must be alignment or intent; did you mean alignment?");
  EXPECT_EQ(json_of(post(path, {{"measure", "alignment"}, {"against", "inferred-goal"}}))
                .at("errors")[0]
                .at("field"),
            "/against");
  Json kept = json_of(get(path)).at("items");
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept.at(0).at("document").at("plumb"), "session-report/1");
  EXPECT_TRUE(kept.at(0).at("is_current"));
  pass(std::chrono::seconds(1));
  Json more = steps();
  more.push_back({{"session", "s1"}, {"step", 9}, {"prompt", "p"}, {"response", "r"}});
  EXPECT_EQ(post("/api/v1/sessions", {{"steps", more}}).status, 201);
  EXPECT_FALSE(json_of(get(path)).at("items").at(0).at("is_current"));
}

TEST_F(DocumentsTest, ACurveIsNotOfAStepThatCameWhileItWasMeasured) {
  const SessionId id{uploaded_session()};
  const std::string path = "/api/v1/sessions/" + std::to_string(number_of(id)) + "/curves";
  const ProjectId project = must(store().projects().find("default")).id;
  const auto embed = testing::word_embedder();
  use(TextEncoder{VectorOrigin{"words", std::string(64, 'a'), "f32", "none", 256},
                  [&, embed](std::span<const std::string_view> texts) {
                    const std::vector<StoredStep> late = {{7, R"({"session":"s1","step":7})"}};
                    must(store().sessions().append(project, "s1", {}, late));
                    pass(std::chrono::seconds(1));
                    return embed(texts);
                  }});
  const auto made = post(path, {{"measure", "intent"}});
  ASSERT_EQ(made.status, 200) << made.body;
  const Json kept = json_of(get(path)).at("items").at(0);
  EXPECT_FALSE(kept.at("is_current"));
  EXPECT_EQ(kept.at("created_at"), json_of(made).at("created_at"));
}

TEST_F(DocumentsTest, NoCurveIsKeptWhereTheWeightsAreDamaged) {
  const std::string path =
      "/api/v1/sessions/" + std::to_string(number_of(SessionId{uploaded_session()})) + "/curves";
  use(TextEncoder{VectorOrigin{"words", std::string(64, 'a'), "f32", "none", 256},
                  [](std::span<const std::string_view>) -> Result<Embeddings> {
                    return fail(ErrorCode::corrupt, "the weights are damaged");
                  }});
  EXPECT_EQ(post(path, {{"measure", "intent"}}).status, 500);
  EXPECT_TRUE(json_of(get(path)).at("items").empty());
}

TEST_F(DocumentsTest, AnExperimentIsInterpretedFromItsLogs) {
  const auto made =
      post("/api/v1/experiments",
           {{"name", "march"},
            {"logs",
             {{"baseline_runs.jsonl", file("examples/experiment/baseline_runs.jsonl")},
              {"intent_runs.jsonl", file("examples/experiment/intent_runs.jsonl")}}}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string path = "/api/v1/experiments/" + json_of(made).at("id").dump();
  EXPECT_EQ(get(path + "/interpretation").status, 409);
  const auto said = post(path + "/interpretation", {{"rescore", true}});
  ASSERT_EQ(said.status, 200) << said.body;
  EXPECT_EQ(get(path + "/interpretation").body, said.body);
  EXPECT_TRUE(json_of(get(path)).at("is_interpreted"));
  EXPECT_EQ(json_of(get(path)).at("logs").size(), 2U);
  EXPECT_EQ(get(path + "/logs/baseline_runs.jsonl").body,
            file("examples/experiment/baseline_runs.jsonl"));
  EXPECT_EQ(get(path + "/logs/run.json").status, 404);
  EXPECT_EQ(post("/api/v1/experiments", {{"logs", {{"../x", "y"}}}}).status, 422);
  ServedRequest broken = request_of("PUT", path + "/logs/baseline_runs.jsonl", "{\"step\": 1}\n");
  broken.headers["content-type"] = "application/x-ndjson";
  const auto kept = send(broken);
  EXPECT_EQ(kept.status, 200);
  EXPECT_NE(json_of(kept).at("problem").get<std::string>().find("baseline_runs.jsonl:1"),
            std::string::npos);
  // What was said before was said of another log.
  EXPECT_EQ(get(path + "/interpretation").status, 409);
  EXPECT_FALSE(json_of(get(path)).at("is_interpreted"));
  const auto unreadable = send(request_of("POST", path + "/interpretation"));
  EXPECT_EQ(unreadable.status, 409) << unreadable.body;
}

TEST_F(DocumentsTest, AnExperimentWithoutLogsIsAConflict) {
  const auto made = post("/api/v1/experiments", {{"name", "empty"}});
  const std::string path = "/api/v1/experiments/" + json_of(made).at("id").dump();
  EXPECT_EQ(send(request_of("POST", path + "/interpretation")).status, 409);
  EXPECT_EQ(send(request_of("DELETE", path)).status, 204);
  EXPECT_EQ(get(path).status, 404);
}

TEST_F(DocumentsTest, EveryStepOfALongSessionCanBeRead) {
  Json lines = Json::array();
  for (int i = 0; i < 1'205; ++i) {
    lines.push_back({{"session", "long"}, {"step", i}, {"prompt", "p"}, {"response", "r"}});
  }
  const auto made = post("/api/v1/sessions", {{"steps", lines}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string path =
      "/api/v1/sessions/" + json_of(made).at("sessions").at(0).at("id").dump() + "/steps";
  int wanted = 0;
  for (Json from = 0; !from.is_null();) {
    const Json page = json_of(get(path + "?limit=500&from=" + from.dump()));
    EXPECT_EQ(page.at("total"), 1'205);
    for (const Json& item : page.at("items")) EXPECT_EQ(item.at("step"), wanted++);
    from = page.at("next_from");
  }
  EXPECT_EQ(wanted, 1'205);
  EXPECT_TRUE(json_of(get(path + "?from=9007199254740991")).at("items").empty());
}

TEST_F(DocumentsTest, AnAnalysisIsHeldAgainstTheSchemaOfItsFormat) {
  const auto problem = [&](const std::string& pointer, const Json& value) {
    Json document = stereotype_report();
    document[Json::json_pointer(pointer)] = value;
    const auto answer = post("/api/v1/stereotype-analyses", {{"document", document}});
    EXPECT_EQ(answer.status, 422) << answer.body;
    return json_of(answer).at("errors").at(0);
  };
  EXPECT_EQ(problem("/plumb", "x").at("field"), "/document/plumb");
  EXPECT_EQ(problem("/models/0/rows", 3).at("field"), "/document/models/0/rows");
  EXPECT_EQ(problem("/models/0", 5).at("field"), "/document/models/0");
  EXPECT_EQ(problem("/models/0/rows/0", {{"entry", 1}}).at("field"),
            "/document/models/0/rows/0/drift_control_stereotype_score");
  EXPECT_EQ(problem("/classifier/max_tokens", -1).at("message"), "must be at least 0");
  Json without = stereotype_report();
  without.erase("models");
  const auto answer = post("/api/v1/stereotype-analyses", {{"document", without}});
  EXPECT_EQ(json_of(answer).at("errors").at(0).at("field"), "/document/models");
}

TEST_F(DocumentsTest, WhatIsWrongWithEntriesIsSaidOfThem) {
  const auto answer =
      post("/api/v1/stereotype-analyses", {{"model", "m"}, {"entries", Json::array()}});
  EXPECT_EQ(answer.status, 422);
  const Json errors = json_of(answer).at("errors");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.at(0).at("field"), "/entries");
  EXPECT_EQ(errors.at(0).at("message"), "has 0 items; at least 1 are asked for");
}

TEST_F(DocumentsTest, WithoutAClassifierAnAnalysisIsTakenThatWasMadeElsewhere) {
  const Json entry = {{"emgsd_text", "x"}, {"control_response", "a"}, {"turn2_response", "b"}};
  const auto refused = post("/api/v1/stereotype-analyses", {{"model", "m"}, {"entries", {entry}}});
  EXPECT_EQ(refused.status, 409);
  EXPECT_NE(json_of(refused).at("detail").get<std::string>().find("plumb stereotype"),
            std::string::npos);
  const Json document = stereotype_report();
  const auto made = post("/api/v1/stereotype-analyses", {{"name", "m"}, {"document", document}});
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(json_of(made).at("classifier"), "hearts");
  const std::string path = "/api/v1/stereotype-analyses/" + json_of(made).at("id").dump();
  EXPECT_EQ(json_of(get(path)).at("document"), document);
  EXPECT_EQ(json_of(get("/api/v1/stereotype-analyses")).at("items").size(), 1U);
  EXPECT_EQ(post("/api/v1/stereotype-analyses", {{"document", {{"plumb", "x"}}}}).status, 422);
  EXPECT_EQ(send(request_of("DELETE", path)).status, 204);
  EXPECT_EQ(get(path).status, 404);
}

}  // namespace
}  // namespace plumb
