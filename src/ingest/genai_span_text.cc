// Spans on their way through the store. The names are Plumb's own and may be short: no one else
// reads them, and a trace is kept for a day.
#include <nlohmann/json.hpp>

#include "base/json_depth.h"
#include "ingest/genai_span.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<TracedCall>& calls) {
  Json list = Json::array();
  for (const TracedCall& each : calls) {
    list.push_back({each.id, each.call.name, each.call.arguments, each.call.result});
  }
  return list;
}

std::vector<TracedCall> calls_of(const Json& list) {
  std::vector<TracedCall> calls;
  for (const Json& each : list) {
    calls.push_back({each.at(0).get<std::string>(),
                     {each.at(1).get<std::string>(), each.at(2).get<std::string>(),
                      each.at(3).get<std::string>()}});
  }
  return calls;
}

void put(Json& json, const char* name, const std::optional<std::string>& value) {
  if (value) json[name] = *value;
}

std::optional<std::string> text_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? std::nullopt : std::optional(found->get<std::string>());
}

GenAiSpan span_of(const Json& json) {
  GenAiSpan span;
  span.trace_id = json.at("trace").get<std::string>();
  span.span_id = json.at("span").get<std::string>();
  span.parent_span_id = json.at("parent").get<std::string>();
  span.start = json.at("start").get<std::uint64_t>();
  span.end = json.at("end").get<std::uint64_t>();
  span.role = static_cast<SpanRole>(json.at("role").get<std::uint8_t>());
  span.service = json.at("service").get<std::string>();
  span.version = json.at("version").get<std::string>();
  span.conversation = json.at("conversation").get<std::string>();
  span.goal = text_at(json, "goal");
  span.has_messages = json.at("has_messages").get<bool>();
  span.prompt = text_at(json, "prompt");
  span.beginning = text_at(json, "beginning");
  span.response = text_at(json, "response");
  span.error = text_at(json, "error");
  span.earlier = calls_of(json.at("earlier"));
  span.asked = calls_of(json.at("asked"));
  span.answered = json.at("answered").get<std::vector<std::string>>();
  if (const auto word = text_at(json, "severity")) span.severity = severity_of(*word);
  for (const Json& label : json.at("labels")) {
    span.labels.emplace_back(label.at(0).get<std::string>(), label.at(1).get<std::string>());
  }
  return span;
}

}  // namespace

std::string to_text(const GenAiSpan& span) {
  Json json = {{"trace", span.trace_id},
               {"span", span.span_id},
               {"parent", span.parent_span_id},
               {"start", span.start},
               {"end", span.end},
               {"role", static_cast<std::uint8_t>(span.role)},
               {"service", span.service},
               {"version", span.version},
               {"conversation", span.conversation},
               {"has_messages", span.has_messages},
               {"earlier", json_of(span.earlier)},
               {"asked", json_of(span.asked)},
               {"answered", span.answered},
               {"labels", Json::array()}};
  put(json, "goal", span.goal);
  put(json, "prompt", span.prompt);
  put(json, "beginning", span.beginning);
  put(json, "response", span.response);
  put(json, "error", span.error);
  if (span.severity) json["severity"] = name_of(*span.severity);
  for (const auto& [name, value] : span.labels) json["labels"].push_back({name, value});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<GenAiSpan> genai_span_of_text(std::string_view text) {
  if (!json_nests_too_deep(text)) {
    try {
      GenAiSpan span = span_of(Json::parse(text));
      const bool is_whole = span.role != SpanRole::tool || !span.asked.empty();
      if (is_whole && span.role <= SpanRole::tool) return span;
    } catch (const Json::exception&) {
      // told below
    }
  }
  return fail(ErrorCode::corrupt,
              "a span in the store cannot be read; it was changed from outside");
}

}  // namespace plumb
