// Routes of monitors: what is watched, where it stands, and its history for charts.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/uuid.h"
#include "serve/date_time.h"
#include "serve/operation_json.h"
#include "serve/page_json.h"
#include "serve/webhook_address.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

template <class Named>
Json name_or_null(const std::optional<Named>& value) {
  return value ? Json(name_of(*value)) : Json(nullptr);
}

}  // namespace

// Never with the signing secret.
Json to_json(const Monitor& monitor) {
  const MonitorSettings& settings = monitor.settings;
  const MonitorState& state = monitor.state;
  return {{"id", number_of(monitor.id)},
          {"name", settings.name},
          {"baseline_id", number_of(settings.baseline)},
          {"stream", settings.stream},
          {"window_results", json_or_null(settings.window.results)},
          {"window_minutes", json_or_null(settings.window.minutes)},
          {"webhook", json_or_null(settings.webhook)},
          {"enabled", settings.enabled},
          {"verdict", name_or_null(state.verdict)},
          {"drifted_in_a_row", state.drifted_in_a_row},
          {"firing", state.firing},
          {"updated_at", utc_text(state.updated)},
          {"created_at", utc_text(monitor.created)}};
}

Json to_json(const StoredMonitorPoint& stored) {
  const MonitorPoint& point = stored.point;
  return {{"time", utc_text(point.time)},
          {"execution_id", point.execution ? Json(number_of(*point.execution)) : Json(nullptr)},
          {"metric", point.metric},
          {"value", json_number(point.value)},
          {"verdict", name_or_null(point.verdict)}};
}

namespace {

// Whoever may not change a monitor sees to which host its messages go, and no more of the address.
Json shown_to(const Caller& caller, const Monitor& monitor) {
  Json shown = to_json(monitor);
  if (caller.scope == Scope::read && monitor.settings.webhook) {
    shown["webhook"] = origin_of_webhook(*monitor.settings.webhook);
  }
  return shown;
}

// A member that was given replaces the setting, null clears it, and what was not given stays.
template <class Value>
void take(const nlohmann::json& body, const char* name, std::optional<Value>& out) {
  const auto found = body.find(name);
  if (found == body.end()) return;
  out = found->is_null() ? std::nullopt : std::optional<Value>(found->template get<Value>());
}
template <class Value>
void take(const nlohmann::json& body, const char* name, Value& out) {
  const auto found = body.find(name);
  if (found != body.end() && !found->is_null()) out = found->template get<Value>();
}

// A window of one kind takes the place of one of the other; the document has refused both at once.
void take_window(const nlohmann::json& body, MonitorWindow& window) {
  const MonitorWindow before = std::exchange(window, {});
  take(body, "window_results", window.results);
  take(body, "window_minutes", window.minutes);
  if (window.results || window.minutes) return;
  if (!body.contains("window_results")) window.results = before.results;
  if (!body.contains("window_minutes")) window.minutes = before.minutes;
}

ServedResult<MonitorSettings> changed_settings(const Call& call, MonitorSettings settings) {
  const nlohmann::json& body = call.body;
  take(body, "name", settings.name);
  take(body, "stream", settings.stream);
  take(body, "enabled", settings.enabled);
  take(body, "webhook", settings.webhook);
  take_window(body, settings.window);
  std::int64_t baseline = number_of(settings.baseline);
  take(body, "baseline_id", baseline);
  settings.baseline = BaselineId{baseline};
  std::optional<std::string> secret;
  take(body, "signing_secret", secret);
  if (secret) settings.signing_secret = *secret;
  if (settings.webhook) {
    if (const auto fine = check_webhook_url(*settings.webhook, call.services.webhooks); !fine) {
      return std::unexpected(field_problem("/webhook", *settings.webhook, fine.error().message));
    }
  }
  return settings;
}

std::string made_secret() {
  std::string secret = "whsec_";
  for (const std::string& part : {random_uuid(), random_uuid()}) {
    for (const char c : part) {
      if (c != '-') secret += c;
    }
  }
  return secret;
}

MonitorId monitor_id(const Call& call) {
  return MonitorId{call.id("monitor_id")};
}

ServedResult<Answer> create_monitor(Call& call) {
  MonitorSettings fresh;
  fresh.signing_secret = made_secret();
  auto settings = changed_settings(call, std::move(fresh));
  if (!settings) return std::unexpected(std::move(settings.error()));
  PLUMB_TRY(const Monitor made,
            call.services.store.monitors().create(call.caller.project, *settings));
  Answer answer;
  answer.status = 201;
  answer.body = to_json(made);
  // Shown this once: whoever checks signatures has to know it.
  answer.body["signing_secret"] = settings->signing_secret.reveal();
  answer.audit = fmt::format("monitors/{}", number_of(made.id));
  return answer;
}

ServedResult<Answer> change_monitor(Call& call) {
  auto monitors = call.services.store.monitors();
  PLUMB_TRY(const Monitor before, monitors.get(call.caller.project, monitor_id(call)));
  const auto settings = changed_settings(call, before.settings);
  if (!settings) return std::unexpected(settings.error());
  PLUMB_TRY(const Monitor after, monitors.change(call.caller.project, before.id, *settings));
  Answer answer;
  answer.body = to_json(after);
  // Whoever made it without a webhook had no use for the secret then.
  if (!before.settings.webhook && after.settings.webhook) {
    answer.body["signing_secret"] = settings->signing_secret.reveal();
  }
  answer.audit = fmt::format("monitors/{}", number_of(after.id));
  return answer;
}

ServedResult<Answer> get_monitor(Call& call) {
  PLUMB_TRY(const Monitor monitor,
            call.services.store.monitors().get(call.caller.project, monitor_id(call)));
  return Answer{shown_to(call.caller, monitor)};
}

ServedResult<Answer> list_monitors(Call& call) {
  return page_answer(
      call, call.services.store.monitors().list(call.caller.project, page_request_of(call)),
      [&](const Monitor& monitor) { return shown_to(call.caller, monitor); });
}

ServedResult<Answer> delete_monitor(Call& call) {
  PLUMB_CHECK_RESULT(call.services.store.monitors().remove(call.caller.project, monitor_id(call)));
  Answer answer;
  answer.status = 204;
  answer.audit = fmt::format("monitors/{}", number_of(monitor_id(call)));
  return answer;
}

ServedResult<Answer> monitor_history(Call& call) {
  HistoryFilter filter;
  filter.metric = call.parameter<std::string>("metric");
  if (const auto text = call.parameter<std::string>("from")) filter.from = parse_date_time(*text);
  if (const auto text = call.parameter<std::string>("before")) {
    filter.before = parse_date_time(*text);
  }
  return page_answer(
      call, call.services.store.monitors().history(call.caller.project, monitor_id(call), filter,
                                                   page_request_of(call)));
}

}  // namespace

std::vector<Operation> monitor_operations() {
  return {{.id = "monitor.create", .answer = create_monitor},
          {.id = "monitor.list", .answer = list_monitors},
          {.id = "monitor.get", .answer = get_monitor},
          {.id = "monitor.change", .answer = change_monitor},
          {.id = "monitor.delete", .answer = delete_monitor},
          {.id = "monitor.history", .answer = monitor_history}};
}

}  // namespace plumb
