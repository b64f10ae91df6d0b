#include "serve/job_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "serve/execution_embedding.h"
#include "serve/job_queue.h"
#include "serve/monitor_watch.h"
#include "serve/stored_comparison.h"
#include "serve/stored_profile.h"
#include "serve/webhook_delivery.h"

namespace plumb {
namespace {

using nlohmann::json;

// Another worker embeds what this job needs: a look a second is often enough.
constexpr std::chrono::milliseconds kLookAgain{1'000};

// Those who watch executions of this name look at it once it is embedded.
Result<void> queue_watchers(Services& services, const StoredExecution& execution) {
  PLUMB_TRY(const auto monitors,
            services.store.monitors().watching(execution.project, execution.header.name));
  for (const Monitor& monitor : monitors) {
    const MonitorWindow& window = monitor.settings.window;
    if (window.results || window.minutes) continue;
    PLUMB_CHECK_RESULT(queue_watch(services, execution.project, {monitor.id, execution.id}));
  }
  return {};
}

// Who compares a completed execution first would wait until all of it is read and added up; here
// nobody waits for that. What fails is told to whoever compares.
void prepare_profile(Services& services, const StoredExecution& execution) {
  constexpr std::int64_t kMostResults = 50'000;  // about a second of one worker
  const bool is_final = execution.state == ExecutionState::completed;
  if (!is_final || execution.results == 0 || execution.results > kMostResults) return;
  if (const auto profile = stored_profile(services, execution, true)) {
    prepared_side(services, execution, **profile, ComparedRole::current);
  }
}

Result<void> do_embed(JobRun& run) {
  Services& services = run.services();
  PLUMB_TRY(const EmbedTask task, embed_task(run.job()));
  PLUMB_TRY(const auto execution,
            services.store.executions().get(run.job().project, task.execution));
  PLUMB_TRY(const bool embedded, run.embed(execution, 0, execution.results));
  if (!embedded) return {};
  auto finished = run.finish([&]() -> Result<std::string> {
    PLUMB_CHECK_RESULT(queue_watchers(services, execution));
    return json{{"execution_id", number_of(execution.id)}, {"results", execution.results}}.dump();
  });
  if (finished) prepare_profile(services, execution);
  return finished;
}

Result<void> do_compare(JobRun& run) {
  Store& store = run.services().store;
  const ProjectId project = run.job().project;
  PLUMB_TRY(const CompareTask task, compare_task(run.job()));
  PLUMB_TRY(const auto current, store.executions().get(project, task.execution));
  PLUMB_TRY(const auto baseline, store.executions().get(project, task.baseline_execution));
  for (const StoredExecution* side : {&current, &baseline}) {
    if (!task.embeddings) break;
    PLUMB_TRY(const bool embedded, run.embed(*side, 0, side->results));
    if (!embedded) return {};
  }
  PLUMB_TRY(const Comparison comparison,
            compare_stored(run.services(), current, baseline, task.embeddings));
  const StoredComparison made = to_stored(comparison, current.id, baseline.id);
  return run.finish([&]() -> Result<std::string> {
    PLUMB_TRY(const auto stored, store.comparisons().add(project, made));
    PLUMB_CHECK_RESULT(tell_score(run.services(), stored));
    return json{{"comparison_id", number_of(stored.id)},
                {"url", fmt::format("/api/v1/comparisons/{}", number_of(stored.id))}}
        .dump();
  });
}

}  // namespace

Result<bool> JobRun::embed(const StoredExecution& execution, std::int64_t from, std::int64_t to) {
  PLUMB_TRY(const auto progress,
            embed_results(services_, execution, from, to, [this] { return has_turn(); }));
  if (progress.complete) return true;
  const bool another_is_at_it = progress.embedded == 0 && has_turn();
  PLUMB_CHECK_RESULT(postpone(another_is_at_it ? kLookAgain : std::chrono::milliseconds(0)));
  return false;
}

Result<void> JobRun::finish(const std::function<Result<std::string>()>& work) {
  PLUMB_CHECK_RESULT(services_.store.atomically([&]() -> Result<void> {
    PLUMB_TRY(const std::string result, work());
    PLUMB_TRY(const bool held, services_.store.jobs().finish(job_, result));
    if (held) return {};
    return fail(
        ErrorCode::interrupted,
        fmt::format("job {} took too long, and another worker has it now", number_of(job_.id)));
  }));
  over_ = true;
  services_.bell.ring();
  return {};
}

Result<void> JobRun::postpone(std::chrono::milliseconds delay) {
  PLUMB_CHECK_RESULT(services_.store.jobs().postpone(job_, delay));
  over_ = true;
  return {};
}

Result<void> do_job(JobRun& run) {
  const std::string& kind = run.job().kind;
  if (kind == kEmbedKind) return do_embed(run);
  if (kind == kCompareKind) return do_compare(run);
  if (kind == kWatchKind) return do_watch(run);
  if (kind == kWebhookKind) return do_webhook(run);
  return fail(ErrorCode::unsupported,
              fmt::format("this Plumb knows no job of the kind {}; update it", kind));
}

}  // namespace plumb
