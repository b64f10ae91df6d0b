#include <fmt/format.h>

#include <chrono>
#include <string>

#include "serve/credentials.h"
#include "serve/sign_in_cookie.h"
#include "serve/sign_in_operations_json.h"
#include "serve/stored_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json whoami_json(std::string_view state) {
  return {{"state", state},          {"project", nullptr},    {"scope", nullptr},
          {"key_prefix", nullptr},   {"csrf_token", nullptr}, {"expires_at", nullptr},
          {"version", PLUMB_VERSION}};
}

Result<Json> whoami_json(Store& store, const Credentials& credentials, std::string_view token) {
  const bool is_open = credentials.kind == CredentialKind::loopback;
  Json who = whoami_json(is_open ? "open" : "signed_in");
  PLUMB_TRY(const Project project, store.projects().get(credentials.caller.project));
  who["project"] = to_json(project);
  who["scope"] = name_of(credentials.caller.scope);
  if (!is_open) who["key_prefix"] = credentials.caller.name;
  if (credentials.kind == CredentialKind::cookie) {
    who["csrf_token"] = csrf_token_of(token);
    who["expires_at"] = to_json(credentials.expires);
  }
  return who;
}

ServedResult<Answer> whoami(KeyRing& keys, Call& call) {
  const auto credentials = credentials_of(keys, call.request);
  if (!credentials && credentials.error().status == 401) return Answer{whoami_json("signed_out")};
  if (!credentials) return std::unexpected(credentials.error());
  PLUMB_TRY(Json who, whoami_json(call.services.store, *credentials, sign_in_token(call.request)));
  return Answer{std::move(who)};
}

Result<void> note(Store& store, const ApiKey& key, std::string_view action) {
  AuditLine line;
  line.actor = key.prefix;
  line.action = action;
  line.subject = fmt::format("keys/{}", number_of(key.id));
  PLUMB_CHECK_RESULT(store.audit_log().add(key.project, line));
  return {};
}

// Each try counts until it is known to be right, so that many at once are not let through.
ServedResult<ApiKey> key_of(RateLimit& failed, Call& call) {
  const std::string& address = call.request.remote;
  if (const auto wait = failed.take(address)) {
    Problem problem(429, fmt::format("too many keys from {} opened nothing; wait {} ms",
                                     address.empty() ? "this address" : address, wait->count()));
    problem.retry_after_seconds = static_cast<int>((wait->count() + 999) / 1000);
    return std::unexpected(std::move(problem));
  }
  const auto token = call.body.at("key").get<std::string>();
  PLUMB_TRY(const auto key, call.services.store.api_keys().authenticate(token));
  if (!key) return std::unexpected(no_credentials("the key is unknown, expired or revoked"));
  failed.give_back(address);
  return *key;
}

ServedResult<Answer> start(RateLimit& failed, Call& call) {
  Store& store = call.services.store;
  const auto key = key_of(failed, call);
  if (!key) return std::unexpected(key.error());
  PLUMB_TRY(const StartedSignIn started, store.atomically([&]() -> Result<StartedSignIn> {
    PLUMB_TRY(StartedSignIn made, store.sign_ins().start(key->id));
    PLUMB_CHECK_RESULT(note(store, *key, "sign_in.start"));
    return made;
  }));
  const std::string cookie_token(started.token.reveal());
  const Credentials credentials{
      {key->project, key->scope, key->prefix}, CredentialKind::cookie, started.sign_in.expires};
  Answer answer;
  PLUMB_TRY(answer.body, whoami_json(store, credentials, cookie_token));
  const auto life = std::chrono::floor<std::chrono::seconds>(started.sign_in.expires - store.now());
  answer.headers.emplace_back("set-cookie", sign_in_cookie(cookie_token, life, call.request));
  return answer;
}

ServedResult<Answer> end(Call& call) {
  Store& store = call.services.store;
  const std::string token = sign_in_token(call.request);
  if (!token.empty()) {
    PLUMB_TRY(const auto sign_in, store.sign_ins().find(token));
    if (sign_in) {
      const Credentials credentials{{}, CredentialKind::cookie, sign_in->expires};
      if (auto carried = check_csrf(credentials, call.request); !carried) {
        return std::unexpected(std::move(carried.error()));
      }
      const auto ended = store.atomically([&]() -> Result<void> {
        PLUMB_CHECK_RESULT(store.sign_ins().end(token));
        return note(store, sign_in->key, "sign_in.end");
      });
      PLUMB_CHECK_RESULT(ended);
    }
  }
  return Answer{nullptr, 204, {{"set-cookie", ended_cookie(call.request)}}};
}

}  // namespace

std::vector<Operation> sign_in_operations(KeyRing& keys, RateLimit& failed) {
  return {
      {.id = "sign_in.start", .answer = [&failed](Call& call) { return start(failed, call); }},
      {.id = "sign_in.end", .answer = end},
      {.id = "sign_in.whoami", .answer = [&keys](Call& call) { return whoami(keys, call); }},
  };
}

}  // namespace plumb
