// What the page about an execution asks, through the API without a socket: every answer is held
// against the document by the fixture.
#include <thread>

#include "serve/api_fixture.h"
#include "serve/job_workers.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

// Vectors of 8 components from the letters of a text.
TextEncoder letters() {
  return {VectorOrigin{"letters", std::string(64, 'a'), "f32", "none", 8},
          [](std::span<const std::string_view> texts) {
            Embeddings out{.dimension = 8, .values = {}, .tokens = {}, .truncated = {}};
            for (const std::string_view text : texts) {
              float sums[8] = {1, 0, 0, 0, 0, 0, 0, 0};
              for (const char c : text) sums[static_cast<unsigned char>(c) % 8] += 1;
              out.values.insert(out.values.end(), std::begin(sums), std::end(sums));
              out.tokens.push_back(1);
              out.truncated.push_back(false);
            }
            return out;
          }};
}

class ViewsTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    use(letters());
    JobWorkersOptions options;
    options.poll = 10ms;
    workers_.emplace(services(), options);
    must(workers_->start());
  }
  void TearDown() override { workers_.reset(); }

  // Results that alternate between two topics; those of "billing" say `billing`.
  std::int64_t send_execution(const std::string& billing, int results = 40) {
    Json lines = Json::array();
    for (int i = 0; i < results; ++i) {
      const bool is_billing = i % 2 == 0;
      lines.push_back({{"id", "r" + std::to_string(i)},
                       {"prompt", "question " + std::to_string(i)},
                       {"response", (is_billing ? billing : "steady answer ") +
                                        std::string(static_cast<std::size_t>(i % 7), 'n')},
                       {"severity", is_billing ? "low" : "info"},
                       {"tools", is_billing ? Json{"search", "mail"} : Json{"search"}},
                       {"labels", {{"topic", is_billing ? "billing" : "setup"}}}});
    }
    const std::int64_t id = json_of(post("/api/v1/executions", {{"name", "run"}})).at("id");
    const std::string path = "/api/v1/executions/" + std::to_string(id);
    EXPECT_EQ(post(path + "/results", {{"results", lines}}).status, 200);
    EXPECT_EQ(send(request_of("POST", path + "/complete")).status, 200);
    return id;
  }

  void compare(std::int64_t current, std::int64_t baseline) {
    const ServedResponse answer = post(
        "/api/v1/drift/compare", {{"execution_id", current}, {"baseline_execution_id", baseline}});
    EXPECT_EQ(answer.status, 200) << answer.body;
  }

  Json view(const std::string& rest, int status = 200) {
    const ServedResponse answer = get("/api/v1/drift/execution/" + rest);
    EXPECT_EQ(answer.status, status) << answer.body;
    return json_of(answer);
  }

 private:
  std::optional<JobWorkers> workers_;
};

TEST_F(ViewsTest, AggregatesAreOfBothSidesAndOfTheLabelsThatAreAskedFor) {
  const auto base = std::to_string(send_execution("pay here "));
  const auto current = std::to_string(send_execution("we are so very sorry about that "));
  compare(2, 1);
  const Json all = view(current + "/aggregates");
  EXPECT_EQ(all.at("baseline_execution_id"), 1);
  EXPECT_EQ(all.at("current").at("rows"), 40);
  EXPECT_TRUE(all.at("current").at("is_exact").get<bool>());
  EXPECT_TRUE(all.at("current").at("is_embedded").get<bool>());
  EXPECT_EQ(all.at("severities").size(), 6U);
  ASSERT_EQ(all.at("label_values").size(), 1U);
  EXPECT_EQ(all.at("label_values")[0].at("values").size(), 2U);
  EXPECT_EQ(all.at("tools")[0].at("name").get<std::string>(), "search");
  EXPECT_EQ(all.at("tools")[0].at("baseline"), 40);
  EXPECT_EQ(all.at("lengths").at("edges").size(), all.at("lengths").at("current").size() + 1);

  const Json billing = view(current + "/aggregates?label=topic:billing");
  EXPECT_EQ(billing.at("current").at("rows"), 20);
  EXPECT_EQ(billing.at("baseline").at("rows"), 20);
  EXPECT_EQ(billing.at("label_values"), all.at("label_values"));
  for (const Json& tool : billing.at("tools")) EXPECT_EQ(tool.at("current"), 20);
  for (const Json& level : billing.at("severities")) {
    const bool is_low = level.at("severity").get<std::string>() == "low";
    EXPECT_EQ(level.at("current"), is_low ? 20 : 0);
  }
  const Json nothing = view(current + "/aggregates?label=topic:none");
  EXPECT_EQ(nothing.at("current").at("rows"), 0);
  EXPECT_TRUE(nothing.at("lengths").is_null());
  EXPECT_EQ(view(current + "/aggregates?baseline_execution_id=" + base), all);
}

TEST_F(ViewsTest, WhatIsLeftOutOfALongListIsCounted) {
  for (int run = 0; run < 2; ++run) {
    Json lines = Json::array();
    for (int i = 0; i < 250; ++i) {
      lines.push_back({{"response", "answer"}, {"tools", {"first", "t" + std::to_string(i)}}});
    }
    const std::int64_t id = json_of(post("/api/v1/executions", Json::object())).at("id");
    const std::string path = "/api/v1/executions/" + std::to_string(id);
    EXPECT_EQ(post(path + "/results", {{"results", lines}}).status, 200);
    EXPECT_EQ(send(request_of("POST", path + "/complete")).status, 200);
  }
  const Json sums = view("2/aggregates?baseline_execution_id=1");
  const Json tools = {{"listed", 200}, {"left_out", 51}, {"baseline", 500}, {"current", 500}};
  EXPECT_EQ(sums.at("tools").size(), 200U);
  EXPECT_EQ(sums.at("tool_totals"), tools) << sums.at("tool_totals");
  const Json& transitions = sums.at("transition_totals");
  EXPECT_EQ(transitions.at("listed"), sums.at("transitions").size());
  EXPECT_GT(transitions.at("left_out"), 0);
  EXPECT_EQ(transitions.at("baseline"), transitions.at("current"));
}

TEST_F(ViewsTest, ALabelsNameMayHoldAnything) {
  const std::string name = "gen_ai:system\\x";
  for (int run = 0; run < 2; ++run) {
    Json lines = Json::array();
    for (int i = 0; i < 10; ++i) {
      lines.push_back({{"response", "answer"}, {"labels", {{name, i < 4 ? "a:b" : "c"}}}});
    }
    const Json labels = {{name, "n:" + std::to_string(run)}};
    const std::int64_t id = json_of(post("/api/v1/executions", {{"labels", labels}})).at("id");
    const std::string path = "/api/v1/executions/" + std::to_string(id);
    EXPECT_EQ(post(path + "/results", {{"results", lines}}).status, 200);
    EXPECT_EQ(send(request_of("POST", path + "/complete")).status, 200);
  }
  const std::string written = R"(gen_ai\:system\\x:)";
  const Json part = view("2/aggregates?baseline_execution_id=1&label=" + written + "a:b");
  EXPECT_EQ(part.at("current").at("rows"), 4);
  EXPECT_EQ(part.at("labels")[0].at("name"), name);
  EXPECT_EQ(part.at("labels")[0].at("value"), "a:b");
  const Json found = json_of(get("/api/v1/executions?label=" + written + "n:1")).at("items");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at("id"), 2);
}

TEST_F(ViewsTest, TheDriftOfAPartIsThatOfTheResultsInIt) {
  send_execution("pay here ");
  send_execution("we are so very sorry about that and cannot say when ");
  compare(2, 1);
  const Json setup = view("2/part?label=topic:setup");
  const Json billing = view("2/part?label=topic:billing");
  EXPECT_EQ(setup.at("verdict").get<std::string>(), "stable");
  EXPECT_EQ(billing.at("verdict").get<std::string>(), "drifted");
  EXPECT_LT(billing.at("drift_score").get<double>(), 100);
  EXPECT_EQ(billing.at("sides").at("current").at("results"), 20);
  EXPECT_EQ(billing.at("labels")[0].at("value").get<std::string>(), "billing");
  EXPECT_TRUE(billing.at("is_exact").get<bool>());
  EXPECT_EQ(view("2/part?label=topic:billing"), billing);  // from memory, the same

  // Of everything it is the comparison that is kept.
  Json whole = view("2/part");
  const Json kept = view("2");
  EXPECT_EQ(whole.at("results"), kept.at("results"));
  view("2/part?label=topic:none", 404);
}

TEST_F(ViewsTest, TheMapHasBothSidesOnTheBaselinesPlane) {
  send_execution("pay here ");
  send_execution("we are so very sorry ");
  compare(2, 1);
  const Json map = view("2/map");
  EXPECT_EQ(map.at("model").get<std::string>(), "letters");
  EXPECT_EQ(map.at("dimension"), 8);
  EXPECT_EQ(map.at("fitted_rows"), 40);
  ASSERT_EQ(map.at("explained_variance").size(), 2U);
  for (const char* side : {"baseline", "current"}) {
    EXPECT_EQ(map.at(side).at("total"), 40);
    EXPECT_EQ(map.at(side).at("results"), 40);
    for (const char* list : {"ids", "x", "y", "excerpts"}) {
      EXPECT_EQ(map.at(side).at(list).size(), 40U) << list;
    }
  }
  const Json some = view("2/map?points=10&label=topic:setup");
  EXPECT_EQ(some.at("current").at("ids").size(), 5U);
  EXPECT_EQ(some.at("current").at("total"), 20);
  EXPECT_EQ(some.at("current").at("results"), 20);
  EXPECT_EQ(some.at("explained_variance"), map.at("explained_variance"));
  view("2/map?points=2001", 422);
}

TEST_F(ViewsTest, TheResponsesThatMovedMostComeWithTheirTexts) {
  send_execution("pay here ");
  const std::string long_text(5'000, 'z');
  send_execution(long_text);
  compare(2, 1);
  const Json moved = view("2/moved?limit=5");
  EXPECT_TRUE(moved.at("is_paired").get<bool>());
  ASSERT_EQ(moved.at("items").size(), 5U);
  double before = 2;
  for (const Json& item : moved.at("items")) {
    EXPECT_EQ(item.at("labels").at("topic").get<std::string>(), "billing");
    EXPECT_EQ(item.at("response").get<std::string>().size(), 4'000U);
    EXPECT_TRUE(item.at("is_cut").get<bool>());
    EXPECT_TRUE(item.at("prompt").get<std::string>().starts_with("question "));
    EXPECT_TRUE(item.at("baseline").at("response").get<std::string>().starts_with("pay here"));
    EXPECT_EQ(item.at("baseline").at("id"), item.at("id"));
    EXPECT_LE(item.at("distance").get<double>(), before);
    before = item.at("distance");
  }
  EXPECT_NEAR(view("2/moved?label=topic:setup").at("items")[0].at("distance").get<double>(), 0,
              1e-5);
}

TEST_F(ViewsTest, WhatWasNeverComparedSaysSo) {
  send_execution("a ");
  send_execution("b ");
  for (const char* kind : {"aggregates", "part", "map", "moved"}) {
    view(std::string("2/") + kind, 404);
    view(std::string("99/") + kind, 404);
    view(std::string("2/") + kind + "?baseline_execution_id=99", 404);
  }
  EXPECT_EQ(view("2/aggregates?baseline_execution_id=1").at("baseline").at("rows"), 40);
  const std::int64_t open = json_of(post("/api/v1/executions", Json::object())).at("id");
  view(std::to_string(open) + "/aggregates?baseline_execution_id=1", 409);
}

TEST_F(ViewsTest, AMatrixHasARowARun) {
  send_execution("pay here ");
  send_execution("we are so very sorry ");
  send_execution("pay here ");
  compare(2, 1);
  compare(3, 1);
  compare(3, 2);
  const auto matrix = [&](const std::string& query) {
    const ServedResponse answer = get("/api/v1/drift/matrix" + query);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return json_of(answer);
  };
  const Json with_first = matrix(
      "?execution_id=1&execution_id=2&execution_id=3&"
      "baseline_execution_id=1");
  EXPECT_EQ(with_first.at("metrics").size(), 7U);
  const Json& runs = with_first.at("runs");
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_TRUE(runs[0].at("comparison_id").is_null());
  EXPECT_TRUE(runs[0].at("cells").empty());
  EXPECT_EQ(runs[1].at("cells").size(), 7U);
  EXPECT_EQ(runs[2].at("baseline_execution_id"), 1);
  EXPECT_FALSE(runs[1].at("cells")[0].at("p_value").is_null());
  EXPECT_EQ(matrix("?execution_id=3").at("runs")[0].at("baseline_execution_id"), 2);
  EXPECT_EQ(matrix("").at("runs").size(), 3U);
  EXPECT_EQ(get("/api/v1/drift/matrix?execution_id=99").status, 404);
  EXPECT_EQ(get("/api/v1/drift/matrix?baseline_execution_id=99").status, 404);
}

TEST_F(ViewsTest, AListAndTheOverviewShowWhatDrifted) {
  const std::int64_t base = send_execution("pay here ");
  EXPECT_EQ(post("/api/v1/baselines", {{"execution_id", base}, {"tag", "v1"}}).status, 201);
  send_execution("we are so very sorry about that and cannot say when ");
  compare(2, 1);
  const Json items = json_of(get("/api/v1/executions")).at("items");
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].at("newest_comparison").at("verdict").get<std::string>(), "drifted");
  EXPECT_EQ(items[0].at("newest_comparison").at("baseline_execution_id"), 1);
  EXPECT_TRUE(items[1].at("newest_comparison").is_null());
  EXPECT_EQ(items[1].at("baselines")[0].at("tag").get<std::string>(), "v1");

  const Json overview = json_of(get("/api/v1/overview?since=2027-01-15T00:00:00Z"));
  EXPECT_EQ(overview.at("totals").at("executions"), 2);
  EXPECT_EQ(overview.at("totals").at("results"), 80);
  EXPECT_EQ(overview.at("changes").at("comparisons").at("drifted"), 1);
  EXPECT_EQ(overview.at("changes").at("drifted")[0].at("execution_id"), 2);
  EXPECT_TRUE(json_of(get("/api/v1/overview")).at("changes").is_null());
  const std::string now = overview.at("now");
  pass(1s);
  const Json later = json_of(get("/api/v1/overview?since=2027-01-15T08:00:00.001Z"));
  EXPECT_EQ(later.at("changes").at("executions"), 0) << now;
}

TEST_F(ViewsTest, ABaselineIsTaggedByPatch) {
  send_execution("pay here ");
  const std::int64_t id =
      json_of(post("/api/v1/baselines", {{"execution_id", 1}, {"tag", "v1"}})).at("id");
  const std::string path = "/api/v1/baselines/" + std::to_string(id);
  const auto patch = [&](const Json& body) { return send(request_of("PATCH", path, body.dump())); };
  EXPECT_EQ(json_of(patch({{"tag", "v2"}})).at("tag").get<std::string>(), "v2");
  EXPECT_EQ(json_of(patch({{"name", "night"}})).at("tag").get<std::string>(), "v2");
  EXPECT_TRUE(json_of(patch({{"tag", nullptr}})).at("tag").is_null());
  EXPECT_EQ(json_of(get(path)).at("name").get<std::string>(), "night");
  EXPECT_EQ(patch({{"tag", "not a tag"}}).status, 422);
}

class PairsTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    Json rows = Json::array();
    for (int i = 0; i < 6; ++i) {
      Json row = {{"entry",
                   {{"bias_type", i % 2 == 0 ? "framing" : "anchoring"},
                    {"emgsd_stereotype_type", i < 3 ? "profession" : "gender"},
                    {"turn2_response", "answer " + std::to_string(i)}}},
                  {"drift_drift_score", 0.1 * i},
                  {"drift_raw_drift", i % 2 == 0 ? 0.1 * i : -0.1 * i},
                  {"drift_significant_drift", i > 2}};
      rows.push_back(row);
    }
    rows[0]["drift_drift_score"] = nullptr;
    rows.push_back(17);  // somebody else's document
    const Json document = {{"plumb", "stereotype-report/1"},
                           {"classifier", {{"classifier", "made"}, {"note", "stands in"}}},
                           {"models",
                            {{{"model", "a"}, {"rows", rows}, {"summary", "kept"}},
                             {{"model", "b"}, {"rows", 3}},
                             5}}};
    // As one may be from before documents were held against their schema.
    StoredStereotypeAnalysis analysis;
    analysis.name = "x";
    analysis.document = document.dump();
    const auto made = must(
        store().stereotype_analyses().add(must(store().projects().find("default")).id, analysis));
    path_ = "/api/v1/stereotype-analyses/" + std::to_string(number_of(made.id));
  }

  std::vector<int> numbers(const std::string& query) {
    const ServedResponse answer = get(path_ + "/pairs" + query);
    EXPECT_EQ(answer.status, 200) << answer.body;
    std::vector<int> found;
    const Json page = json_of(answer);
    for (const Json& item : page.at("items")) found.push_back(item.at("number"));
    return found;
  }

  std::string path_;
};

TEST_F(PairsTest, AreFoundByTheCellThatTheyStandFor) {
  EXPECT_EQ(numbers(""), (std::vector{5, 4, 3, 2, 1, 0}));  // without a value: last
  EXPECT_EQ(numbers("?order=asc"), (std::vector{1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(numbers("?sort=raw_drift"), (std::vector{4, 2, 0, 1, 3, 5}));
  EXPECT_EQ(numbers("?sort=entry"), (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(numbers("?bias_type=framing&stereotype_type=gender"), (std::vector{4}));
  EXPECT_EQ(numbers("?significant=true"), (std::vector{5, 4, 3}));
  EXPECT_EQ(numbers("?model=a&significant=false"), (std::vector{2, 1, 0}));
  EXPECT_TRUE(numbers("?model=b").empty());
  EXPECT_TRUE(numbers("?bias_type=none").empty());
}

TEST_F(PairsTest, ComeInPages) {
  const Json first = json_of(get(path_ + "/pairs?limit=4"));
  EXPECT_EQ(first.at("total"), 6);
  EXPECT_EQ(first.at("items").size(), 4U);
  const std::string cursor = first.at("next_cursor");
  EXPECT_EQ(numbers("?limit=4&cursor=" + cursor), (std::vector{1, 0}));
  EXPECT_TRUE(json_of(get(path_ + "/pairs?limit=4&cursor=" + cursor)).at("next_cursor").is_null());
  for (const std::string& query : {std::string("cursor=99"), "cursor=" + cursor + "&sort=entry",
                                   "cursor=" + cursor + "&model=a", "cursor=" + cursor + "00"}) {
    const auto refused = get(path_ + "/pairs?" + query);
    EXPECT_EQ(refused.status, 422) << query;
    EXPECT_EQ(json_of(refused).at("errors")[0].at("field"), "cursor") << query;
  }
}

TEST_F(PairsTest, SayWhoGaveTheScores) {
  const Json classifier = {{"classifier", "made"}, {"note", "stands in"}};
  EXPECT_EQ(json_of(get(path_ + "/pairs?limit=1")).at("classifier"), classifier);
  EXPECT_EQ(json_of(get(path_ + "/pairs?model=b")).at("classifier"), classifier);
}

TEST_F(PairsTest, ASummaryLeavesThemOut) {
  const Json models = json_of(get(path_ + "/summary")).at("document").at("models");
  EXPECT_EQ(models[0].at("total_pairs"), 7);
  EXPECT_FALSE(models[0].contains("rows"));
  EXPECT_EQ(models[0].at("summary").get<std::string>(), "kept");
  EXPECT_EQ(models[1].at("total_pairs"), 0);
}

}  // namespace
}  // namespace plumb
