#include "ingest/session_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "ingest/execution_fields.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Done = std::expected<void, SessionProblem>;

std::unexpected<SessionProblem> wrong(const SessionField& field, std::string_view name,
                                      std::string_view expected) {
  return std::unexpected(
      SessionProblem{fmt::format("\"{}\" is {}, not {}", name, shown(field.raw), expected), field});
}

struct Found {
  std::string name;
  SessionField field;
};

std::optional<Found> find_first(const FindField& find, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto field = find(name)) return Found{name, *field};
  }
  return std::nullopt;
}

// Any number of CSV is a text that spells one.
template <class Number>
std::optional<Number> number_of(const SessionField& field) {
  if (field.kind != JsonKind::number && field.node != nullptr) return std::nullopt;
  Number value{};
  const char* const end = field.text.data() + field.text.size();
  const auto [stop, error] = std::from_chars(field.text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

std::unexpected<SessionProblem> missing(const std::vector<std::string>& names) {
  return std::unexpected(SessionProblem{
      fmt::format("there is no \"{}\", which every step needs", fmt::join(names, "\" or \"")),
      std::nullopt});
}

Done read_text(const FindField& find, const std::vector<std::string>& names, std::string& out) {
  const auto found = find_first(find, names);
  if (!found) return missing(names);
  if (found->field.kind != JsonKind::string) return wrong(found->field, found->name, "text");
  out = found->field.text;
  return {};
}

// A step that failed has said why in place of a response.
Done read_response(const FindField& find, const std::vector<std::string>& names,
                   const std::string& error_name, SessionStep& out) {
  out.response.clear();
  out.error.reset();
  const auto found = find_first(find, names);
  const bool is_missing =
      !found || (found->field.kind == JsonKind::string && found->field.text.empty());
  const auto error = is_missing ? find(error_name) : std::nullopt;
  if (!error || error->kind != JsonKind::string || is_blank(error->text)) {
    return read_text(find, names, out.response);
  }
  out.error = error->text;
  return {};
}

Done read_optional_text(const FindField& find, const std::string& name,
                        std::optional<std::string>& out) {
  out.reset();
  const auto field = find(name);
  if (!field) return {};
  if (field->kind != JsonKind::string) return wrong(*field, name, "text");
  out = field->text;
  return {};
}

Done read_name(const FindField& find, const std::vector<std::string>& names, std::string& out) {
  const auto found = find_first(find, names);
  if (found && found->field.kind == JsonKind::number && number_of<std::int64_t>(found->field)) {
    out = found->field.text;
    return {};
  }
  if (auto done = read_text(find, names, out); !done) return done;
  if (!is_blank(out)) return {};
  return std::unexpected(
      SessionProblem{fmt::format("\"{}\" is blank; name the session", found->name), found->field});
}

Done read_step(const FindField& find, const std::vector<std::string>& names, std::int64_t& out) {
  const auto found = find_first(find, names);
  if (!found) return missing(names);
  const auto step = number_of<std::int64_t>(found->field);
  if (!step || *step < 0) return wrong(found->field, found->name, "a whole number from 0");
  out = *step;
  return {};
}

Done read_flag(const FindField& find, std::string_view name, std::optional<bool>& out) {
  out.reset();
  const auto field = find(name);
  if (!field) return {};
  const bool spelled = field->kind == JsonKind::boolean || field->node == nullptr;
  if (!spelled || (field->text != "true" && field->text != "false")) {
    return wrong(*field, name, "true or false");
  }
  out = field->text == "true";
  return {};
}

SessionField field_of(const JsonNode& node) {
  return {node.kind, node.text, node.raw, &node, 0};
}

}  // namespace

std::span<const SessionFieldName> session_field_names() {
  static const std::vector<SessionFieldName> kNames = {
      {"session", &SessionColumns::session, {"session", "task_id"}, true},
      {"step", &SessionColumns::step, {"step"}, true},
      {"prompt", &SessionColumns::prompt, {"prompt"}},
      {"response", &SessionColumns::response, {"response", "output"}, true},
      {"error", &SessionColumns::error, {"error"}},
      {"goal", &SessionColumns::goal, {"goal"}},
      {"agent", &SessionColumns::agent, {"agent"}}};
  return kNames;
}

std::vector<std::string> names_of(const SessionColumns& columns,
                                  std::string SessionColumns::* column) {
  if (!(columns.*column).empty()) return {columns.*column};
  return std::ranges::find(session_field_names(), column, &SessionFieldName::column)->usual;
}

Result<SessionColumns> session_columns_of(std::span<const ColumnMapping> mappings) {
  SessionColumns columns;
  MappedRecord record{.one = "a step", .many = "steps of sessions", .fields = {}};
  for (const SessionFieldName& each : session_field_names()) {
    record.fields.push_back({each.field, &(columns.*each.column)});
  }
  PLUMB_CHECK_RESULT(map_columns(mappings, record));
  return columns;
}

Done read_session_step(const FindField& find, const SessionColumns& columns, SessionStep& out) {
  const auto names = [&](std::string SessionColumns::* column) {
    return names_of(columns, column);
  };
  Done done = read_name(find, names(&SessionColumns::session), out.session);
  if (done) done = read_step(find, names(&SessionColumns::step), out.step);
  if (done) {
    done = read_response(find, names(&SessionColumns::response),
                         names(&SessionColumns::error).front(), out);
  }
  std::optional<std::string> prompt;
  if (done) done = read_optional_text(find, names(&SessionColumns::prompt).front(), prompt);
  out.prompt = prompt.value_or(std::string());
  if (done) done = read_optional_text(find, names(&SessionColumns::goal).front(), out.goal);
  if (done) done = read_optional_text(find, names(&SessionColumns::agent).front(), out.agent);
  if (done) done = read_optional_text(find, "intent_goal", out.intent_goal);
  if (done) done = read_optional_text(find, "policy", out.policy);
  if (done) done = read_flag(find, "conflict_would_trigger", out.conflict_would_trigger);
  if (!done) return done;
  out.policy_thresholds.clear();
  out.ids.reset();
  if (const auto ids = find("ids")) {
    out.ids = number_of<double>(*ids);
    if (!out.ids) return wrong(*ids, "ids", "a finite number");
  }
  return {};
}

Done read_session_objects(const JsonLineParser& line, SessionStep& out) {
  const JsonNode* thresholds = line.find("policy_thresholds");
  if (thresholds != nullptr && !thresholds->is(JsonKind::null)) {
    if (!thresholds->is(JsonKind::object)) {
      return wrong(field_of(*thresholds), "policy_thresholds", "an object of numbers");
    }
    for (const JsonNode* member : last_members(line, *thresholds)) {
      const auto value = number_of<double>(field_of(*member));
      if (!value) {
        return wrong(field_of(*member), fmt::format("policy_thresholds.{}", shown(member->key)),
                     "a finite number");
      }
      out.policy_thresholds.emplace_back(member->key, *value);
    }
  }
  const JsonNode* goal = line.find("intent.goal");
  if (!out.intent_goal && goal != nullptr && goal->is(JsonKind::string)) {
    out.intent_goal = goal->text;
  }
  return {};
}

}  // namespace plumb
