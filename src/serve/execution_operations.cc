// Executions: made, listed, completed, deleted.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "serve/date_time.h"
#include "serve/job_queue.h"
#include "serve/label_filter.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"

namespace plumb {
namespace {

std::string subject_of(ExecutionId id) {
  return fmt::format("executions/{}", number_of(id));
}

ExecutionId execution_id_of(const Call& call) {
  return ExecutionId{call.id("execution_id")};
}

// Numbers and booleans as JSON spells them.
Labels labels_of(const nlohmann::json& body) {
  Labels labels;
  const auto found = body.find("labels");
  if (found == body.end()) return labels;
  for (const auto& [name, value] : found->items()) {  // sorted by name
    labels.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return labels;
}

ServedResult<Answer> create(Call& call) {
  ExecutionHeader header;
  header.name = call.body.value("name", "");
  header.embedding_model = call.body.value("embedding_model", "");
  if (is_reserved_encoder(header.embedding_model)) {
    return std::unexpected(field_problem("/embedding_model", header.embedding_model,
                                         "begins as the names of the server's own encoders do; "
                                         "give it another name"));
  }
  header.labels = labels_of(call.body);
  PLUMB_TRY(const auto made, call.services.store.executions().create(call.caller.project, header));
  const std::string subject = subject_of(made.id);
  return Answer{to_json(made), 201, {{"location", "/api/v1/" + subject}}, subject};
}

std::optional<UtcTime> time_of(const Call& call, const char* parameter) {
  const auto text = call.parameter<std::string>(parameter);
  return text ? parse_date_time(*text) : std::nullopt;
}

ServedResult<ExecutionFilter> filter_of(const Call& call) {
  ExecutionFilter filter;
  filter.name = call.parameter<std::string>("name");
  filter.created_from = time_of(call, "created_from");
  filter.created_before = time_of(call, "created_before");
  const auto state = call.parameter<std::string>("state");
  for (const ExecutionState each : kExecutionStates) {
    if (state == name_of(each)) filter.state = each;
  }
  filter.labels = asked_labels(call);
  return filter;
}

ServedResult<Answer> list(Call& call) {
  constexpr std::array kSorts = {std::pair("created", ExecutionSort::created),
                                 std::pair("name", ExecutionSort::name),
                                 std::pair("results", ExecutionSort::results)};
  const auto filter = filter_of(call);
  if (!filter) return std::unexpected(filter.error());
  const std::string wanted = call.parameter<std::string>("sort").value_or("created");
  ExecutionSort sort = ExecutionSort::created;
  for (const auto& [name, each] : kSorts) {
    if (wanted == name) sort = each;
  }
  return page_answer(call, call.services.store.executions().list_with_drift(
                               call.caller.project, *filter, sort, page_request_of(call)));
}

ServedResult<Answer> get(Call& call) {
  PLUMB_TRY(const auto found,
            call.services.store.executions().get(call.caller.project, execution_id_of(call)));
  return Answer{to_json(found)};
}

ServedResult<Answer> complete(Call& call) {
  const ExecutionId id = execution_id_of(call);
  PLUMB_TRY(const auto completed, complete_execution(call.services, call.caller.project, id));
  Answer answer{to_json(completed.execution)};
  answer.body["job_id"] = number_of(completed.job.id);
  answer.body["status_url"] = fmt::format("/api/v1/jobs/{}", number_of(completed.job.id));
  answer.audit = subject_of(id);
  return answer;
}

ServedResult<Answer> remove(Call& call) {
  PLUMB_CHECK_RESULT(
      call.services.store.executions().remove(call.caller.project, execution_id_of(call)));
  Answer answer{nullptr, 204, {}, subject_of(execution_id_of(call))};
  // Its rows go in pieces, so that they hold up no other writer. What a failure leaves of them goes
  // with the next removal, or by retention.
  answer.afterwards = [answer](Call& done) -> ServedResult<Answer> {
    static_cast<void>(done.services.store.executions().clear_removed());
    return answer;
  };
  return answer;
}

}  // namespace

std::vector<Operation> execution_operations() {
  return {
      {.id = "execution.create", .answer = create},
      {.id = "execution.list", .answer = list},
      {.id = "execution.get", .answer = get},
      {.id = "execution.complete", .answer = complete},
      {.id = "execution.delete", .answer = remove},
  };
}

}  // namespace plumb
