// Runs of LangSmith. Its "session_id" is the project; a conversation is the thread that the
// metadata name. docs/formats/langsmith.md has the table.
#include <string>
#include <utility>

#include "ingest/execution_fields.h"
#include "ingest/import_record.h"
#include "ingest/span_draft.h"

namespace plumb {
namespace {

std::string kind_of(std::string_view run_type) {
  if (run_type == "llm" || run_type == "chat_model") return "LLM";
  if (run_type == "tool") return "TOOL";
  if (run_type == "agent") return "AGENT";
  return run_type == "chain" ? "CHAIN" : "UNKNOWN";
}

// "TIMEZuuid.TIMEZuuid": the id of the first part, or of the last but one.
std::string id_in_order(std::string_view order, bool of_trace) {
  if (!of_trace) {
    const std::size_t last = order.rfind('.');
    if (last == order.npos) return {};
    order = order.substr(0, last);
    order = order.substr(order.rfind('.') + 1);  // npos + 1 is 0
  } else {
    order = order.substr(0, order.find('.'));
  }
  const std::size_t zone = order.find('Z');
  return zone == order.npos ? std::string() : std::string(order.substr(zone + 1));
}

// "extra", an object or, as tables have it, JSON in a text; one without members where it is
// neither.
JsonLineParser extra_of(const ImportRecord& record) {
  JsonLineParser extra(JsonWanted{.paths = {}, .depth = 3});
  const JsonNode* node = record.find("extra");
  const bool is_text = node != nullptr && node->is(JsonKind::string);
  const bool is_read = node != nullptr && extra.parse_value(is_text ? node->text : node->raw) &&
                       extra.nodes().front().is(JsonKind::object);
  if (!is_read) static_cast<void>(extra.parse_value("{}"));
  return extra;
}

void add_labels(const ImportRecord& record, const ImportRecord& extra, SpanDraft& draft) {
  draft.add("gen_ai.request.model",
            extra.word({"metadata.ls_model_name", "invocation_params.model"}));
  draft.add("gen_ai.provider.name", extra.word({"metadata.ls_provider"}));
  draft.add("project", record.word({"session_name", "session_id"}));
}

// What users say of a run is no attribute of the conventions.
void add_metadata(const ImportRecord& extra, GenAiSpan& span) {
  const JsonNode* metadata = extra.find("metadata");
  if (metadata == nullptr || !metadata->is(JsonKind::object)) return;
  ImportedLabels labels;
  for (const auto& [name, value] : span.labels) labels.add(name, value);
  for (const JsonNode* member : last_members(extra.json(), *metadata)) {
    const bool is_own = member->key.starts_with("ls_") || member->key == "session_id" ||
                        member->key == "thread_id" || member->key == "conversation_id";
    if (!is_own) labels.add("metadata." + std::string(member->key), word_of(*member));
  }
  if (const auto level = extra.word({"metadata.severity"})) span.severity = severity_of(*level);
  span.labels = labels.take();
  span.labels_left_out += labels.left_out();
}

}  // namespace

ImportedSpan read_langsmith(const ImportRecord& record) {
  SpanDraft draft;
  const std::string order = record.word({"dotted_order"}).value_or(std::string());
  OtlpSpan& span = draft.span;
  span.span_id = record.word({"id", "run_id"}).value_or(std::string());
  span.trace_id = record.word({"trace_id"}).value_or(id_in_order(order, true));
  span.parent_span_id = record.word({"parent_run_id"}).value_or(id_in_order(order, false));
  const auto start = record.word({"start_time"});
  if (span.span_id.empty() || span.trace_id.empty() || !start) {
    return std::unexpected(JsonProblem{
        1,
        "a run has \"id\", \"trace_id\" or \"dotted_order\", and \"start_time\"; one is missing"});
  }
  const auto began = time_of_text(*start);
  if (!began) {
    return std::unexpected(JsonProblem{1, "\"start_time\" is " + *start + ", which is no time"});
  }
  span.start = *began;
  span.end = time_of_text(record.word({"end_time"}).value_or("")).value_or(*began);
  const std::string kind = kind_of(record.word({"run_type"}).value_or(std::string()));
  const auto name = record.word({"name"});
  draft.add("openinference.span.kind", kind);
  if (kind == "TOOL") draft.add("tool.name", name);
  if (kind == "AGENT") draft.add("agent.name", name);
  const JsonLineParser parsed_extra = extra_of(record);
  const ImportRecord extra(parsed_extra);
  auto thread =
      extra.word({"metadata.session_id", "metadata.thread_id", "metadata.conversation_id"});
  draft.add("session.id", thread ? std::move(thread) : record.word({"thread_id"}));
  draft.add_said(kind, record.said("inputs"), record.said("outputs"));
  add_labels(record, extra, draft);
  if (auto error = record.word({"error"})) draft.fail(*std::move(error));
  GenAiSpan found = draft.finish();
  add_metadata(extra, found);
  return found;
}

}  // namespace plumb
