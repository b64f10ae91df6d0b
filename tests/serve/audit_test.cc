// Whatever is written for a caller and its line in the audit log are there together or not at all.
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "serve/api_fixture.h"
#include "serve/made_documents.h"
#include "store/sqlite_database.h"
#include "support/places.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

// Without SQLite's own, which counts the numbers that were given out.
constexpr std::string_view kTables =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE "
    "'\\'";

struct Write {
  std::string operation;
  ServedRequest request;
};

class AuditTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    use(TextEncoder{VectorOrigin{"words", std::string(64, 'a'), "f32", "none", 256},
                    testing::word_embedder()});
    database_ = must(open_sqlite({address().path, false}, {}));
  }

  // As if the server were killed when it comes to the line.
  void let_lines_fail(bool fail) {
    const char* const script =
        fail ? "CREATE TRIGGER no_line BEFORE INSERT ON audit_lines BEGIN SELECT RAISE(ABORT, "
               "'killed'); END"
             : "DROP TRIGGER no_line";
    must(
        database_->write([&](SqlConnection& connection) { return connection.run_script(script); }));
  }

  // Every row of every table.
  std::string content() {
    const auto text = [](const SqlRow& row) -> Result<std::string> {
      return std::string(row.bytes(0));
    };
    return must(database_->read([&](SqlConnection& connection) -> Result<std::string> {
      std::string all;
      PLUMB_TRY(const auto tables, connection.rows(text, kTables));
      for (const std::string& table : tables) {
        PLUMB_TRY(const std::string columns,
                  connection.only_row(text,
                                      "SELECT group_concat('quote(\"' || name || '\")', ' || "
                                      "') FROM pragma_table_info($1)",
                                      table));
        PLUMB_TRY(const auto rows,
                  connection.rows(text, "SELECT " + columns + " FROM " + table + " ORDER BY 1"));
        for (const std::string& row : rows) all += table + " " + row + "\n";
      }
      return all;
    }));
  }

  static std::string example(const char* path) {
    return must(read_file(source_path(path), 1 << 24));
  }
  static ServedRequest lines_of(std::string method, std::string path, std::string lines) {
    ServedRequest request = request_of(std::move(method), std::move(path), std::move(lines));
    request.headers["content-type"] = "application/x-ndjson";
    return request;
  }

  std::vector<Write> writes();
  std::vector<Write> writes_of_documents();

 private:
  std::unique_ptr<Database> database_;
};

// On the executions 1 and 2, which are there; each rests on those before it.
std::vector<Write> AuditTest::writes() {
  const Json result = {{"response", "a"}};
  const Json compare = {{"execution_id", 2}, {"baseline_execution_id", 1}};
  Json plain = compare;
  plain["embeddings"] = false;
  Json by_job = compare;
  by_job["wait_seconds"] = 0;
  const Json several = {
      {"execution_ids", {2, 3}}, {"baseline_execution_id", 1}, {"embeddings", false}};
  const std::string root = "/api/v1";
  return {
      {"project.change", request_of("PATCH", root + "/project", R"({"retention_days": 9})")},
      {"execution.create", request_of("POST", root + "/executions", "{}")},
      {"result.add", request_of("POST", root + "/executions/3/results",
                                Json{{"results", Json::array({result})}}.dump())},
      {"result.add", lines_of("POST", root + "/executions/3/results", "{\"response\": \"b\"}\n")},
      {"execution.complete", request_of("POST", root + "/executions/3/complete")},
      {"baseline.create", request_of("POST", root + "/baselines", R"({"execution_id": 1})")},
      {"baseline.change", request_of("PATCH", root + "/baselines/1", R"({"name": "b"})")},
      {"monitor.create",
       request_of("POST", root + "/monitors", R"({"name": "m", "baseline_id": 1})")},
      {"monitor.change", request_of("PATCH", root + "/monitors/1", R"({"enabled": false})")},
      {"drift.compare", request_of("POST", root + "/drift/compare", plain.dump())},
      {"drift.compare", request_of("POST", root + "/drift/compare", by_job.dump())},
      {"drift.compare_several",
       request_of("POST", root + "/drift/compare-several", several.dump())},
      {"monitor.delete", request_of("DELETE", root + "/monitors/1")},
      {"baseline.delete", request_of("DELETE", root + "/baselines/1")},
      {"execution.delete", request_of("DELETE", root + "/executions/3")},
      {"demo.load", request_of("POST", root + "/demo")},
  };
}

std::vector<Write> AuditTest::writes_of_documents() {
  const Json step = {{"session", "s"}, {"step", 0}, {"prompt", "p"}, {"response", "go on"}};
  const std::string root = "/api/v1";
  const std::string experiment = root + "/experiments/1";
  const auto log = [&](const std::string& name) {
    return lines_of("PUT", experiment + "/logs/" + name,
                    example(("examples/experiment/" + name).c_str()));
  };
  ServedRequest traces =
      request_of("POST", "/v1/traces", example("tests/golden/otlp/genai_agent.json"));
  return {
      {"session.upload",
       request_of("POST", root + "/sessions", Json{{"steps", Json::array({step})}}.dump())},
      {"session.measure",
       request_of("POST", root + "/sessions/1/curves", R"({"measure": "intent"})")},
      {"session.delete", request_of("DELETE", root + "/sessions/1")},
      {"traces.export", std::move(traces)},
      {"experiment.create", request_of("POST", root + "/experiments", R"({"name": "march"})")},
      {"experiment.put_log", log("baseline_runs.jsonl")},
      {"experiment.put_log", log("intent_runs.jsonl")},
      {"experiment.interpret",
       request_of("POST", experiment + "/interpretation", R"({"rescore": true})")},
      {"experiment.delete", request_of("DELETE", experiment)},
      {"stereotype.create", request_of("POST", root + "/stereotype-analyses",
                                       Json{{"document", stereotype_report()}}.dump())},
      {"stereotype.delete", request_of("DELETE", root + "/stereotype-analyses/1")},
      // The first key closes the door to everything else.
      {"key.create", request_of("POST", root + "/keys", R"({"scope": "admin"})")},
      {"key.revoke", request_of("DELETE", root + "/keys/1")},
  };
}

TEST_F(AuditTest, AWriteIsNotThereWithoutItsLine) {
  made_execution();
  made_execution();
  std::set<std::string> tried;
  std::string admin;
  std::vector<Write> all = writes();
  for (Write& each : writes_of_documents()) all.push_back(std::move(each));
  for (const Write& each : all) {
    SCOPED_TRACE(each.operation + " " + each.request.path);
    ServedRequest request = each.request;
    if (!admin.empty()) request.headers["authorization"] = "Bearer " + admin;
    const std::string before = content();
    let_lines_fail(true);
    const ServedResponse failed = send(request);
    EXPECT_GE(failed.status, 400) << failed.body;
    EXPECT_EQ(content(), before);
    let_lines_fail(false);
    const ServedResponse done = send(request);
    EXPECT_EQ(done.status / 100, 2) << done.body;
    EXPECT_NE(content(), before);
    tried.insert(each.operation);
    if (each.operation == "key.create") {
      const ProjectId project = must(store().projects().find("default")).id;
      const auto another = must(store().api_keys().create(project, {"", Scope::admin, {}}));
      admin = another.token.reveal();
    }
  }
  for (const OperationRule& rule : document().operations()) {
    if (rule.scope && rule.method != "GET") {
      EXPECT_TRUE(tried.contains(rule.id)) << rule.id << " was not tried";
    }
  }
}

// One of the protocol's own, which is no problem document.
TEST_F(AuditTest, ABodyOfSpansThatIsRefusedHasNoLine) {
  EXPECT_EQ(send(request_of("POST", "/v1/traces", "{")).status, 400);
  EXPECT_TRUE(json_of(get("/api/v1/audit")).at("items").empty());
}

}  // namespace
}  // namespace plumb
