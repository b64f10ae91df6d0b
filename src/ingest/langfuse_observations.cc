// Observations of Langfuse as its exports have them: snake_case of blob storage, camelCase of the
// API and the tables of its pages. docs/formats/langfuse.md has the table.
#include <algorithm>
#include <array>
#include <string>

#include "ingest/execution_fields.h"
#include "ingest/import_record.h"
#include "ingest/span_draft.h"

namespace plumb {
namespace {

struct Kind {
  std::string_view type;
  std::string_view kind;  // of OpenInference
};
// Others (events, retrievers, embeddings, evaluators, guardrails) are links between these.
constexpr std::array kKinds = std::to_array<Kind>({
    {"GENERATION", "LLM"},
    {"AGENT", "AGENT"},
    {"TOOL", "TOOL"},
    {"SPAN", "CHAIN"},
    {"CHAIN", "CHAIN"},
});

struct Field {
  std::string_view attribute;
  std::array<std::string_view, 3> names;  // as the exports spell it; the rest are empty
};
constexpr Field kFields[] = {
    {"session.id", {"session_id", "sessionId"}},
    {"gen_ai.request.model", {"provided_model_name", "providedModelName", "model"}},
    {"environment", {"environment"}},
    {"release", {"release"}},
    {"version", {"version"}},
    {"trace_name", {"trace_name", "traceName"}},
    {"user_id", {"user_id", "userId"}},
    {"prompt_name", {"prompt_name", "promptName"}},
    {"prompt_version", {"prompt_version", "promptVersion"}},
};

std::string kind_of(std::string_view type) {
  const auto found = std::ranges::find(kKinds, type, &Kind::type);
  return std::string(found == kKinds.end() ? "UNKNOWN" : found->kind);
}

// A list or an object: in CSV and Parquet it is JSON in a text. False where it is neither.
bool parse_cell(const JsonNode* node, JsonKind kind, JsonLineParser& cell) {
  if (node == nullptr) return false;
  return cell.parse_value(node->is(JsonKind::string) ? node->text : node->raw) &&
         cell.nodes().front().is(kind);
}

// Names of calls, for a generation whose output was exported without them.
void add_call_names(const ImportRecord& record, GenAiSpan& span) {
  const JsonNode* names = record.find({"tool_call_names", "toolCallNames"});
  if (span.role != SpanRole::answer || !span.asked.empty()) return;
  JsonLineParser cell(JsonWanted{.paths = {}, .depth = 1});
  if (!parse_cell(names, JsonKind::array, cell)) return;
  cell.for_each_child(cell.nodes().front(), [&](const JsonNode& name) {
    TracedCall call;
    call.call.name = tool_name_of(name.text);
    if (!call.call.name.empty()) span.asked.push_back(std::move(call));
    return true;
  });
  span.has_messages = true;
}

// What users say of an observation and of its trace is no attribute of the conventions.
void add_metadata(const ImportRecord& record, GenAiSpan& span) {
  ImportedLabels labels;
  for (const auto& [name, value] : span.labels) labels.add(name, value);
  JsonLineParser cell(JsonWanted{.paths = {}, .depth = 1});
  if (parse_cell(record.find({"tags", "trace_tags", "traceTags"}), JsonKind::array, cell)) {
    cell.for_each_child(cell.nodes().front(), [&](const JsonNode& tag) {
      if (const auto word = word_of(tag)) labels.add("tag." + *word, "true");
      return true;
    });
  }
  if (parse_cell(record.find("metadata"), JsonKind::object, cell)) {
    for (const JsonNode* member : last_members(cell, cell.nodes().front())) {
      const auto word = word_of(*member);
      if (word && member->key == "severity") span.severity = severity_of(*word);
      labels.add("metadata." + std::string(member->key), word);
    }
  }
  span.labels = labels.take();
  span.labels_left_out += labels.left_out();
}

}  // namespace

ImportedSpan read_langfuse(const ImportRecord& record) {
  SpanDraft draft;
  const auto id = record.word({"id"});
  const auto trace = record.word({"trace_id", "traceId"});
  const auto start = record.word({"start_time", "startTime"});
  if (!id || !trace || !start) {
    return std::unexpected(JsonProblem{
        1, "an observation has \"id\", \"trace_id\" and \"start_time\"; one is missing"});
  }
  const auto began = time_of_text(*start);
  if (!began) {
    return std::unexpected(JsonProblem{1, "\"start_time\" is " + *start + ", which is no time"});
  }
  OtlpSpan& span = draft.span;
  span.trace_id = *trace;
  span.span_id = *id;
  span.parent_span_id =
      record.word({"parent_observation_id", "parentObservationId"}).value_or(std::string());
  span.start = *began;
  span.end = time_of_text(record.word({"end_time", "endTime"}).value_or("")).value_or(*began);
  const auto name = record.word({"name"});
  const std::string kind = kind_of(record.word({"type"}).value_or(std::string()));
  draft.add("openinference.span.kind", kind);
  if (kind == "TOOL") draft.add("tool.name", name);
  if (kind == "AGENT") draft.add("agent.name", name);
  draft.add_said(kind, record.said("input"), record.said("output"));
  for (const Field& field : kFields)
    draft.add(field.attribute, record.word({field.names[0], field.names[1], field.names[2]}));
  if (const auto level = record.word({"level"}); level && *level == "ERROR") {
    draft.fail(
        record.word({"status_message", "statusMessage"}).value_or("an error without a word"));
  }
  GenAiSpan found = draft.finish();
  add_call_names(record, found);
  add_metadata(record, found);
  return found;
}

}  // namespace plumb
