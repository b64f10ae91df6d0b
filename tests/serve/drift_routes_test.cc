// The seed's walk-through and what surrounds it, through the API without a socket: every answer is
// held against the document by the fixture.
#include <thread>

#include "serve/api_fixture.h"
#include "serve/job_workers.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

JobWorkersOptions quick() {
  JobWorkersOptions options;
  options.poll = 10ms;
  options.first_retry = 10ms;
  return options;
}

// Vectors of 4 components from the first letters of a text.
TextEncoder letters(std::chrono::milliseconds pause = 0ms) {
  return {VectorOrigin{"letters", std::string(64, 'a'), "f32", "none", 4},
          [pause](std::span<const std::string_view> texts) {
            std::this_thread::sleep_for(pause);
            Embeddings out{.dimension = 4, .values = {}, .tokens = {}, .truncated = {}};
            for (const std::string_view text : texts) {
              float sums[4] = {1, 0, 0, 0};
              for (const char c : text) sums[static_cast<unsigned char>(c) % 4] += 1;
              out.values.insert(out.values.end(), std::begin(sums), std::end(sums));
              out.tokens.push_back(1);
              out.truncated.push_back(false);
            }
            return out;
          }};
}

class DriftRoutesTest : public ApiTest {
 protected:
  // Results by severity, in the seed's order: critical, high, medium, low.
  std::int64_t send_execution(const std::array<int, 4>& severities, const std::string& text,
                              bool complete = true) {
    const char* const names[] = {"critical", "high", "medium", "low"};
    Json results = Json::array();
    for (std::size_t level = 0; level < 4; ++level) {
      for (int i = 0; i < severities[level]; ++i) {
        const auto number = std::to_string(results.size());
        results.push_back({{"id", "r" + number},
                           {"response", text + std::string(results.size(), 'x')},
                           {"severity", names[level]}});
      }
    }
    const std::int64_t id = json_of(post("/api/v1/executions", {{"name", "run"}})).at("id");
    const std::string path = "/api/v1/executions/" + std::to_string(id);
    EXPECT_EQ(post(path + "/results", {{"results", results}}).status, 200);
    if (complete) must_be_completed(path);
    return id;
  }

  void must_be_completed(const std::string& path) {
    EXPECT_EQ(send(request_of("POST", path + "/complete")).status, 200);
  }

  void work() {
    workers_.emplace(services(), quick());
    must(workers_->start());
  }
  Json compare(const Json& body, int status) {
    const ServedResponse response = post("/api/v1/drift/compare", body);
    EXPECT_EQ(response.status, status) << response.body;
    return json_of(response);
  }
  Json job(std::int64_t id) { return json_of(get("/api/v1/jobs/" + std::to_string(id))); }

  void TearDown() override { workers_.reset(); }

 private:
  std::optional<JobWorkers> workers_;
};

TEST_F(DriftRoutesTest, TheSeedsWalkThrough) {
  use(letters());
  work();
  send_execution({0, 0, 0, 2}, "first");
  ASSERT_EQ(send_execution({4, 6, 6, 4}, "an answer "), 2);
  ASSERT_EQ(send_execution({7, 5, 5, 3}, "another answer "), 3);
  EXPECT_EQ(post("/api/v1/baselines", {{"execution_id", 2},
                                       {"name", "Baseline for Execution 3"},
                                       {"baseline_tag", "baseline-v1"}})
                .status,
            201);
  const Json made = compare({{"execution_id", 3}, {"baseline_execution_id", 2}}, 200);
  EXPECT_EQ(made.at("execution_id"), 3);
  EXPECT_EQ(made.at("baseline_execution_id"), 2);
  EXPECT_EQ(made.at("plumb"), "compare/1");
  EXPECT_EQ(made.at("results").size(), 7U);
  EXPECT_EQ(made.at("safety_score").at("current"), 0.0);
  EXPECT_EQ(made.at("safety_grade").at("current"), "F");
  for (const Json& result : made.at("results")) {
    if (result.at("metric") != "severity_psi") continue;
    EXPECT_NEAR(result.at("value").get<double>(), 0.1166, 5e-5);
  }
  EXPECT_EQ(json_of(get("/api/v1/drift/execution/3")), made);
  const Json summary = json_of(get("/api/v1/drift/execution/3/summary"));
  EXPECT_EQ(summary.at("drift_score"), made.at("drift_score"));
  EXPECT_EQ(summary.at("by_type").size(), 5U);
  double score = 100;
  const Json& counts = summary.at("severity_counts");
  score -= 20 * counts.at("critical").get<double>() + 10 * counts.at("high").get<double>() +
           5 * counts.at("medium").get<double>() + 2 * counts.at("low").get<double>();
  EXPECT_EQ(summary.at("drift_score"), score);
  const Json results = json_of(get("/api/v1/results/execution/3/summary"));
  EXPECT_EQ(results.at("total_results"), 20);
  EXPECT_EQ(results.at("severity_counts").at("critical"), 7);
  EXPECT_EQ(results.at("safety_score"), 0.0);
  EXPECT_EQ(results.at("safety_grade"), "F");
  EXPECT_EQ(results.at("drift_score"), made.at("drift_score"));
}

TEST_F(DriftRoutesTest, TheBaselineIsPreviousTaggedOrExplicit) {
  for (int i = 0; i < 3; ++i) send_execution({1, 2, 3, 4}, "answer ");
  send_execution({1, 2, 3, 4}, "open ", false);
  post("/api/v1/baselines", {{"execution_id", 1}, {"baseline_tag", "v1"}});
  const auto baseline = [&](Json body) {
    body["embeddings"] = false;
    return compare(body, 200).at("baseline_execution_id");
  };
  EXPECT_EQ(baseline({{"execution_id", 3}}), 2);
  EXPECT_EQ(baseline({{"execution_id", 3}, {"baseline_mode", "previous"}}), 2);
  EXPECT_EQ(baseline({{"execution_id", 3}, {"tag", "v1"}}), 1);
  EXPECT_EQ(baseline({{"execution_id", 3}, {"baseline_tag", "v1"}}), 1);
  EXPECT_EQ(baseline({{"execution_id", 3}, {"baseline_mode", "tagged"}, {"tag", "v1"}}), 1);
  EXPECT_EQ(baseline({{"execution_id", 3}, {"baseline_execution_id", 1}}), 1);
  compare({{"execution_id", 1}, {"baseline_mode", "previous"}}, 404);  // never itself
  compare({{"execution_id", 99}}, 404);
  compare({{"execution_id", 3}, {"baseline_execution_id", 99}}, 404);
  compare({{"execution_id", 3}, {"tag", "none"}}, 404);
  compare({{"execution_id", 4}}, 409);
  compare({{"execution_id", 3}, {"baseline_execution_id", 4}}, 409);
  compare({{"execution_id", 3}, {"baseline_mode", "explicit"}}, 422);
  compare({{"execution_id", 3}, {"baseline_mode", "previous"}, {"tag", "v1"}}, 422);
  const Json two = compare({{"execution_id", 3}, {"tag", "a"}, {"baseline_tag", "b"}}, 422);
  EXPECT_TRUE(two.at("detail").get<std::string>().starts_with("the body names no one baseline: "))
      << two;
  compare({{"execution_id", 3}, {"wait_seconds", 31}}, 422);
  compare({{"execution", 3}}, 422);
}

TEST_F(DriftRoutesTest, WaitsForEmbeddingsOrGivesAJob) {
  use(letters(150ms));
  send_execution({5, 5, 5, 5}, "one ");
  send_execution({5, 5, 5, 5}, "two ");
  // Nobody works: the wait ends, and there is no score.
  const Json accepted = compare({{"execution_id", 2}, {"wait_seconds", 0}}, 202);
  EXPECT_FALSE(accepted.contains("drift_score"));
  EXPECT_EQ(accepted.at("status_url"),
            "/api/v1/jobs/" + std::to_string(accepted.at("job_id").get<std::int64_t>()));
  EXPECT_EQ(job(accepted.at("job_id")).at("state"), "waiting");
  EXPECT_EQ(get("/api/v1/drift/execution/2").status, 404);
  work();
  const Json made = compare({{"execution_id", 2}}, 200);  // waited
  EXPECT_TRUE(made.at("drift_score").is_number());
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (job(accepted.at("job_id")).at("state") != "done" &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(10ms);
    pass(50ms);  // a job that met another at its embedding looks again by the store's clock
  }
  const Json done = job(accepted.at("job_id"));
  ASSERT_EQ(done.at("state"), "done") << done;
  const Json by_job = json_of(get(done.at("result").at("url")));
  EXPECT_EQ(by_job.at("results"), made.at("results"));
}

TEST_F(DriftRoutesTest, OnlySoManyRequestsWait) {
  use(letters());
  send_execution({5, 5, 5, 5}, "one ");
  send_execution({5, 5, 5, 5}, "two ");
  services().most_waiting = 1;
  const auto seat = services().seats.take(1);
  ASSERT_TRUE(seat);
  const auto began = std::chrono::steady_clock::now();
  compare({{"execution_id", 2}}, 202);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

TEST_F(DriftRoutesTest, WithoutAModelItSaysSo) {
  send_execution({5, 5, 5, 5}, "one ");
  send_execution({5, 5, 5, 5}, "two ");
  const Json problem = compare({{"execution_id", 2}}, 503);
  EXPECT_TRUE(problem.at("detail").get<std::string>().contains("this test has no model"));
  const Json without = compare({{"execution_id", 2}, {"embeddings", false}}, 200);
  for (const Json& type : without.at("by_type")) {
    EXPECT_EQ(type.at("applicable"),
              type.at("type") != "embedding" && type.at("type") != "agent_tool");
  }
}

TEST_F(DriftRoutesTest, NobodysVectorsPassForTheServers) {
  EXPECT_EQ(post("/api/v1/executions", {{"embedding_model", "plumb:letters"}}).status, 422);
  EXPECT_EQ(post("/api/v1/executions", {{"embedding_model", "letters"}}).status, 201);
}

TEST_F(DriftRoutesTest, SeveralAreComparedWithOneBaseline) {
  for (const char* text : {"base ", "one ", "quite another thing "}) {
    send_execution({5, 5, 5, 5}, text);
  }
  const auto response =
      post("/api/v1/drift/compare-several",
           {{"execution_ids", {3, 2}}, {"baseline_execution_id", 1}, {"embeddings", false}});
  ASSERT_EQ(response.status, 200) << response.body;
  const Json made = json_of(response);
  EXPECT_EQ(made.at("plumb"), "comparisons/1");
  ASSERT_EQ(made.at("comparisons").size(), 2U);
  EXPECT_EQ(made.at("comparisons")[0].at("execution_id"), 3);
  EXPECT_EQ(json_of(get("/api/v1/comparisons")).at("items").size(), 2U);
  EXPECT_EQ(json_of(get("/api/v1/comparisons?execution_id=2")).at("items").size(), 1U);
  EXPECT_EQ(json_of(get("/api/v1/comparisons/1")), made.at("comparisons")[0]);
  EXPECT_EQ(get("/api/v1/comparisons/9").status, 404);
  EXPECT_EQ(post("/api/v1/drift/compare-several", {{"execution_ids", {2, 2}}, {"tag", "x"}}).status,
            422);
  EXPECT_EQ(post("/api/v1/drift/compare-several", {{"execution_ids", {2}}}).status, 422);
}

TEST_F(DriftRoutesTest, MonitorsAreMadeChangedAndDeleted) {
  send_execution({5, 5, 5, 5}, "base ");
  post("/api/v1/baselines", {{"execution_id", 1}});
  const std::string host = "https://alerts.";
  const Json wanted = {{"name", "nightly"},
                       {"baseline_id", 1},
                       {"stream", "run"},
                       {"webhook", host + "example/hook"}};
  const auto response = post("/api/v1/monitors", wanted);
  ASSERT_EQ(response.status, 201) << response.body;
  const Json made = json_of(response);
  EXPECT_GE(made.at("signing_secret").get<std::string>().size(), 32U);
  const Json shown = json_of(get("/api/v1/monitors/1"));
  EXPECT_FALSE(shown.contains("signing_secret"));
  EXPECT_EQ(shown.at("webhook"), host + "example/hook");
  EXPECT_EQ(json_of(get("/api/v1/monitors")).at("items")[0], shown);
  const auto change = [&](const Json& body) {
    return send(request_of("PATCH", "/api/v1/monitors/1", body.dump()));
  };
  EXPECT_EQ(json_of(change({{"window_results", 100}})).at("window_results"), 100);
  EXPECT_EQ(change({{"window_results", 100}, {"window_minutes", 5}}).status, 422);  // both
  const auto by_time = json_of(change({{"window_minutes", 5}}));  // in place of the other kind
  EXPECT_EQ(by_time.at("window_minutes"), 5);
  EXPECT_TRUE(by_time.at("window_results").is_null());
  EXPECT_EQ(json_of(change({{"enabled", true}})).at("window_minutes"), 5);
  EXPECT_EQ(json_of(change({{"window_results", 100}})).at("window_results"), 100);
  EXPECT_EQ(
      json_of(change({{"window_results", nullptr}, {"window_minutes", 5}})).at("window_minutes"),
      5);
  EXPECT_EQ(change({{"webhook", "http://" + std::string("127.0.0.1/x")}}).status, 422);
  const Json moved = json_of(change({{"webhook", host + "example/other"}}));
  EXPECT_EQ(moved.at("webhook"), host + "example/other");
  EXPECT_FALSE(moved.contains("signing_secret"));
  EXPECT_TRUE(json_of(change({{"webhook", nullptr}})).at("webhook").is_null());
  // Whoever adds one later has not seen the secret when it counted.
  EXPECT_EQ(json_of(change({{"webhook", host + "example/hook"}})).at("signing_secret"),
            made.at("signing_secret"));
  EXPECT_EQ(change({{"baseline_id", 9}}).status, 404);
  EXPECT_EQ(change(Json::object()).status, 422);
  EXPECT_EQ(json_of(get("/api/v1/monitors/1/history?metric=drift_score")).at("items").size(), 0U);
  EXPECT_EQ(send(request_of("DELETE", "/api/v1/monitors/1")).status, 204);
  EXPECT_EQ(get("/api/v1/monitors/1").status, 404);
  EXPECT_EQ(get("/api/v1/monitors/1/history").status, 404);
}

TEST_F(DriftRoutesTest, AFailedJobSaysWhy) {
  work();
  const std::int64_t id = send_execution({5, 5, 5, 5}, "one ");
  const auto end = std::chrono::steady_clock::now() + 60s;
  const auto failed = [&] {
    return json_of(get("/api/v1/jobs?kind=embed&state=failed")).at("items");
  };
  // The clock of the store stands still, and retries wait for it.
  while (failed().empty() && std::chrono::steady_clock::now() < end) {
    pass(1s);
    std::this_thread::sleep_for(10ms);
  }
  ASSERT_EQ(failed().size(), 1U);
  EXPECT_EQ(failed()[0].at("last_error"), "this test has no model");
  EXPECT_EQ(failed()[0].at("subject").at("execution_id"), id);
}

}  // namespace
}  // namespace plumb
