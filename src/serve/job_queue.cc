#include "serve/job_queue.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace plumb {
namespace {

using nlohmann::json;

Result<Job> queue(Services& services, ProjectId project, NewJob wanted) {
  PLUMB_TRY(Job job, services.store.jobs().enqueue(project, wanted));
  services.bell.ring();
  return job;
}

// The payload as an object; what is missing in it is looked at by the reader.
Result<json> payload_of(const Job& job, std::string_view kind) {
  json payload = json::parse(job.payload, nullptr, false);
  if (job.kind == kind && payload.is_object()) return payload;
  return fail(ErrorCode::corrupt, fmt::format("job {} is of the kind {} and holds no task of {}",
                                              number_of(job.id), job.kind, kind));
}

template <class Id>
Result<Id> id_in(const json& payload, const char* member, const Job& job) {
  const auto found = payload.find(member);
  if (found != payload.end() && found->is_number_integer()) return Id{found->get<std::int64_t>()};
  return fail(ErrorCode::corrupt,
              fmt::format("job {} does not say its {}", number_of(job.id), member));
}

Result<std::string> text_in(const json& payload, const char* member, const Job& job) {
  const auto found = payload.find(member);
  if (found != payload.end() && found->is_string()) return found->get<std::string>();
  return fail(ErrorCode::corrupt,
              fmt::format("job {} does not say its {}", number_of(job.id), member));
}

}  // namespace

Result<Job> queue_embed(Services& services, ProjectId project, const EmbedTask& task) {
  const std::int64_t execution = number_of(task.execution);
  return queue(services, project,
               {.kind = std::string(kEmbedKind),
                .payload = json{{"execution_id", execution}}.dump(),
                .dedupe_key = fmt::format("embed/{}", execution)});
}

Result<Job> queue_compare(Services& services, ProjectId project, const CompareTask& task) {
  const std::int64_t current = number_of(task.execution);
  const std::int64_t baseline = number_of(task.baseline_execution);
  return queue(services, project,
               {.kind = std::string(kCompareKind),
                .payload = json{{"execution_id", current},
                                {"baseline_execution_id", baseline},
                                {"embeddings", task.embeddings}}
                               .dump(),
                .dedupe_key = fmt::format("compare/{}/{}{}", current, baseline,
                                          task.embeddings ? "" : "/no-embeddings")});
}

Result<Job> queue_watch(Services& services, ProjectId project, const WatchTask& task) {
  json payload = {{"monitor_id", number_of(task.monitor)}};
  std::string key = fmt::format("watch/{}", number_of(task.monitor));
  if (task.execution) {
    payload["execution_id"] = number_of(*task.execution);
    key += fmt::format("/{}", number_of(*task.execution));
  }
  return queue(services, project,
               {.kind = std::string(kWatchKind), .payload = payload.dump(), .dedupe_key = key});
}

Result<Job> queue_webhook(Services& services, ProjectId project, const WebhookTask& task) {
  return queue(
      services, project,
      {.kind = std::string(kWebhookKind),
       .payload =
           json{{"monitor_id", number_of(task.monitor)}, {"event", task.event}, {"body", task.body}}
               .dump(),
       .max_attempts = 6});
}

Result<EmbedTask> embed_task(const Job& job) {
  PLUMB_TRY(const json payload, payload_of(job, kEmbedKind));
  EmbedTask task;
  PLUMB_TRY(task.execution, id_in<ExecutionId>(payload, "execution_id", job));
  return task;
}

Result<CompareTask> compare_task(const Job& job) {
  PLUMB_TRY(const json payload, payload_of(job, kCompareKind));
  CompareTask task;
  PLUMB_TRY(task.execution, id_in<ExecutionId>(payload, "execution_id", job));
  PLUMB_TRY(task.baseline_execution, id_in<ExecutionId>(payload, "baseline_execution_id", job));
  task.embeddings = payload.value("embeddings", json(true)) != json(false);
  return task;
}

Result<WatchTask> watch_task(const Job& job) {
  PLUMB_TRY(const json payload, payload_of(job, kWatchKind));
  WatchTask task;
  PLUMB_TRY(task.monitor, id_in<MonitorId>(payload, "monitor_id", job));
  if (payload.contains("execution_id")) {
    PLUMB_TRY(task.execution, id_in<ExecutionId>(payload, "execution_id", job));
  }
  return task;
}

Result<WebhookTask> webhook_task(const Job& job) {
  PLUMB_TRY(const json payload, payload_of(job, kWebhookKind));
  WebhookTask task;
  PLUMB_TRY(task.monitor, id_in<MonitorId>(payload, "monitor_id", job));
  PLUMB_TRY(task.event, text_in(payload, "event", job));
  PLUMB_TRY(task.body, text_in(payload, "body", job));
  return task;
}

Result<CompletedExecution> complete_execution(Services& services, ProjectId project,
                                              ExecutionId execution) {
  return services.store.atomically([&]() -> Result<CompletedExecution> {
    CompletedExecution completed;
    PLUMB_TRY(completed.execution, services.store.executions().complete(project, execution));
    PLUMB_TRY(completed.job, queue_embed(services, project, {execution}));
    return completed;
  });
}

}  // namespace plumb
