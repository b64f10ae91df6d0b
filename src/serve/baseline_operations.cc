// Baselines: made of completed executions, found by number or by tag.
#include <fmt/format.h>

#include "serve/operation_json.h"
#include "serve/page_json.h"

namespace plumb {
namespace {

std::string subject_of(BaselineId id) {
  return fmt::format("baselines/{}", number_of(id));
}

BaselineId baseline_id_of(const Call& call) {
  return BaselineId{call.id("baseline_id")};
}

ServedResult<Answer> create(Call& call) {
  const nlohmann::json& body = call.body;
  NewBaseline wanted;
  wanted.execution = ExecutionId{body.at("execution_id").get<std::int64_t>()};
  wanted.name = body.value("name", fmt::format("execution {}", number_of(wanted.execution)));
  for (const char* word : {"tag", "baseline_tag"}) {  // which mean the same: one at most is there
    if (body.contains(word)) wanted.tag = body.at(word).get<std::string>();
  }
  PLUMB_TRY(const auto made, call.services.store.baselines().create(call.caller.project, wanted));
  const std::string subject = subject_of(made.id);
  return Answer{to_json(made), 201, {{"location", "/api/v1/" + subject}}, subject};
}

ServedResult<Answer> list(Call& call) {
  return page_answer(
      call, call.services.store.baselines().list(
                call.caller.project, call.parameter<std::string>("tag"), page_request_of(call)));
}

ServedResult<Answer> get(Call& call) {
  PLUMB_TRY(const auto found,
            call.services.store.baselines().get(call.caller.project, baseline_id_of(call)));
  return Answer{to_json(found)};
}

ServedResult<Answer> find_by_tag(Call& call) {
  const auto tag = call.parameters.at("tag").get<std::string>();
  PLUMB_TRY(const auto found,
            call.services.store.baselines().find_by_tag(call.caller.project, tag));
  return Answer{to_json(found)};
}

ServedResult<Answer> change(Call& call) {
  BaselineChange wanted;
  if (call.body.contains("name")) wanted.name = call.body.at("name").get<std::string>();
  if (const auto tag = call.body.find("tag"); tag != call.body.end()) {
    wanted.tag = tag->is_null() ? std::nullopt : std::optional(tag->get<std::string>());
  }
  const BaselineId id = baseline_id_of(call);
  PLUMB_TRY(const auto changed,
            call.services.store.baselines().change(call.caller.project, id, wanted));
  return Answer{to_json(changed), 200, {}, subject_of(id)};
}

ServedResult<Answer> remove(Call& call) {
  PLUMB_CHECK_RESULT(
      call.services.store.baselines().remove(call.caller.project, baseline_id_of(call)));
  return Answer{nullptr, 204, {}, subject_of(baseline_id_of(call))};
}

}  // namespace

std::vector<Operation> baseline_operations() {
  return {
      {.id = "baseline.create", .answer = create}, {.id = "baseline.list", .answer = list},
      {.id = "baseline.get", .answer = get},       {.id = "baseline.by_tag", .answer = find_by_tag},
      {.id = "baseline.change", .answer = change}, {.id = "baseline.delete", .answer = remove},
  };
}

}  // namespace plumb
