// A key exchanged for a cookie: what it opens, what its writes carry, and when it ends.
#include <chrono>

#include "serve/api_fixture.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

class SignInTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    project_ = must(store().projects().find("default")).id;
    key_ = must(store().api_keys().create(project_, {"page", Scope::write, {}}));
  }

  ServedResponse sign_in(const CreatedApiKey& key) {
    return post("/api/v1/sign-in", {{"key", key.token.reveal()}});
  }

  // "plumb_sign_in=TOKEN" of an answer.
  static std::string cookie_of(const ServedResponse& response) {
    const std::string set = header_of(response, "set-cookie");
    return set.substr(0, set.find(';'));
  }

  ServedRequest with_cookie(ServedRequest request, const std::string& cookie,
                            const std::string& csrf = "") {
    request.headers["cookie"] = "theme=dark; " + cookie;
    if (!csrf.empty()) request.headers["x-csrf-token"] = csrf;
    return request;
  }

  ServedResponse create(const std::string& cookie, const std::string& csrf) {
    return send(with_cookie(request_of("POST", "/api/v1/executions", "{}"), cookie, csrf));
  }

  ServedResponse list(const std::string& cookie) {
    return send(with_cookie(request_of("GET", "/api/v1/executions"), cookie));
  }

  Json whoami(const std::string& cookie) {
    return json_of(send(with_cookie(request_of("GET", "/api/v1/whoami"), cookie)));
  }

  ProjectId project_{};
  CreatedApiKey key_;
};

TEST_F(SignInTest, AKeyBecomesACookieThatNoScriptAndNoOtherSiteSees) {
  const ServedResponse answer = sign_in(key_);
  ASSERT_EQ(answer.status, 200) << answer.body;
  const std::string set = header_of(answer, "set-cookie");
  EXPECT_TRUE(set.starts_with("plumb_sign_in=")) << set;
  EXPECT_TRUE(set.contains("; HttpOnly; SameSite=Strict; Max-Age=1209600")) << set;
  // The browser takes the folder of what it asked, behind any prefix.
  EXPECT_FALSE(set.contains("Path")) << set;
  EXPECT_FALSE(set.contains("Secure")) << set;
  EXPECT_FALSE(answer.body.contains(std::string(key_.token.reveal()))) << answer.body;
  const std::string token = cookie_of(answer).substr(14);
  EXPECT_EQ(token.size(), 64U);
  EXPECT_FALSE(answer.body.contains(token)) << answer.body;

  const Json who = json_of(answer);
  EXPECT_EQ(who.at("state").get<std::string>(), "signed_in");
  EXPECT_EQ(who.at("scope").get<std::string>(), "write");
  EXPECT_EQ(who.at("key_prefix").get<std::string>(), key_.key.prefix);
  EXPECT_EQ(who.at("project").at("name").get<std::string>(), "default");
  EXPECT_EQ(whoami(cookie_of(answer)), who);
}

TEST_F(SignInTest, AnIdempotencyKeyKeepsNoCookieAndTheDocumentSaysSo) {
  ServedRequest request =
      request_of("POST", "/api/v1/sign-in", Json{{"key", key_.token.reveal()}}.dump());
  request.headers["idempotency-key"] = "once";
  const ServedResponse first = send(request);
  const ServedResponse second = send(request);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(second.status, 200);
  EXPECT_EQ(header_of(second, "idempotency-replayed"), "");
  EXPECT_NE(cookie_of(first), cookie_of(second));
  const auto minute = std::chrono::minutes(1);
  EXPECT_FALSE(must(store().idempotency_keys().claim(project_, "once", "any", minute)));
  for (const char* path : {"/api/v1/sign-in", "/api/v1/sign-out"}) {
    const auto& operation = document().openapi().at("paths").at(path).at("post");
    EXPECT_FALSE(operation.contains("parameters")) << path;
    EXPECT_TRUE(
        operation.at("description").get<std::string>().contains("Idempotency-Key has no effect"))
        << path;
  }
}

TEST_F(SignInTest, UnderTlsTheCookieIsSecure) {
  ServedRequest request =
      request_of("POST", "/api/v1/sign-in", Json{{"key", key_.token.reveal()}}.dump());
  request.secure = true;
  EXPECT_TRUE(header_of(send(request), "set-cookie").ends_with("; Secure"));
  request.secure = false;  // behind a proxy that speaks it
  request.headers["origin"] = "https://localhost:8000";
  EXPECT_TRUE(header_of(send(request), "set-cookie").ends_with("; Secure"));
}

TEST_F(SignInTest, AWrongKeyOpensNothingAndIsNotRepeated) {
  std::string wrong(key_.token.reveal());
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& key : {wrong, std::string("plumb_x"), std::string()}) {
    const ServedResponse answer = post("/api/v1/sign-in", {{"key", key}});
    EXPECT_EQ(answer.status, 401) << key;
    EXPECT_EQ(header_of(answer, "set-cookie"), "");
    if (!key.empty()) {
      EXPECT_FALSE(answer.body.contains(key));
    }
  }
}

TEST_F(SignInTest, AnAddressThatGuessesWaits) {
  const auto try_key = [&](const std::string& key, const std::string& address) {
    ServedRequest request = request_of("POST", "/api/v1/sign-in", Json{{"key", key}}.dump());
    request.remote = address;
    return send(request);
  };
  const std::string right(key_.token.reveal());
  for (int i = 0; i < 30; ++i) EXPECT_EQ(try_key(right, "10.0.0.1").status, 200);
  ServedResponse refused;
  for (int i = 0; i < 300 && refused.status != 429; ++i) refused = try_key("plumb_x", "10.0.0.1");
  ASSERT_EQ(refused.status, 429) << refused.body;
  EXPECT_GT(std::stoi(header_of(refused, "retry-after")), 0);
  EXPECT_EQ(try_key(right, "10.0.0.2").status, 200);
}

TEST_F(SignInTest, TheCookieReadsAndItsWritesCarryTheToken) {
  const ServedResponse answer = sign_in(key_);
  const std::string cookie = cookie_of(answer);
  const std::string csrf = json_of(answer).at("csrf_token");
  EXPECT_EQ(list(cookie).status, 200);
  EXPECT_EQ(create(cookie, csrf).status, 201);
  EXPECT_EQ(create(cookie, "").status, 403);
  EXPECT_EQ(create(cookie, csrf.substr(1) + "0").status, 403);
  EXPECT_EQ(create(cookie, cookie.substr(14)).status, 403);

  const ServedResponse other = sign_in(key_);
  const std::string others = json_of(other).at("csrf_token");
  EXPECT_NE(others, csrf);
  EXPECT_EQ(create(cookie, others).status, 403);
  // The header counts before the cookie, and needs no token.
  ServedRequest both = with_cookie(request_of("POST", "/api/v1/executions", "{}"), cookie);
  both.headers["authorization"] = "Bearer " + std::string(key_.token.reveal());
  EXPECT_EQ(send(both).status, 201);
}

TEST_F(SignInTest, AStreamByCookieCarriesTheTokenToo) {
  const ServedResponse answer = sign_in(key_);
  const std::string cookie = cookie_of(answer);
  const std::string csrf = json_of(answer).at("csrf_token");
  const std::int64_t id = json_of(create(cookie, csrf)).at("id");
  ServedRequest lines =
      with_cookie(request_of("POST", "/api/v1/executions/" + std::to_string(id) + "/results",
                             "{\"response\": \"a\"}\n"),
                  cookie);
  lines.headers["content-type"] = "application/x-ndjson";
  EXPECT_EQ(send(lines).status, 403);
  lines.headers["x-csrf-token"] = csrf;
  EXPECT_EQ(send(lines).status, 200);
}

TEST_F(SignInTest, ScopeAndAuditAreThoseOfTheKey) {
  const ServedResponse answer = sign_in(key_);
  const std::string csrf = json_of(answer).at("csrf_token");
  EXPECT_EQ(send(with_cookie(request_of("GET", "/api/v1/keys"), cookie_of(answer), csrf)).status,
            403);
  create(cookie_of(answer), csrf);
  const auto lines = must(store().audit_log().list(project_, {}, {})).items;
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].action, "execution.create");
  EXPECT_EQ(lines[0].actor, key_.key.prefix);
  EXPECT_EQ(lines[1].action, "sign_in.start");
  EXPECT_EQ(lines[1].actor, key_.key.prefix);
}

TEST_F(SignInTest, ARevokedKeyEndsItsSignInsAtOnce) {
  start({.require_keys = true});
  const std::string cookie = cookie_of(sign_in(key_));
  EXPECT_EQ(list(cookie).status, 200);
  must(store().api_keys().revoke(project_, key_.key.id));
  const ServedResponse refused = list(cookie);
  EXPECT_EQ(refused.status, 401);
  EXPECT_TRUE(refused.content_type.starts_with("application/problem+json"));
  EXPECT_EQ(whoami(cookie).at("state").get<std::string>(), "signed_out");
  EXPECT_TRUE(whoami(cookie).at("csrf_token").is_null());
  EXPECT_EQ(sign_in(key_).status, 401);
}

TEST_F(SignInTest, ASignInEndsByItselfAndNeverOutlivesItsKey) {
  const std::string cookie = cookie_of(sign_in(key_));
  pass(14 * 24h - 1s);
  EXPECT_EQ(list(cookie).status, 200);
  pass(1s);
  EXPECT_EQ(list(cookie).status, 401);

  const auto brief =
      must(store().api_keys().create(project_, {"brief", Scope::read, store().now() + 1h}));
  const ServedResponse answer = sign_in(brief);
  EXPECT_TRUE(header_of(answer, "set-cookie").ends_with("Max-Age=3600")) << answer.body;
  EXPECT_EQ(list(cookie_of(answer)).status, 200);
  pass(1h);
  EXPECT_EQ(list(cookie_of(answer)).status, 401);
}

TEST_F(SignInTest, ARestartEndsNoSignIn) {
  const ServedResponse answer = sign_in(key_);
  start({});
  EXPECT_EQ(create(cookie_of(answer), json_of(answer).at("csrf_token")).status, 201);
}

TEST_F(SignInTest, SigningOutEndsTheCookieHereAndInTheBrowser) {
  const ServedResponse answer = sign_in(key_);
  const std::string cookie = cookie_of(answer);
  EXPECT_EQ(send(with_cookie(request_of("POST", "/api/v1/sign-out"), cookie)).status, 403);
  EXPECT_EQ(list(cookie).status, 200);
  const ServedResponse out = send(with_cookie(request_of("POST", "/api/v1/sign-out"), cookie,
                                              json_of(answer).at("csrf_token")));
  EXPECT_EQ(out.status, 204);
  EXPECT_TRUE(header_of(out, "set-cookie").starts_with("plumb_sign_in=; "));
  EXPECT_TRUE(header_of(out, "set-cookie").contains("Max-Age=0"));
  EXPECT_EQ(list(cookie).status, 401);
  EXPECT_EQ(send(with_cookie(request_of("POST", "/api/v1/sign-out"), cookie)).status, 204);
}

TEST_F(SignInTest, CookiesThatAreNoneOfOursAreNobody) {
  for (const char* cookie :
       {"plumb_sign_in=", "plumb_sign_in=zz", "plumb_sign_in", "xplumb_sign_in=0", "=;;,;",
        "plumb_sign_in=0000000000000000000000000000000000000000000000000000000000000000"}) {
    EXPECT_EQ(list(cookie).status, 401) << cookie;
  }
}

TEST(OpenServer, SaysThatItIsOpenAndLetsTheFirstKeyBeMade) {
  class Open : public ApiTest {
   public:
    void TestBody() override {
      SetUp();
      Json who = json_of(get("/api/v1/whoami"));
      EXPECT_EQ(who.at("state").get<std::string>(), "open");
      EXPECT_EQ(who.at("scope").get<std::string>(), "admin");
      EXPECT_TRUE(who.at("csrf_token").is_null());
      // One that could make no other would lock everybody out.
      EXPECT_EQ(post("/api/v1/keys", {{"scope", "write"}}).status, 422);
      const Json brief = {{"scope", "admin"}, {"expires_at", "2030-01-01T00:00:00Z"}};
      EXPECT_EQ(post("/api/v1/keys", brief).status, 422);
      const Json passed = {{"scope", "admin"}, {"expires_at", "2020-01-01T00:00:00Z"}};
      const ServedResponse too_late = post("/api/v1/keys", passed);
      EXPECT_EQ(too_late.status, 422);
      EXPECT_EQ(json_of(too_late).at("errors").at(0).at("field"), "/expires_at") << too_late.body;
      ServedRequest request =
          request_of("POST", "/api/v1/keys", Json{{"scope", "admin"}, {"name", "me"}}.dump());
      request.headers["idempotency-key"] = "once";
      const ServedResponse made = send(request);
      ASSERT_EQ(made.status, 201) << made.body;
      const std::string key = json_of(made).at("key");
      EXPECT_TRUE(key.starts_with("plumb_"));
      EXPECT_EQ(json_of(get("/api/v1/whoami")).at("state").get<std::string>(), "signed_out");

      // A repeated request gets no secret: none was kept.
      request.headers["authorization"] = "Bearer " + key;
      const ServedResponse again = send(request);
      EXPECT_EQ(again.status, 201);
      EXPECT_EQ(header_of(again, "idempotency-replayed"), "true");
      EXPECT_TRUE(json_of(again).at("key").is_null()) << again.body;
      EXPECT_EQ(json_of(again).at("id"), json_of(made).at("id"));
      EXPECT_EQ(post("/api/v1/sign-in", {{"key", key}}).status, 200);
    }
  };
  Open().TestBody();
}

}  // namespace
}  // namespace plumb
