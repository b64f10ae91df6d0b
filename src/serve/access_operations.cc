// The caller's own project: its keys, how long it keeps things, who wrote what.
#include <fmt/format.h>

#include "serve/date_time.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"

namespace plumb {
namespace {

ServedResult<Answer> get_project(Call& call) {
  PLUMB_TRY(const auto project, call.services.store.projects().get(call.caller.project));
  return Answer{to_json(project)};
}

ServedResult<Answer> change_project(Call& call) {
  const nlohmann::json& days = call.body.at("retention_days");
  PLUMB_CHECK_RESULT(call.services.store.projects().set_retention(
      call.caller.project,
      days.is_null() ? std::nullopt : std::optional(days.get<std::int64_t>())));
  return get_project(call);
}

// An admin sees that the others are there, as on /metrics; what is in them stays theirs.
ServedResult<Answer> list_projects(Call& call) {
  if (call.caller.scope == Scope::admin) {
    return page_answer(call, call.services.store.projects().list(page_request_of(call)));
  }
  PLUMB_TRY(const auto project, call.services.store.projects().get(call.caller.project));
  Answer answer;
  answer.body["items"] = nlohmann::ordered_json::array({to_json(project)});
  answer.body["next_cursor"] = nullptr;
  return answer;
}

ServedResult<NewApiKey> wanted_key(const Call& call) {
  NewApiKey wanted;
  wanted.name = call.body.value("name", "");
  for (const Scope scope : kScopes) {
    if (name_of(scope) == call.body.at("scope").get<std::string>()) wanted.scope = scope;
  }
  wanted.limits = {call.member<double>("rate"), call.member<std::int64_t>("body_limit")};
  if (const auto expires = call.member<std::string>("expires_at")) {
    wanted.expires = parse_date_time(*expires);
    if (!wanted.expires || *wanted.expires <= call.services.store.now()) {
      return std::unexpected(field_problem("/expires_at", shown_value(*expires),
                                           "has passed; give a time that is to come"));
    }
  }
  return wanted;
}

ServedResult<Answer> create_key(Call& call) {
  auto wanted = wanted_key(call);
  if (!wanted) return std::unexpected(std::move(wanted.error()));
  auto keys = call.services.store.api_keys();
  PLUMB_TRY(const bool has_keys, keys.any_valid());
  if (!has_keys && (wanted->scope != Scope::admin || wanted->expires)) {
    return std::unexpected(field_problem(
        wanted->expires ? "/expires_at" : "/scope",
        wanted->expires ? utc_text(*wanted->expires) : std::string(name_of(wanted->scope)),
        "the first key must be an admin's that does not expire: from then on the server asks "
        "everybody for a key, and without it nobody could make another one here"));
  }
  PLUMB_TRY(const CreatedApiKey made, keys.create(call.caller.project, *wanted));
  Answer answer{to_json(made.key, call.services.store.now()),
                201,
                {},
                fmt::format("keys/{}", number_of(made.key.id))};
  answer.body["key"] = nullptr;
  answer.kept_body = answer.body;
  answer.body["key"] = std::string(made.token.reveal());
  return answer;
}

ServedResult<Answer> list_keys(Call& call) {
  const UtcTime now = call.services.store.now();
  return page_answer(
      call, call.services.store.api_keys().list(call.caller.project, page_request_of(call)),
      [&](const ApiKey& key) { return to_json(key, now); });
}

ServedResult<Answer> revoke_key(Call& call) {
  const ApiKeyId id{call.id("key_id")};
  PLUMB_CHECK_RESULT(
      call.services.store.api_keys().revoke_unless_last_admin(call.caller.project, id));
  return Answer{nullptr, 204, {}, fmt::format("keys/{}", number_of(id))};
}

ServedResult<Answer> list_audit(Call& call) {
  AuditFilter filter;
  filter.actor = call.parameter<std::string>("actor");
  filter.action = call.parameter<std::string>("action");
  return page_answer(call, call.services.store.audit_log().list(call.caller.project, filter,
                                                                page_request_of(call)));
}

}  // namespace

std::vector<Operation> access_operations() {
  return {
      {.id = "project.get", .answer = get_project},
      {.id = "project.change", .answer = change_project},
      {.id = "project.list", .answer = list_projects},
      {.id = "key.create", .answer = create_key, .changes_keys = true},
      {.id = "key.list", .answer = list_keys},
      {.id = "key.revoke", .answer = revoke_key, .changes_keys = true},
      {.id = "audit.list", .answer = list_audit},
  };
}

}  // namespace plumb
