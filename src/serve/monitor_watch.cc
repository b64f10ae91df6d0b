#include "serve/monitor_watch.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "record/comparison_json.h"
#include "serve/job_queue.h"
#include "serve/stored_comparison.h"
#include "serve/stored_profile.h"

namespace plumb {
namespace {

using nlohmann::ordered_json;

constexpr int kDriftedToFire = 2;

std::chrono::milliseconds minutes_of(const MonitorWindow& window) {
  return std::chrono::minutes(window.minutes.value_or(0));
}

// Whether the window that follows the last one is complete.
Result<bool> is_window_due(Services& services, const Monitor& monitor) {
  const MonitorWindow& window = monitor.settings.window;
  if (!window.results && !window.minutes) return false;  // it had one when this was queued
  const UtcTime last = monitor.state.updated;
  if (window.minutes && services.store.now() < last + minutes_of(window)) return false;
  PLUMB_TRY(const auto unread, services.store.streams().unread(monitor));
  return results_in(unread) >= window.results.value_or(1);
}

// An execution is looked at once, however often it was queued.
Result<bool> is_due(Services& services, const Monitor& monitor, const WatchTask& task) {
  if (!task.execution) return is_window_due(services, monitor);
  PLUMB_TRY(const bool seen, services.store.monitors().has_seen(monitor, *task.execution));
  return !seen;
}

// What was found, and of what.
struct Finding {
  Comparison comparison;
  StoredExecution baseline;
  std::optional<ExecutionId> execution;  // none: a window
  std::vector<WindowPiece> window;
  UtcTime time;  // before anything was read
};

std::vector<MonitorPoint> points_of(const Finding& finding, UtcTime now) {
  std::vector<MonitorPoint> points;
  points.push_back({now, finding.execution, "drift_score", finding.comparison.drift_score,
                    finding.comparison.verdict});
  for (const Measurement& each : finding.comparison.results) {
    points.push_back({now, finding.execution, each.metric, each.value, each.verdict});
  }
  return points;
}

ordered_json metrics_of(const Comparison& comparison) {
  ordered_json metrics = ordered_json::array();
  for (const Measurement& each : comparison.results) {
    if (!each.value) continue;
    metrics.push_back(
        {{"type", name_of(each.type)},
         {"metric", each.metric},
         {"value", json_number(each.value)},
         {"threshold", json_number(each.threshold)},
         {"exceeded", json_or_null(each.exceeded)},
         {"severity",
          each.severity ? ordered_json(name_of(*each.severity)) : ordered_json(nullptr)},
         {"p_adjusted", json_number(each.p_adjusted)},
         {"verdict", each.verdict ? ordered_json(name_of(*each.verdict)) : ordered_json(nullptr)}});
  }
  return metrics;
}

template <class Id>
ordered_json id_or_null(std::optional<Id> id) {
  return id ? ordered_json(number_of(*id)) : ordered_json(nullptr);
}

std::string body_of(const Monitor& monitor, const Finding& finding, std::string_view event,
                    std::optional<ComparisonId> comparison, UtcTime now) {
  const MonitorSettings& settings = monitor.settings;
  return json_line({{"plumb", "webhook/1"},
                    {"event", event},
                    {"time", utc_text(now)},
                    {"monitor", {{"id", number_of(monitor.id)}, {"name", settings.name}}},
                    {"stream", settings.stream},
                    {"window",
                     {{"results", json_or_null(settings.window.results)},
                      {"minutes", json_or_null(settings.window.minutes)}}},
                    {"baseline_id", number_of(settings.baseline)},
                    {"baseline_execution_id", number_of(finding.baseline.id)},
                    {"execution_id", id_or_null(finding.execution)},
                    {"comparison_id", id_or_null(comparison)},
                    {"verdict", name_of(finding.comparison.verdict)},
                    {"drift_score", json_number(finding.comparison.drift_score)},
                    {"drift_grade", name_of(finding.comparison.drift_grade)},
                    {"results", finding.comparison.current.results},
                    {"metrics", metrics_of(finding.comparison)}});
}

Result<Comparison> compare_pieces(Services& services, const Monitor& monitor,
                                  const Finding& finding) {
  PLUMB_TRY(const ExecutionProfile profile,
            window_profile(services, monitor.project, finding.window));
  return compare_window(services, profile, monitor.settings.stream, finding.baseline);
}

// A window that can never be compared (vectors of two makers) is a gap in the history and breaks
// the row, so that those behind it are looked at. Its job says why.
Result<void> pass_over(Services& services, const Monitor& monitor, const Finding& finding) {
  MonitorState next = monitor.state;
  next.drifted_in_a_row = 0;
  next.updated = finding.time;
  const MonitorPoint gap{services.store.now(), std::nullopt, "drift_score", std::nullopt,
                         std::nullopt};
  PLUMB_CHECK_RESULT(
      services.store.monitors().advance(monitor, next, std::span(&gap, 1), finding.window));
  return {};
}

// The next window of the stream; as look().
Result<std::optional<Finding>> look_at_window(JobRun& run, const Monitor& monitor,
                                              Finding finding) {
  using Found = std::optional<Finding>;
  Services& services = run.services();
  const auto size = monitor.settings.window.results;
  auto streams = services.store.streams();
  PLUMB_TRY(finding.window, size ? streams.oldest_unread(monitor, *size) : streams.unread(monitor));
  if (finding.window.empty()) {
    PLUMB_CHECK_RESULT(
        run.finish([]() -> Result<std::string> { return std::string(R"({"results":0})"); }));
    return Found();
  }
  for (const WindowPiece& piece : finding.window) {
    PLUMB_TRY(const auto execution,
              services.store.executions().get(monitor.project, piece.execution));
    PLUMB_TRY(const bool embedded, run.embed(execution, piece.from, piece.to));
    if (!embedded) return Found();
  }
  auto comparison = compare_pieces(services, monitor, finding);
  if (!comparison) {
    if (comparison.error().code == ErrorCode::invalid_input) {
      PLUMB_CHECK_RESULT(pass_over(services, monitor, finding));
    }
    return std::unexpected(std::move(comparison.error()));
  }
  finding.comparison = *std::move(comparison);
  return finding;
}

// Compares what the task names. None: the run was postponed, or there is nothing to look at and it
// was finished.
Result<std::optional<Finding>> look(JobRun& run, const Monitor& monitor, const WatchTask& task) {
  using Found = std::optional<Finding>;
  Services& services = run.services();
  PLUMB_TRY(const auto baseline,
            services.store.baselines().get(monitor.project, monitor.settings.baseline));
  Finding finding;
  finding.time = services.store.now();
  if (task.execution == baseline.execution) {  // would be stable, and a recovery that is none
    PLUMB_CHECK_RESULT(run.finish([]() -> Result<std::string> { return std::string("{}"); }));
    return Found();
  }
  PLUMB_TRY(finding.baseline, services.store.executions().get(monitor.project, baseline.execution));
  finding.execution = task.execution;
  PLUMB_TRY(bool embedded, run.embed(finding.baseline, 0, finding.baseline.results));
  if (!embedded) return Found();
  if (task.execution) {
    PLUMB_TRY(const auto current,
              services.store.executions().get(monitor.project, *task.execution));
    PLUMB_TRY(embedded, run.embed(current, 0, current.results));
    if (!embedded) return Found();
    PLUMB_TRY(finding.comparison, compare_stored(services, current, finding.baseline, true));
    return finding;
  }
  return look_at_window(run, monitor, std::move(finding));
}

// One try to move the monitor on. False: somebody else moved it meanwhile, and nothing is written.
Result<bool> conclude(JobRun& run, const Monitor& monitor, const Finding& finding) {
  Services& services = run.services();
  const UtcTime now = services.store.now();
  MonitorStep step = next_step(monitor.state, finding.comparison.verdict);
  step.next.updated = finding.time;
  bool moved = true;
  const auto done = run.finish([&]() -> Result<std::string> {
    PLUMB_TRY(moved, services.store.monitors().advance(monitor, step.next, points_of(finding, now),
                                                       finding.window));
    if (!moved) return fail(ErrorCode::interrupted, "the monitor was moved by another worker");
    std::optional<ComparisonId> comparison;
    if (finding.execution) {
      PLUMB_TRY(const auto stored,
                services.store.comparisons().add(
                    monitor.project,
                    to_stored(finding.comparison, *finding.execution, finding.baseline.id)));
      PLUMB_CHECK_RESULT(tell_score(services, stored));
      comparison = stored.id;
    }
    if (step.event && monitor.settings.webhook) {
      PLUMB_CHECK_RESULT(queue_webhook(services, monitor.project,
                                       {monitor.id, std::string(*step.event),
                                        body_of(monitor, finding, *step.event, comparison, now)}));
    }
    return json_line({{"monitor_id", number_of(monitor.id)},
                      {"verdict", name_of(finding.comparison.verdict)},
                      {"comparison_id", id_or_null(comparison)},
                      {"event", step.event ? ordered_json(*step.event) : ordered_json(nullptr)}});
  });
  if (!moved) return false;
  PLUMB_CHECK_RESULT(done);
  return true;
}

Result<void> queue_if_due(Services& services, const Monitor& monitor) {
  PLUMB_TRY(const bool due, is_window_due(services, monitor));
  if (due) PLUMB_CHECK_RESULT(queue_watch(services, monitor.project, {monitor.id, {}}));
  return {};
}

// A job looks at one window. Where more came meanwhile, the next is a job of its own, behind those
// of others that wait; one that cannot be queued now is with the next look at all windows.
Result<void> go_on(Services& services, const Monitor& monitor) {
  PLUMB_TRY(const Monitor moved, services.store.monitors().get(monitor.project, monitor.id));
  return queue_if_due(services, moved);
}

// Whether a finding holds for the monitor as it is now.
bool still_holds(const Finding& finding, const Monitor& then, const Monitor& now) {
  return finding.execution && then.settings.baseline == now.settings.baseline;
}

}  // namespace

MonitorStep next_step(const MonitorState& state, Verdict verdict) {
  MonitorStep step{state, std::nullopt};
  step.next.verdict = verdict;
  switch (verdict) {
    case Verdict::drifted:
      ++step.next.drifted_in_a_row;
      if (step.next.drifted_in_a_row >= kDriftedToFire && !state.firing) {
        step.next.firing = true;
        step.event = kDriftedEvent;
      }
      return step;
    case Verdict::undecided:
      step.next.drifted_in_a_row = 0;
      return step;
    case Verdict::stable:
      step.next.drifted_in_a_row = 0;
      step.next.firing = false;
      if (state.firing) step.event = kRecoveredEvent;
      return step;
  }
  std::unreachable();
}

Result<void> queue_due_windows(Services& services) {
  PLUMB_TRY(const auto monitors, services.store.monitors().with_windows());
  for (const Monitor& monitor : monitors) PLUMB_CHECK_RESULT(queue_if_due(services, monitor));
  return {};
}

Result<void> do_watch(JobRun& run) {
  Services& services = run.services();
  const ProjectId project = run.job().project;
  PLUMB_TRY(const WatchTask task, watch_task(run.job()));
  PLUMB_TRY(Monitor monitor, services.store.monitors().get(project, task.monitor));
  if (!monitor.settings.enabled) {
    return run.finish([]() -> Result<std::string> { return std::string(R"({"enabled":false})"); });
  }
  std::optional<Finding> finding;
  while (run.goes_on()) {
    // What another server concluded meanwhile is not seen twice.
    PLUMB_TRY(const bool due, is_due(services, monitor, task));
    if (!due) return run.finish([]() -> Result<std::string> { return std::string("{}"); });
    if (!finding) {
      PLUMB_TRY(finding, look(run, monitor, task));
      if (!finding) return {};
    }
    PLUMB_TRY(const bool concluded, conclude(run, monitor, *finding));
    if (concluded) {
      if (!task.execution) static_cast<void>(go_on(services, monitor));
      return {};
    }
    PLUMB_TRY(Monitor moved, services.store.monitors().get(project, task.monitor));
    if (!still_holds(*finding, monitor, moved)) finding.reset();
    monitor = std::move(moved);
  }
  return fail(ErrorCode::interrupted, "the server stops");
}

}  // namespace plumb
