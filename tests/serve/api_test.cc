// The API as a whole: its document, its problems, executions and baselines.
#include <future>
#include <optional>
#include <thread>

#include "serve/api_fixture.h"
#include "serve/request_json.h"
#include "support/small_disk.h"

namespace plumb {
namespace {

class ApiRoutesTest : public ApiTest {};

TEST_F(ApiRoutesTest, TheSeedsWalkThroughUpToTheComparison) {
  const std::int64_t second = made_execution();
  const ServedResponse made = post("/api/v1/baselines", {{"execution_id", second},
                                                         {"name", "Baseline for Execution 3"},
                                                         {"baseline_tag", "baseline-v1"}});
  EXPECT_EQ(made.status, 201);
  const Json baseline = json_of(made);
  EXPECT_EQ(baseline.at("tag"), "baseline-v1");
  EXPECT_EQ(json_of(get("/api/v1/baselines/tag/baseline-v1")), baseline);
  EXPECT_EQ(json_of(get(header_of(made, "location"))), baseline);
  EXPECT_EQ(get("/api/v1/baselines/tag/none").status, 404);
}

TEST_F(ApiRoutesTest, ABaselineCarriesOneTag) {
  const std::int64_t id = made_execution();
  const auto refused =
      post("/api/v1/baselines", {{"execution_id", id}, {"tag", "v1"}, {"baseline_tag", "v2"}});
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(refused.body.find("has two tags"), std::string::npos) << refused.body;
  EXPECT_EQ(post("/api/v1/baselines", {{"execution_id", id}, {"tag", {"v1", "v2"}}}).status, 422);
  EXPECT_EQ(get("/api/v1/baselines?tag=v1&tag=v2").status, 422);
  EXPECT_TRUE(json_of(get("/api/v1/baselines")).at("items").empty());
}

TEST_F(ApiRoutesTest, ABaselineNeedsResultsToCompareWith) {
  const Json wanted = {
      {"execution_id", json_of(post("/api/v1/executions", {{"name", "none"}})).at("id")}};
  const std::string path = "/api/v1/executions/" + wanted.at("execution_id").dump();
  const auto receiving = post("/api/v1/baselines", wanted);
  EXPECT_EQ(receiving.status, 409);
  EXPECT_NE(receiving.body.find("is not completed"), std::string::npos) << receiving.body;
  EXPECT_EQ(send(request_of("POST", path + "/complete")).status, 200);
  const auto empty = post("/api/v1/baselines", wanted);
  EXPECT_EQ(empty.status, 409);
  EXPECT_NE(empty.body.find("has no results"), std::string::npos) << empty.body;
}

TEST_F(ApiRoutesTest, CompletingQueuesOneEmbeddingJob) {
  const std::int64_t id = made_execution();
  const std::string path = "/api/v1/executions/" + std::to_string(id) + "/complete";
  const Json again = json_of(send(request_of("POST", path)));
  const Job job = must(store().jobs().get(must(store().projects().find("default")).id,
                                          JobId{again.at("job_id").get<std::int64_t>()}));
  EXPECT_EQ(job.kind, "embed");
  EXPECT_EQ(Json::parse(job.payload), Json({{"execution_id", id}}));
  EXPECT_EQ(must(store().jobs().counts())[0], 1);
}

TEST_F(ApiRoutesTest, AnExecutionThatABaselineStandsOnStays) {
  const std::int64_t id = made_execution();
  const std::string path = "/api/v1/executions/" + std::to_string(id);
  const std::int64_t baseline = json_of(post("/api/v1/baselines", {{"execution_id", id}})).at("id");
  EXPECT_EQ(send(request_of("DELETE", path)).status, 409);
  EXPECT_EQ(send(request_of("DELETE", "/api/v1/baselines/" + std::to_string(baseline))).status,
            204);
  EXPECT_EQ(send(request_of("DELETE", path)).status, 204);
  EXPECT_EQ(get(path).status, 404);
  EXPECT_EQ(send(request_of("DELETE", path)).status, 404);
}

TEST_F(ApiRoutesTest, ExecutionsAreFilteredAndSorted) {
  for (const char* name : {"b", "a", "c"}) {
    post("/api/v1/executions",
         {{"name", name}, {"labels", {{"model", name}, {"n", 1}, {"ok", true}}}});
  }
  const auto names = [&](const std::string& query) {
    std::string all;
    const Json page = json_of(get("/api/v1/executions?" + query));
    for (const Json& item : page.at("items")) all += item.at("name").get<std::string>();
    return all;
  };
  EXPECT_EQ(names("sort=name&order=asc"), "abc");
  EXPECT_EQ(names("order=asc"), "bac");
  EXPECT_EQ(names("label=model:a&label=n:1"), "a");
  EXPECT_EQ(names("label=model:a&label=n:2"), "");
  EXPECT_EQ(names("state=completed"), "");
  EXPECT_EQ(names("name=c&state=receiving"), "c");
  // The store's clock stands at 08:00 UTC.
  EXPECT_EQ(names("created_before=2027-01-15T08:00:00Z"), "");
  EXPECT_EQ(names("created_from=2027-01-15T09:00:00+01:00"), "cab");
}

TEST_F(ApiRoutesTest, ALabelToFilterByHasANameAndAValue) {
  post("/api/v1/executions", {{"name", "empty"}, {"labels", {{"model", ""}}}});
  post("/api/v1/executions", {{"name", "other"}, {"labels", {{"model", "a"}}}});
  const Json empty = json_of(get("/api/v1/executions?label=model:")).at("items");
  ASSERT_EQ(empty.size(), 1U);
  EXPECT_EQ(empty[0].at("name"), "empty");
  for (const char* asked : {"model", R"(a\:b)", ""}) {
    const auto refused = get("/api/v1/executions?label=" + std::string(asked));
    ASSERT_EQ(refused.status, 422) << asked;
    const Json error = json_of(refused).at("errors")[0];
    EXPECT_EQ(error.at("field"), "label/0");
    EXPECT_EQ(error.at("value"), Json(asked).dump());
    EXPECT_TRUE(error.at("message").get<std::string>().starts_with("must be NAME:VALUE")) << error;
  }
}

TEST_F(ApiRoutesTest, ParametersAreNamedWithTheWayOut) {
  const Json problem = json_of(get("/api/v1/executions?stat=completed&limit=many&sort=nam"));
  EXPECT_EQ(problem.at("status"), 422);
  const Json& errors = problem.at("errors");
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_EQ(errors[0].at("field"), "stat");
  EXPECT_EQ(errors[0].at("message"), "is not known here; did you mean state?");
  EXPECT_EQ(errors[1].at("field"), "sort");
  EXPECT_EQ(errors[1].at("message"), "must be created, name or results; did you mean name?");
  EXPECT_EQ(errors[2].at("message"), "must be a whole number");
  EXPECT_EQ(get("/api/v1/executions?limit=1&limit=2").status, 422);
  EXPECT_EQ(get("/api/v1/executions/x").status, 422);
  EXPECT_EQ(get("/api/v1/executions/0").status, 422);
  EXPECT_EQ(get("/api/v1/executions/9007199254740992").status, 422);
  EXPECT_EQ(get("/api/v1/executions/99").status, 404);
}

TEST_F(ApiRoutesTest, AWholeNumberMayBeWrittenWithAPointOrAnExponent) {
  made_execution();
  for (const char* one : {"1", "1.0", "1e0", "10e-1", "1.000"}) {
    EXPECT_EQ(get(std::string("/api/v1/executions/") + one).status, 200) << one;
  }
  EXPECT_EQ(get("/api/v1/executions?limit=1.0").status, 200);
  for (const char* none : {"1.5", "1.", ".1e1", "1e", "inf", "nan", "0x1", "%201.0", "1.0%20", "-",
                           "1e400", "123456789012345678901234567890", "--1.0", "1,0"}) {
    EXPECT_EQ(get(std::string("/api/v1/executions/") + none).status, 422) << none;
  }
}

TEST_F(ApiRoutesTest, UnknownPathsAndMethodsSaySo) {
  const ServedResponse missing = get("/api/v1/execution");
  EXPECT_EQ(missing.status, 404);
  EXPECT_NE(missing.body.find("did you mean /api/v1/executions?"), std::string::npos);
  const ServedResponse method = send(request_of("PUT", "/api/v1/executions", "{}"));
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(header_of(method, "allow"), "GET, POST, HEAD, OPTIONS");
  const ServedResponse options = send(request_of("OPTIONS", "/api/v1/executions"));
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(header_of(options, "allow"), "GET, POST, HEAD, OPTIONS");
  EXPECT_EQ(send(request_of("OPTIONS", "/nothing")).status, 404);
  EXPECT_EQ(send(request_of("HEAD", "/healthz")).status, 200);
}

TEST_F(ApiRoutesTest, BodiesAreJson) {
  ServedRequest request = request_of("POST", "/api/v1/executions", "{}");
  for (const char* type : {"text/plain", "application/xml", "", "application/x-ndjson",
                           "application/json; charset=latin-1"}) {
    request.headers["content-type"] = type;
    EXPECT_EQ(send(request).status, 415) << type;
  }
  request.headers["content-type"] = "Application/JSON; charset=UTF-8";
  EXPECT_EQ(send(request).status, 201);
  request.headers["content-encoding"] = "gzip";
  EXPECT_EQ(send(request).status, 415);
  ServedRequest none = request_of("POST", "/api/v1/executions");
  EXPECT_EQ(send(none).status, 415);
  none.headers["content-type"] = "application/json";
  EXPECT_EQ(send(none).status, 400);
}

TEST_F(ApiRoutesTest, TheDocumentIsServedAndReadable) {
  const ServedResponse served = get("/openapi.json");
  const Json openapi = json_of(served);
  EXPECT_EQ(openapi.at("openapi"), "3.1.0");
  EXPECT_TRUE(openapi.at("components").at("securitySchemes").contains("key"));
  for (const auto& [path, methods] : openapi.at("paths").items()) {
    for (const auto& [method, operation] : methods.items()) {
      EXPECT_TRUE(operation.contains("summary")) << path;
      EXPECT_TRUE(operation.at("responses").contains("422")) << path;
      EXPECT_EQ(operation.at("security").empty(), !operation.contains("x-plumb-scope")) << path;
    }
  }
  const ServedResponse page = get("/docs");
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  for (const OperationRule& rule : document().operations()) {
    EXPECT_NE(page.body.find("id=\"" + rule.id + "\""), std::string::npos) << rule.id;
  }
  // Nothing that a browser would fetch or run.
  for (const char* words : {"<script", "src=", "href=\"http", "url(", "@import", "<link"}) {
    EXPECT_EQ(page.body.find(words), std::string::npos) << words;
  }
  EXPECT_NE(header_of(page, "content-security-policy").find("style-src 'sha256-"),
            std::string::npos);
}

// How many integers a document describes, each of which must have a bound that the check keeps to.
int bounded_integers(const Json& schema) {
  int count = 0;
  for (const auto& [name, value] : schema.items()) {
    if (value.is_structured()) count += bounded_integers(value);
  }
  if (!schema.is_object() || schema.value("type", Json()) != Json("integer")) return count;
  if (schema.contains("x-plumb-any-size")) return count;  // not read by the check
  EXPECT_LE(schema.value("maximum", schema.value("exclusiveMaximum", 1e300)), 9007199254740991.0)
      << schema;
  EXPECT_GE(schema.value("minimum", schema.value("exclusiveMinimum", -1e300)), -9007199254740991.0)
      << schema;
  return count + 1;
}

TEST_F(ApiRoutesTest, TheDocumentBoundsEveryIntegerAsTheCheckDoes) {
  EXPECT_GT(bounded_integers(json_of(get("/openapi.json"))), 50);
}

TEST_F(ApiRoutesTest, MetricsCountJobsAndRequests) {
  made_execution();
  const ServedResponse page = get("/metrics");
  EXPECT_NE(page.body.find("plumb_jobs{state=\"waiting\"} 1\n"), std::string::npos) << page.body;
  EXPECT_NE(page.body.find("execution.create"), std::string::npos) << page.body;
}

TEST_F(ApiRoutesTest, MetricsTellTheScoreOfWhatWasComparedBeforeTheStart) {
  StoredComparison comparison;
  comparison.execution = ExecutionId{made_execution()};
  comparison.baseline_execution = ExecutionId{made_execution()};
  const ProjectId project = must(store().projects().find("default")).id;
  for (const double score : {80.0, 37.5}) {
    comparison.drift_score = score;
    must(store().comparisons().add(project, comparison));
  }
  const std::string line = "plumb_drift_score{project=\"default\"} 37.5\n";
  EXPECT_NE(get("/metrics").body.find(line), std::string::npos);
}

TEST_F(ApiRoutesTest, TheProjectSaysHowLongItKeepsThings) {
  ServedRequest change = request_of("PATCH", "/api/v1/project", R"({"retention_days": 30})");
  EXPECT_EQ(json_of(send(change)).at("retention_days"), 30);
  EXPECT_EQ(json_of(get("/api/v1/project")).at("name"), "default");
  change.body = R"({"retention_days": 0})";
  EXPECT_EQ(send(change).status, 422);
}

class BusyStoreTest : public ApiTest {
 protected:
  void SetUp() override {
    set_patience(std::chrono::milliseconds(100));
    ApiTest::SetUp();
  }
  void expect_to_be_told_to_come_back() {
    const ServedResponse refused = post("/api/v1/executions", {{"name", "run"}});
    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_EQ(header_of(refused, "retry-after"), "5");
    EXPECT_FALSE(refused.body.contains("plumb.db")) << refused.body;
  }
};

TEST_F(BusyStoreTest, ALockedDatabaseIs503) {
  Store other = Store::open(address()).value();
  must(other.atomically([&]() -> Result<void> {
    PLUMB_CHECK_RESULT(other.projects().ensure("locks"));
    expect_to_be_told_to_come_back();
    return {};
  }));
  EXPECT_TRUE(log().contains("was locked by another process")) << log();
  EXPECT_EQ(post("/api/v1/executions", {{"name", "run"}}).status, 201);
}

TEST_F(BusyStoreTest, AStoreWithoutAConnectionToSpareIs503) {
  std::promise<void> has_it;
  std::promise<void> may_go;
  std::thread holder([&] {
    must(store().atomically([&]() -> Result<void> {
      has_it.set_value();
      may_go.get_future().wait();
      return {};
    }));
  });
  has_it.get_future().wait();
  expect_to_be_told_to_come_back();
  may_go.set_value();
  holder.join();
  EXPECT_TRUE(log().contains("were in use for 100 ms")) << log();
  EXPECT_EQ(post("/api/v1/executions", {{"name", "run"}}).status, 201);
}

class FullDiskTest : public ApiTest {
 protected:
  void SetUp() override {
    disk_.emplace(address().path.parent_path());
    if (!disk_->is_there()) GTEST_SKIP() << "only root may mount a small disk to fill it";
    ApiTest::SetUp();
  }

 private:
  std::optional<SmallDisk> disk_;
};

TEST_F(FullDiskTest, IsToldAsThatWithoutATimeToComeBack) {
  ASSERT_EQ(post("/api/v1/executions", {{"name", "run"}}).status, 201);
  Json results = Json::array();
  for (int i = 0; i < 15'000; ++i) results.push_back({{"response", std::string(500, 'x')}});
  const ServedResponse refused = post("/api/v1/executions/1/results", {{"results", results}});
  EXPECT_EQ(refused.status, 507) << refused.body;
  EXPECT_EQ(header_of(refused, "retry-after"), "");
  EXPECT_TRUE(refused.body.contains("has to make room")) << refused.body;
  EXPECT_FALSE(refused.body.contains("plumb.db")) << refused.body;
  EXPECT_TRUE(log().contains("plumb.db is full")) << log();
  const Json result = {{"response", "a"}};
  const Json few = {{"results", Json::array({result})}};
  EXPECT_EQ(json_of(post("/api/v1/executions/1/results", few)).at("added"), 1);
}

TEST_F(ApiRoutesTest, AServerRefusesInTheSameWords) {
  const ServedResponse refused = api().refuse(429, "the queue is full; ask again");
  EXPECT_EQ(refused.content_type, "application/problem+json");
  EXPECT_EQ(header_of(refused, "retry-after"), "1");
  EXPECT_EQ(json_of(refused).at("title"), "Too Many Requests");
}

TEST(ApiDocumentTest, AFragmentThatWouldNotBeCheckedIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {R"([])", "no JSON object"},
      {R"({"servers": []})", "has no \"servers\""},
      {R"({"paths": {"/a": {"get": {"responses": {}}}}})", "no operationId"},
      {R"({"paths": {"/a": {"trace": {"operationId": "a"}}}})", "no method that is served"},
      {R"({"paths": {"/a": {"get": {"operationId": "a", "x-plumb-scope": "root",
          "responses": {}}}}})",
       "unknown scope"},
      {R"({"paths": {"/a": {"get": {"operationId": "a", "responses": {},
          "parameters": [{"name": "x", "in": "cookie"}]}}}})",
       "would not be checked"},
      {R"({"paths": {"/a": {"get": {"operationId": "a", "responses": {},
          "parameters": [{"name": "x", "in": "query", "schema": {"not": {}}}]}}}})",
       "\"not\""},
      {R"({"components": {"schemas": {"A": {"nullable": true}}}})", "nullable"},
  };
  for (const auto& [text, words] : cases) {
    const ApiFragment fragments[] = {{"some.json", text}};
    const auto merged = ApiDocument::merge(fragments);
    ASSERT_FALSE(merged) << text;
    EXPECT_NE(merged.error().message.find(words), std::string::npos) << merged.error().message;
  }
  const ApiFragment twice[] = {{"a.json", R"({"components": {"schemas": {"A": {}}}})"},
                               {"b.json", R"({"components": {"schemas": {"A": {}}}})"}};
  EXPECT_FALSE(ApiDocument::merge(twice));
}

TEST(RequestJson, RefusesWithASentence) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "is empty"},
      {"{\"a\": 1,\n  \"b\": }", "line 2, column 8"},
      {"{\"ä\": x}", "line 1, column 7"},
      {"{\"a\": 1, \"a\": 2}", "the key \"a\" comes twice"},
      {"{\"a\": [{\"b\": 1, \"b\": 1}]}", "the key \"b\" comes twice"},
      {"{\"a\": 1e400}", "no double holds"},
      {"{\"a\": NaN}", "not valid JSON"},
      {"{\"a\": \"x\\u0000\"}", "U+0000"},
      {"{\"\\u0000\": 1}", "U+0000"},
      {"{\"a\": \"\\ud800\"}", "not valid JSON"},
      {"{\"a\":\n\"\xff\"}", "not valid UTF-8 at line 2"},
      {"{} {}", "not valid JSON"},
      {std::string(100, '['), "nested deeper"},
  };
  for (const auto& [text, words] : cases) {
    const auto read = read_json_body(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().status, 400);
    EXPECT_NE(read.error().detail.find(words), std::string::npos) << read.error().detail;
  }
}

TEST(RequestJson, ReadsWhatItShould) {
  const char* text =
      R"({"a": [1, -2, 1.5, true, null, {"b": ["x", {}]}], "c": 18446744073709551615})";
  const auto read = read_json_body(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, Json::parse(text));
  EXPECT_EQ(read->at("c").get<std::uint64_t>(), UINT64_MAX);
}

}  // namespace
}  // namespace plumb
