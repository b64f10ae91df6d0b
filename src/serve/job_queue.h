// What is put off until a worker has time: the kinds of jobs, what each is told, and how it is
// queued. job_workers.h does them.
//
//   embed    the vectors of an execution's responses, then whoever watches it
//   compare  two executions, embedded before where that is still to be done
//   watch    a monitor looks at an execution, or at the window of its stream
//   webhook  one message to one address
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/job.h"
#include "record/stored_execution.h"
#include "serve/services.h"

namespace plumb {

inline constexpr std::string_view kEmbedKind = "embed";
inline constexpr std::string_view kCompareKind = "compare";
inline constexpr std::string_view kWatchKind = "watch";
inline constexpr std::string_view kWebhookKind = "webhook";

struct EmbedTask {
  ExecutionId execution{};
};
struct CompareTask {
  ExecutionId execution{};
  ExecutionId baseline_execution{};
  bool embeddings = true;  // else the vectors are left out
};
struct WatchTask {
  MonitorId monitor{};
  std::optional<ExecutionId> execution{};  // none: the window of the stream
};
struct WebhookTask {
  MonitorId monitor{};
  std::string event;  // "monitor.drifted"
  std::string body;   // the same bytes at every attempt
};

// Each rings the bell. While an equal job waits or runs, that one is returned; webhooks are never
// equal. May be called inside of Store::atomically().
Result<Job> queue_embed(Services& services, ProjectId project, const EmbedTask& task);
Result<Job> queue_compare(Services& services, ProjectId project, const CompareTask& task);
Result<Job> queue_watch(Services& services, ProjectId project, const WatchTask& task);
Result<Job> queue_webhook(Services& services, ProjectId project, const WebhookTask& task);

// Of a job that was queued by the function of the same kind; fails with corrupt.
Result<EmbedTask> embed_task(const Job& job);
Result<CompareTask> compare_task(const Job& job);
Result<WatchTask> watch_task(const Job& job);
Result<WebhookTask> webhook_task(const Job& job);

// What POST /executions/{id}/complete does, in one transaction: no result comes in after it, and
// its responses are embedded soon; a second call finds both done.
struct CompletedExecution {
  StoredExecution execution;
  Job job;
};
Result<CompletedExecution> complete_execution(Services& services, ProjectId project,
                                              ExecutionId execution);

}  // namespace plumb
