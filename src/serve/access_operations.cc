// The caller's own project: its keys, how long it keeps things, who wrote what.
#include <fmt/format.h>

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

ServedResult<Answer> list_keys(Call& call) {
  return page_answer(
      call, call.services.store.api_keys().list(call.caller.project, page_request_of(call)));
}

ServedResult<Answer> revoke_key(Call& call) {
  const ApiKeyId id{call.id("key_id")};
  PLUMB_CHECK_RESULT(call.services.store.api_keys().revoke(call.caller.project, id));
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
      {.id = "project.change", .answer = change_project, .is_one_transaction = true},
      {.id = "key.list", .answer = list_keys},
      {.id = "key.revoke", .answer = revoke_key, .is_one_transaction = true},
      {.id = "audit.list", .answer = list_audit},
  };
}

}  // namespace plumb
