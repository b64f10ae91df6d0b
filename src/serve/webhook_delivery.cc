#include "serve/webhook_delivery.h"

#include <fmt/format.h>

#include "serve/job_queue.h"
#include "serve/webhook_client.h"

namespace plumb {
namespace {

Result<void> finish_with(JobRun& run, std::string result) {
  return run.finish([&]() -> Result<std::string> { return std::move(result); });
}

}  // namespace

Result<void> do_webhook(JobRun& run) {
  Services& services = run.services();
  PLUMB_TRY(const WebhookTask task, webhook_task(run.job()));
  const auto monitor = services.store.monitors().get(run.job().project, task.monitor);
  if (!monitor && monitor.error().code != ErrorCode::not_found) {
    return std::unexpected<Error>(monitor.error());
  }
  if (!monitor || !monitor->settings.webhook) return finish_with(run, R"({"sent":false})");
  const WebhookMessage message{.url = *monitor->settings.webhook,
                               .event = task.event,
                               .delivery = number_of(run.job().id),
                               .body = task.body,
                               .secret = monitor->settings.signing_secret};
  PLUMB_TRY(const int status, send_webhook(message, services.webhooks));
  return finish_with(run, fmt::format(R"({{"sent":true,"status":{}}})", status));
}

}  // namespace plumb
