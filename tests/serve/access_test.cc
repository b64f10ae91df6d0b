// Who may ask what. The matrix of routes and credentials is made from the API document, so a route
// that is added is in it.
#include <chrono>
#include <set>

#include "serve/api_fixture.h"
#include "serve/origin_check.h"
#include "serve/rate_limit.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

class AccessTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    made_ = made_execution();  // of the project "default", while no key is needed
    EXPECT_EQ(post("/api/v1/baselines", {{"execution_id", made_}, {"tag", "x"}}).status, 201);
    project_ = must(store().projects().find("default")).id;
    // Of the same number, so that no thing which another project makes takes their place.
    EXPECT_EQ(number_of(must(store().experiments().create(project_, "x")).id), made_);
    const Json step = {{"session", "x"}, {"step", 0}, {"prompt", "p"}, {"response", "r"}};
    EXPECT_EQ(post("/api/v1/sessions", {{"steps", Json::array({step})}}).status, 201);
    other_ = must(store().projects().create("other")).id;
  }

  std::string key(ProjectId project, Scope scope, std::optional<UtcTime> expires = {}) {
    return std::string(
        must(store().api_keys().create(project, {"test", scope, expires})).token.reveal());
  }

  // A request as the document's own example has it, on the things that SetUp made.
  ServedRequest example_of(const OperationRule& rule, const std::string& token) {
    std::string path = rule.path;
    for (const ParameterRule& parameter : rule.parameters) {
      if (!parameter.is_in_path) continue;
      const std::string hole = "{" + parameter.name + "}";
      const Json schema = document().schemas().resolved(parameter.schema);
      std::string value = schema.value("type", "") == "integer" ? std::to_string(made_) : "x";
      if (schema.contains("enum")) value = schema.at("enum").at(0).get<std::string>();
      path.replace(path.find(hole), hole.size(), value);
    }
    ServedRequest request = request_of(rule.method, path, body_of(rule));
    if (!token.empty()) request.headers["authorization"] = "Bearer " + token;
    return request;
  }

  std::string body_of(const OperationRule& rule) {
    if (rule.media.empty()) return "";
    const auto& openapi = document().openapi();
    std::string method = rule.method;
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    const auto& content =
        openapi.at("paths").at(rule.path).at(method).at("requestBody").at("content");
    if (!content.contains("application/json")) return "";
    const auto& media = content.at("application/json");
    return media.contains("example") ? media.at("example").dump() : "{}";
  }

  std::int64_t made_ = 0;
  ProjectId project_{};
  ProjectId other_{};
};

TEST_F(AccessTest, TheMatrixOfRoutesAndCredentials) {
  const std::string admin = key(project_, Scope::admin);
  const std::string read = key(project_, Scope::read);
  const std::string write = key(project_, Scope::write);
  const std::string others = key(other_, Scope::admin);
  const auto now = UtcTime(std::chrono::milliseconds(1'800'000'000'000));
  const std::string expired = key(project_, Scope::admin, now + 1h);
  pass(2h);
  const auto revoked = must(store().api_keys().create(project_, {"gone", Scope::admin, {}}));
  must(store().api_keys().revoke(project_, revoked.key.id));
  const std::string bad = admin.substr(0, admin.size() - 4) + "0000";

  std::size_t scoped = 0;
  for (const OperationRule& rule : document().operations()) {
    SCOPED_TRACE(rule.id);
    if (!rule.scope) {
      // The example's key opens nothing, and a build may have no dashboard.
      const int status = send(example_of(rule, "")).status;
      if (rule.id == "sign_in.start") {
        EXPECT_EQ(status, 401);
      } else if (rule.id == "web.asset") {
        EXPECT_EQ(status, 404);
      } else {
        EXPECT_EQ(status / 100, 2) << "is open to anyone";
      }
      continue;
    }
    ++scoped;
    for (const std::string& token : {std::string(), bad, expired, std::string("plumb_x"),
                                     std::string(revoked.token.reveal())}) {
      const ServedResponse refused = send(example_of(rule, token));
      EXPECT_EQ(refused.status, 401) << refused.body;
      EXPECT_TRUE(header_of(refused, "www-authenticate").starts_with("Bearer")) << refused.body;
    }
    const int with_read = send(example_of(rule, read)).status;
    EXPECT_EQ(with_read == 403, *rule.scope > Scope::read) << with_read;
    if (*rule.scope == Scope::admin) {
      EXPECT_EQ(send(example_of(rule, write)).status, 403);
    }

    if (rule.id == "demo.load") continue;  // would fill the other project

    // Things of another project are not there.
    const ServedResponse foreign = send(example_of(rule, others));
    const bool has_id = rule.path.contains('{');
    if (has_id) {
      EXPECT_EQ(foreign.status, 404) << foreign.body;
    }
    if (!has_id && rule.method == "GET") {
      ASSERT_EQ(foreign.status, 200) << foreign.body;
      const Json page = json_of(foreign);
      // What the other project's own requests of this loop left in its audit log is its own.
      if (page.is_object() && page.contains("items") && rule.id != "audit.list" &&
          rule.id != "key.list" && rule.id != "project.list") {
        EXPECT_TRUE(page.at("items").empty()) << foreign.body;
      }
    }
    EXPECT_LT(foreign.status, 500);
  }
  EXPECT_GE(scoped, 15U);
  EXPECT_EQ(log(), "");
}

// What a key opens, the cookie opens that it was exchanged for: no more, and no write without the
// token.
TEST_F(AccessTest, TheMatrixOfRoutesAndCookies) {
  struct Signed {
    std::string cookie;
    std::string csrf;
  };
  const auto sign_in = [&](ProjectId project, Scope scope) {
    const ServedResponse answer = post("/api/v1/sign-in", {{"key", key(project, scope)}});
    const std::string set = header_of(answer, "set-cookie");
    return Signed{set.substr(0, set.find(';')), json_of(answer).value("csrf_token", "")};
  };
  const Signed read = sign_in(project_, Scope::read);
  const Signed write = sign_in(project_, Scope::write);
  const Signed others = sign_in(other_, Scope::admin);
  const auto gone = must(store().api_keys().create(project_, {"gone", Scope::admin, {}}));
  const ServedResponse signed_in = post("/api/v1/sign-in", {{"key", gone.token.reveal()}});
  const std::string set = header_of(signed_in, "set-cookie");
  const Signed ended{set.substr(0, set.find(';')), json_of(signed_in).value("csrf_token", "")};
  must(store().api_keys().revoke(project_, gone.key.id));
  const Signed made_up{"plumb_sign_in=" + std::string(64, 'a'), std::string(64, 'b')};

  const auto ask = [&](const OperationRule& rule, const Signed& who, const std::string& csrf) {
    ServedRequest request = example_of(rule, "");
    request.headers["cookie"] = who.cookie;
    if (!csrf.empty()) request.headers["x-csrf-token"] = csrf;
    return send(request);
  };
  std::size_t writes = 0;
  for (const OperationRule& rule : document().operations()) {
    SCOPED_TRACE(rule.id);
    if (!rule.scope) continue;
    EXPECT_EQ(ask(rule, ended, ended.csrf).status, 401);
    EXPECT_EQ(ask(rule, made_up, made_up.csrf).status, 401);
    const bool is_write = rule.method != "GET";
    writes += is_write ? 1 : 0;
    for (const std::string& csrf : {std::string(), write.csrf, read.cookie}) {
      if (is_write) {
        EXPECT_EQ(ask(rule, read, csrf).status, 403);
        EXPECT_EQ(ask(rule, others, csrf).status, 403);
      }
    }
    EXPECT_EQ(ask(rule, read, read.csrf).status == 403, *rule.scope > Scope::read);
    if (*rule.scope == Scope::admin) {
      EXPECT_EQ(ask(rule, write, write.csrf).status, 403);
    }
    if (rule.path.contains('{')) {
      EXPECT_EQ(ask(rule, others, others.csrf).status, 404);
    }
  }
  EXPECT_GE(writes, 10U);
}

TEST_F(AccessTest, AnotherProjectsAuditAndKeysStayItsOwn) {
  const std::string others = key(other_, Scope::admin);
  key(project_, Scope::read);
  for (const char* path : {"/api/v1/audit", "/api/v1/keys"}) {
    ServedRequest request = request_of("GET", path);
    request.headers["authorization"] = "Bearer " + others;
    const Json page = json_of(send(request));
    for (const Json& item : page.at("items")) {
      EXPECT_TRUE(item.value("prefix", "") == others.substr(6, 12)) << item;
    }
  }
}

TEST_F(AccessTest, AKeysStatusSaysWhetherItOpensAnything) {
  const auto now = UtcTime(std::chrono::milliseconds(1'800'000'000'000));
  const std::string admin = key(project_, Scope::admin);
  key(project_, Scope::read, now + 1h);
  const auto gone = must(store().api_keys().create(project_, {"gone", Scope::read, now + 1h}));
  must(store().api_keys().revoke(project_, gone.key.id));
  pass(2h);
  ServedRequest request = request_of("GET", "/api/v1/keys?order=asc");
  request.headers["authorization"] = "Bearer " + admin;
  std::vector<std::string> statuses;
  const Json page = json_of(send(request));
  for (const Json& item : page.at("items")) statuses.push_back(item.at("status"));
  EXPECT_EQ(statuses, (std::vector<std::string>{"valid", "expired", "revoked"}));
}

TEST_F(AccessTest, AnAdminSeesWhichProjectsThereAre) {
  const auto names = [&](const std::string& token) {
    ServedRequest request = request_of("GET", "/api/v1/projects?order=asc");
    if (!token.empty()) request.headers["authorization"] = "Bearer " + token;
    std::vector<std::string> found;
    const Json page = json_of(send(request));
    for (const Json& item : page.at("items")) found.push_back(item.at("name"));
    return found;
  };
  const std::vector<std::string> all = {"default", "other"};
  EXPECT_EQ(names(""), all);  // while there is no key
  EXPECT_EQ(names(key(other_, Scope::admin)), all);
  EXPECT_EQ(names(key(other_, Scope::write)), std::vector<std::string>{"other"});
  EXPECT_EQ(names(key(project_, Scope::read)), std::vector<std::string>{"default"});
}

TEST_F(AccessTest, WhoMayOnlyReadSeesNoMoreOfAWebhookThanItsHost) {
  const std::string host = "https://hooks.example:8443";
  const std::string whole = host + "/services/T0/secret-path?token=SECRET#x";
  const auto made =
      post("/api/v1/monitors", {{"name", "m"}, {"baseline_id", 1}, {"webhook", whole}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string path = "/api/v1/monitors/" + json_of(made).at("id").dump();
  const auto seen_by = [&](Scope scope) {
    const std::string token = key(project_, scope);
    const auto ask = [&](const std::string& target) {
      ServedRequest request = request_of("GET", target);
      request.headers["authorization"] = "Bearer " + token;
      return json_of(send(request));
    };
    const Json one = ask(path).at("webhook");
    EXPECT_EQ(ask("/api/v1/monitors").at("items").at(0).at("webhook"), one);
    return one;
  };
  EXPECT_EQ(seen_by(Scope::read), host);
  EXPECT_EQ(seen_by(Scope::write), whole);
  EXPECT_EQ(seen_by(Scope::admin), whole);
}

TEST_F(AccessTest, TheFirstKeyEndsTheOpenDoor) {
  EXPECT_EQ(get("/api/v1/executions").status, 200);
  const auto made = must(store().api_keys().create(project_, {"ci", Scope::write, {}}));
  EXPECT_EQ(get("/api/v1/executions").status, 401);
  // And the last one's end does not open it again.
  must(store().api_keys().revoke(project_, made.key.id));
  EXPECT_EQ(get("/api/v1/executions").status, 401);
  start({});
  EXPECT_EQ(get("/api/v1/executions").status, 401);
}

TEST_F(AccessTest, ARestartAfterTheLastKeyExpiredOpensNothing) {
  key(project_, Scope::admin, store().now() + std::chrono::hours(1));
  pass(std::chrono::hours(2));
  start({});
  const ServedResponse refused = get("/api/v1/executions");
  EXPECT_EQ(refused.status, 401);
  EXPECT_NE(refused.body.find("plumb key create"), std::string::npos) << refused.body;
}

TEST_F(AccessTest, AKeyThatTheServerMakesOrRevokesItselfCountsAtOnce) {
  start({}, std::chrono::hours(1));
  EXPECT_EQ(get("/api/v1/executions").status, 200);
  const ServedResponse made = post("/api/v1/keys", {{"scope", "admin"}});
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(post("/api/v1/keys", {{"scope", "admin"}}).status, 401);

  const auto by_key = [&](const std::string& method, const std::string& target) {
    ServedRequest request = request_of(method, target);
    request.headers["authorization"] = "Bearer " + json_of(made).at("key").get<std::string>();
    return send(request).status;
  };
  EXPECT_EQ(by_key("GET", "/api/v1/executions"), 200);
  key(project_, Scope::admin);  // of one who stays
  EXPECT_EQ(by_key("DELETE", "/api/v1/keys/" + json_of(made).at("id").dump()), 204);
  EXPECT_EQ(by_key("GET", "/api/v1/executions"), 401);
}

TEST_F(AccessTest, TheLastAdminsKeyIsNotRevokedOverTheWire) {
  const auto admin = must(store().api_keys().create(project_, {"me", Scope::admin, {}}));
  const auto ends =
      must(store().api_keys().create(project_, {"ended", Scope::admin, store().now() + 1h}));
  const auto writer = must(store().api_keys().create(project_, {"ci", Scope::write, {}}));
  key(other_, Scope::admin);  // opens nothing in this project
  pass(2h);
  const auto revoke = [&](const ApiKey& which) {
    ServedRequest request =
        request_of("DELETE", "/api/v1/keys/" + std::to_string(number_of(which.id)));
    request.headers["authorization"] = "Bearer " + std::string(admin.token.reveal());
    return send(request);
  };
  const ServedResponse refused = revoke(admin.key);
  EXPECT_EQ(refused.status, 409);
  EXPECT_TRUE(refused.body.contains("make another admin's key first")) << refused.body;
  EXPECT_TRUE(refused.body.contains("plumb key revoke")) << refused.body;
  EXPECT_EQ(revoke(writer.key).status, 204);
  EXPECT_EQ(revoke(ends.key).status, 204);

  key(project_, Scope::admin);
  EXPECT_EQ(revoke(admin.key).status, 204);
  EXPECT_EQ(revoke(admin.key).status, 401);
}

TEST_F(AccessTest, AStrangersBodyIsNotRead) {
  const auto large = [&](const std::string& token) {
    ServedRequest head =
        request_of("POST", "/api/v1/executions/" + std::to_string(made_) + "/results");
    head.headers["content-type"] = "application/json";
    head.headers["content-length"] = std::to_string(32 << 20);
    head.headers["authorization"] = "Bearer " + token;
    return head;
  };
  const auto asks = [&](const ServedRequest& head) {
    return std::get<BufferedBody>(api().plan(head)).asks_admission;
  };
  const ServedRequest known = large(key(project_, Scope::write));
  for (const std::string& token : {std::string("bogus"), std::string(), std::string("a b")}) {
    ServedRequest head = large(token);
    ASSERT_TRUE(asks(head));
    const auto refused = api().admit(head);
    ASSERT_TRUE(refused) << token;
    EXPECT_EQ(refused->status, 401);
    hold_against_document(head, *refused);
    head.headers.erase("content-length");
    head.headers["transfer-encoding"] = "chunked";
    EXPECT_TRUE(asks(head));
  }
  const auto weak = api().admit(large(key(project_, Scope::read)));
  ASSERT_TRUE(weak);
  EXPECT_EQ(weak->status, 403);

  EXPECT_TRUE(asks(known));
  EXPECT_FALSE(api().admit(known));
  EXPECT_FALSE(asks(known)) << "who was let in a moment ago is not asked for again";
  EXPECT_TRUE(asks(large("bogus")));
}

TEST_F(AccessTest, AKeyThatWasRevokedOpensNothingThoughItsBodyIsRead) {
  const auto made = must(store().api_keys().create(project_, {"gone", Scope::write, {}}));
  ServedRequest request =
      request_of("POST", "/api/v1/executions", Json{{"name", std::string(20'000, 'x')}}.dump());
  request.headers["authorization"] = "Bearer " + std::string(made.token.reveal());
  EXPECT_FALSE(api().admit(request));
  must(store().api_keys().revoke(project_, made.key.id));
  EXPECT_EQ(send(request).status, 401);
}

TEST_F(AccessTest, AnotherSchemeIsTheAffairOfAProxy) {
  ServedRequest request = request_of("GET", "/api/v1/executions");
  request.headers["authorization"] = "Basic YWRhOmxvdmVsYWNl";
  EXPECT_EQ(send(request).status, 200);
  key(project_, Scope::read);
  EXPECT_EQ(send(request).status, 401);
}

TEST_F(AccessTest, WithoutKeysOnlyThisMachineIsLetIn) {
  ServedRequest request = request_of("GET", "/api/v1/executions");
  for (const char* local : {"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"}) {
    request.remote = local;
    EXPECT_EQ(send(request).status, 200) << local;
  }
  for (const char* remote : {"10.0.0.1", "::2", "", "127.0.0.1.example", "1.127.0.0"}) {
    request.remote = remote;
    EXPECT_EQ(send(request).status, 401) << remote;
  }
}

TEST_F(AccessTest, AServerThatRequiresKeysIsNeverOpen) {
  start({.require_keys = true});
  EXPECT_EQ(get("/api/v1/executions").status, 401);
  EXPECT_EQ(get("/healthz").status, 200);
}

TEST_F(AccessTest, APublicHostWithoutAKeyIsRefused) {
  EmbeddingService embeddings{
      []() -> Result<TextEncoder> { return fail(ErrorCode::not_found, "there is no model"); }};
  ServerMetrics metrics;
  Services services{store(), embeddings, metrics};
  const auto made = Api::make(services, {.public_hosts = {"plumb.example"}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::invalid_input);
  EXPECT_NE(made.error().message.find("plumb key create"), std::string::npos);
}

TEST_F(AccessTest, ForeignHostsAreMisdirected) {
  key(project_, Scope::read);
  start({.public_hosts = {"Plumb.example"}});
  ServedRequest request = request_of("GET", "/docs");
  for (const char* host : {"localhost", "LOCALHOST:8000", "127.0.0.1:1", "127.1.2.3", "[::1]:8000",
                           "plumb.example", "plumb.example:443", "plumb.example."}) {
    request.headers["host"] = host;
    EXPECT_EQ(send(request).status, 200) << host;
  }
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "evil.example:8000", "10.0.0.1", "[::2]", "xplumb.example",
                           "127.0.0.1."
                           "5"}) {
    request.headers["host"] = host;
    EXPECT_EQ(send(request).status, 421) << host;
  }
  request.headers.erase("host");
  EXPECT_EQ(send(request).status, 400);
  EXPECT_EQ(send(request_of("GET", "/healthz")).status, 200);
  ServedRequest probe = request_of("GET", "/readyz");
  probe.headers["host"] = "10.1.2.3:8000";  // as a cluster's probe asks
  EXPECT_EQ(send(probe).status, 200);
}

TEST_F(AccessTest, PagesOfOtherSitesAreNotAnswered) {
  ServedRequest request = request_of("POST", "/api/v1/executions", "{}");
  request.headers["origin"] = "http://localhost:8000";
  EXPECT_EQ(send(request).status, 201);
  for (const char* origin : {"http://evil.example", "null", "http://localhost:9000",
                             "localhost:8000", "http://localhost:8000.evil.example"}) {
    request.headers["origin"] = origin;
    const ServedResponse refused = send(request);
    EXPECT_EQ(refused.status, 403) << origin;
    EXPECT_EQ(header_of(refused, "access-control-allow-origin"), "");
  }
  request.headers.erase("origin");
  request.headers["sec-fetch-site"] = "cross-site";
  EXPECT_EQ(send(request).status, 403);
  request.headers["sec-fetch-site"] = "same-origin";
  EXPECT_EQ(send(request).status, 201);
}

TEST_F(AccessTest, AFormsContentTypeIsRefusedEvenWithoutABody) {
  const std::string path = "/api/v1/executions/" + std::to_string(made_) + "/complete";
  for (const char* type :
       {"application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"}) {
    ServedRequest request = request_of("POST", path);
    request.headers["content-type"] = type;
    EXPECT_EQ(send(request).status, 415) << type;
  }
  EXPECT_EQ(send(request_of("POST", path)).status, 200);
}

TEST_F(AccessTest, EveryWriteHasItsAuditLine) {
  const auto made = post("/api/v1/executions", Json::object());
  const std::string subject = "executions/" + std::to_string(json_of(made).at("id").get<int>());
  post_lines("/api/v1/" + subject + "/results", "{\"response\": \"a\"}\n");
  send(request_of("POST", "/api/v1/" + subject + "/complete"));
  send(request_of("DELETE", "/api/v1/" + subject));
  send(request_of("DELETE", "/api/v1/" + subject));  // 404: nothing was written
  const Json lines = json_of(get("/api/v1/audit?limit=4&order=desc")).at("items");
  ASSERT_EQ(lines.size(), 4U);
  const std::vector<std::string> actions = {"execution.delete", "execution.complete", "result.add",
                                            "execution.create"};
  for (std::size_t i = 0; i < actions.size(); ++i) {
    EXPECT_EQ(lines[i].at("action"), actions[i]);
    EXPECT_EQ(lines[i].at("actor"), "loopback");
    EXPECT_TRUE(lines[i].at("subject").get<std::string>().starts_with(subject)) << lines[i];
  }
}

TEST_F(AccessTest, AKeyThatAsksTooOftenWaits) {
  const std::string token = key(project_, Scope::read);
  start({.requests_per_second = 0.001, .request_burst = 2});
  ServedRequest request = request_of("GET", "/api/v1/executions");
  request.headers["authorization"] = "bearer " + token;
  EXPECT_EQ(send(request).status, 200);
  EXPECT_EQ(send(request).status, 200);
  const ServedResponse refused = send(request);
  EXPECT_EQ(refused.status, 429);
  EXPECT_GT(std::stoi(header_of(refused, "retry-after")), 0);
}

TEST_F(AccessTest, AKeyHasItsOwnRateWhereItWasGivenOne) {
  NewApiKey wanted{"slow", Scope::read, {}};
  wanted.limits.rate = 0.5;  // and twice that at once, which is one
  const auto slow = must(store().api_keys().create(project_, wanted));
  const auto ask = [&](const std::string& token) {
    ServedRequest request = request_of("GET", "/api/v1/executions");
    request.headers["authorization"] = "Bearer " + token;
    return send(request);
  };
  EXPECT_EQ(ask(std::string(slow.token.reveal())).status, 200);
  const ServedResponse refused = ask(std::string(slow.token.reveal()));
  EXPECT_EQ(refused.status, 429);
  EXPECT_TRUE(refused.body.contains("more than 0.5 times a second")) << refused.body;
  const std::string other = key(project_, Scope::read);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ask(other).status, 200);
}

TEST_F(AccessTest, AKeyHasItsOwnBodyLimitWhereItWasGivenOne) {
  NewApiKey wanted{"small", Scope::write, {}};
  wanted.limits.body_limit = 20'000;
  const auto small = must(store().api_keys().create(project_, wanted));
  const std::string other = key(project_, Scope::write);
  const std::string path = "/api/v1/executions";
  const auto bring = [&](std::string_view token, std::size_t bytes, const std::string& length) {
    ServedRequest request =
        request_of("POST", path, Json{{"name", std::string(bytes, 'x')}}.dump());
    request.headers["authorization"] = "Bearer " + std::string(token);
    request.headers["content-length"] = length;
    return request;
  };
  // Refused by its length before it is read, and by what has come where that tells nothing.
  const ServedRequest large = bring(small.token.reveal(), 30'000, "30011");
  ASSERT_TRUE(std::get<BufferedBody>(api().plan(large)).asks_admission);
  const auto refused = api().admit(large);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 413);
  EXPECT_TRUE(refused->body.contains("at most 20000 are taken with the key")) << refused->body;
  hold_against_document(large, *refused);
  EXPECT_EQ(send(bring(small.token.reveal(), 30'000, "1")).status, 413);
  // Who is known is told by the plan.
  EXPECT_FALSE(api().admit(bring(small.token.reveal(), 100, "111")));
  EXPECT_EQ(std::get<BufferedBody>(api().plan(large)).most_bytes, 20'000U);
  EXPECT_NE(send(bring(other, 30'000, "30011")).status, 413);
  EXPECT_NE(send(bring(small.token.reveal(), 100, "111")).status, 413);
}

TEST_F(AccessTest, AKeysBodyLimitHoldsForStreamsAndTellsWhatIsDurable) {
  NewApiKey wanted{"small", Scope::write, {}};
  wanted.limits.body_limit = 50'000;
  const auto small = must(store().api_keys().create(project_, wanted));
  const std::int64_t id =
      number_of(must(store().executions().create(project_, {"run", "", {}})).id);
  std::string lines;
  for (int i = 0; i < 3'000; ++i)
    lines += "{\"id\":\"" + std::to_string(i) + "\",\"response\":\"a\"}\n";
  ServedRequest request =
      request_of("POST", "/api/v1/executions/" + std::to_string(id) + "/results", lines);
  request.headers["content-type"] = "application/x-ndjson";
  request.headers["authorization"] = "Bearer " + std::string(small.token.reveal());
  const ServedResponse announced = send(request);
  EXPECT_EQ(announced.status, 413);
  EXPECT_EQ(must(store().executions().get(project_, ExecutionId{id})).results, 0);
  request.headers.erase("content-length");
  request.headers["transfer-encoding"] = "chunked";
  const ServedResponse refused = send(request, 1'000);
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(json_of(refused).at("durable_lines"), 1'000) << refused.body;
  EXPECT_EQ(must(store().executions().get(project_, ExecutionId{id})).results, 1'000);
}

TEST_F(AccessTest, AKeysLimitsAreGivenShownAndKept) {
  const Json wanted = {{"scope", "admin"}, {"rate", 250.5}, {"body_limit", 65'536}};
  const ServedResponse made = post("/api/v1/keys", wanted);
  ASSERT_EQ(made.status, 201) << made.body;
  ServedRequest request = request_of("GET", "/api/v1/keys");
  request.headers["authorization"] = "Bearer " + json_of(made).at("key").get<std::string>();
  const Json listed = json_of(send(request)).at("items").at(0);
  for (const Json& key : {json_of(made), listed}) {
    EXPECT_EQ(key.at("rate"), 250.5);
    EXPECT_EQ(key.at("body_limit"), 65'536);
  }
  const std::pair<const char*, Json> wrong[] = {
      {"rate", 0}, {"rate", -1}, {"rate", 2e6}, {"body_limit", 0}, {"body_limit", 1.5}};
  for (const auto& [name, value] : wrong) {
    ServedRequest bad =
        request_of("POST", "/api/v1/keys", Json{{"scope", "read"}, {name, value}}.dump());
    bad.headers["authorization"] = request.headers["authorization"];
    EXPECT_EQ(send(bad).status, 422) << name << value;
  }
}

TEST_F(AccessTest, NoAnswerRepeatsAKey) {
  const std::string token = key(project_, Scope::read);
  const std::string secret = token.substr(token.rfind('_') + 1);
  for (const OperationRule& rule : document().operations()) {
    const ServedResponse response = send(example_of(rule, token + "0"));
    EXPECT_EQ(response.body.find(secret), std::string::npos) << rule.id;
  }
}

TEST(RateLimit, WhatIsGivenBackDoesNotCount) {
  RateLimit limit({.rate = {.per_second = 1, .burst = 1}});
  const auto start = RateLimit::Clock::now();
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(limit.take("a", start));
    limit.give_back("a");
  }
  limit.give_back("a");
  limit.give_back("nobody");
  EXPECT_FALSE(limit.take("a", start));
  EXPECT_TRUE(limit.take("a", start));
}

TEST(RateLimit, RemembersABoundedNumberOfCallers) {
  RateLimit limit({.rate = {.per_second = 1, .burst = 1}, .most_callers = 3});
  const auto start = RateLimit::Clock::now();
  EXPECT_FALSE(limit.take("full again", start));
  EXPECT_FALSE(limit.take("b", start + 10s));
  EXPECT_FALSE(limit.take("c", start + 10s));
  EXPECT_FALSE(limit.take("d", start + 10s));
  for (const char* waiting : {"b", "c", "d"}) EXPECT_TRUE(limit.take(waiting, start + 10s));
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(limit.take(std::to_string(i), start + 10s));
}

TEST(RateLimit, ACallersOwnRateTakesThePlaceOfTheOthers) {
  RateLimit limit({.rate = {.per_second = 1, .burst = 1}});
  const auto start = RateLimit::Clock::now();
  const Rate own{.per_second = 10, .burst = 3};
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(limit.take("a", start, own));
  EXPECT_EQ(limit.take("a", start, own), 100ms);
  EXPECT_FALSE(limit.take("b", start));
  EXPECT_EQ(limit.take("b", start), 1'000ms);
  RateLimit none({.rate = {.per_second = 0}});
  EXPECT_FALSE(none.take("a", start, Rate{.per_second = 1, .burst = 1}));
  EXPECT_TRUE(none.take("a", start, Rate{.per_second = 1, .burst = 1}));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(none.take("b", start));
}

TEST(RateLimit, FillsUpWithTime) {
  RateLimit limit({.rate = {.per_second = 2, .burst = 1}});
  const auto start = RateLimit::Clock::now();
  EXPECT_FALSE(limit.take("a", start));
  const auto wait = limit.take("a", start);
  ASSERT_TRUE(wait);
  EXPECT_EQ(*wait, 500ms);
  EXPECT_FALSE(limit.take("b", start));
  EXPECT_TRUE(limit.take("a", start + 400ms));
  EXPECT_FALSE(limit.take("a", start + 500ms));
}

}  // namespace
}  // namespace plumb
