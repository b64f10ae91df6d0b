// Test cases of a DeepEval test run, of one answer and of conversations.
// docs/formats/deepeval.md has the table.
#include <fmt/format.h>

#include <algorithm>

#include "ingest/conversation_turns.h"
#include "ingest/import_record.h"

namespace plumb {
namespace {

const JsonNode* member(const ImportRecord& record, const JsonNode& object, std::string_view key) {
  const JsonNode* found = nullptr;
  record.json().for_each_child(object, [&](const JsonNode& child) {
    if (child.key == key && !child.is(JsonKind::null)) found = &child;
    return true;
  });
  return found;
}

std::string call_json(const JsonNode* value) {
  return value == nullptr                     ? std::string()
         : value->is(JsonKind::string)        ? json_of_text(value->text)
         : value->raw.size() > kMostCallBytes ? std::string()
                                              : minified_json(value->raw);
}

std::vector<ToolCall> calls_of(const ImportRecord& record, const JsonNode& list) {
  std::vector<ToolCall> calls;
  record.json().for_each_child(list, [&](const JsonNode& item) {
    const JsonNode* name = member(record, item, "name");
    ToolCall call;
    if (name != nullptr) call.name = tool_name_of(name->text);
    call.arguments = call_json(member(record, item, "inputParameters"));
    call.result = call_json(member(record, item, "output"));
    if (!call.name.empty()) calls.push_back(std::move(call));
    return true;
  });
  return calls;
}

void read_turns(const ImportRecord& record, const JsonNode& turns, RecordedConversation& out) {
  record.json().for_each_child(turns, [&](const JsonNode& turn) {
    GenAiMessage message;
    if (const JsonNode* role = member(record, turn, "role")) message.role = role->text;
    if (const JsonNode* content = member(record, turn, "content")) message.text = text_of(*content);
    if (const JsonNode* tools = member(record, turn, "toolsCalled")) {
      out.has_trace = true;
      for (ToolCall& call : calls_of(record, *tools)) message.calls.push_back({{}, call});
    }
    out.messages.push_back(std::move(message));
    return true;
  });
}

// Scores by metric, and why a metric could not be computed.
std::optional<std::string> read_metrics(const ImportRecord& record, ImportedLabels& labels) {
  std::optional<std::string> error;
  const JsonNode* metrics = record.find("metricsData");
  if (metrics == nullptr) return error;
  record.json().for_each_child(*metrics, [&](const JsonNode& metric) {
    const JsonNode* name = member(record, metric, "name");
    const JsonNode* score = member(record, metric, "score");
    const JsonNode* failure = member(record, metric, "error");
    if (name != nullptr && score != nullptr) {
      labels.add(fmt::format("score.{}", name->text), word_of(*score));
    }
    if (!error && failure != nullptr) error = text_of(*failure);
    return true;
  });
  return error;
}

std::optional<std::string> joined(const ImportRecord& record, std::string_view path) {
  const JsonNode* list = record.find(path);
  if (list == nullptr || !list->is(JsonKind::array)) return std::nullopt;
  std::string all;
  record.json().for_each_child(*list, [&](const JsonNode& item) {
    all += (all.empty() ? "" : ",") + std::string(item.text);
    return true;
  });
  return all;
}

}  // namespace

ImportedConversation read_deepeval(const ImportRecord& record) {
  RecordedConversation result;
  const auto name = record.word({"name"});
  const auto order = record.word({"order"});
  if (name) result.id = order ? fmt::format("{}:{}", *name, *order) : *name;
  result.labels.add("success", record.word({"success"}));
  result.labels.add("name", name);
  result.labels.add("tags", joined(record, "tags"));
  const auto error = read_metrics(record, result.labels);
  for (const std::string_view path : {"metadata", "additionalMetadata"}) {
    record.add_labels(path, "metadata.", result.labels);
  }
  if (const auto level = record.word({"metadata.severity", "additionalMetadata.severity"})) {
    result.severity = severity_of(*level);
  }
  if (const JsonNode* turns = record.find("turns")) {
    read_turns(record, *turns, result);
    result.goal = record.word({"expectedOutcome", "scenario"});
    const auto told = turns_of(result.messages);
    if (!told.empty() && told.back().response) return result;
    const bool is_answered = std::ranges::any_of(
        told, [](const ConversationTurn& turn) { return turn.response.has_value(); });
    if (!is_answered && !error) {
      return std::unexpected(
          record.json().problem(*turns, "\"turns\" have no answer of the assistant"));
    }
    result.error = error.value_or("the conversation ends without an answer");
    return result;
  }
  result.prompt = record.text("input");
  result.response = record.text("actualOutput");
  if (const JsonNode* tools = record.find("toolsCalled")) result.tools = calls_of(record, *tools);
  if (result.response) return result;
  if (!error)
    return std::unexpected(JsonProblem{1, "there is no \"actualOutput\" and no \"turns\""});
  result.error = error;
  return result;
}

}  // namespace plumb
