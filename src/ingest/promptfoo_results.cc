// Results of promptfoo, version 3: results.results[] of its JSON, or a line each of its JSON Lines.
// docs/formats/promptfoo.md has the table.
#include <fmt/format.h>

#include "ingest/import_record.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// Text as it is; a list of calls of tools as such; anything else as JSON.
void read_output(const JsonNode& output, RecordedConversation& result) {
  if (output.is(JsonKind::array)) {
    const auto asked = messages_of_json(fmt::format("{{\"tool_calls\":{}}}", output.raw));
    if (!asked.empty() && !asked.front().calls.empty()) {
      result.tools.emplace();
      for (const TracedCall& call : asked.front().calls) result.tools->push_back(call.call);
      result.response = std::string();
      return;
    }
  }
  result.response = text_of(output);
}

std::string provider_of(const ImportRecord& record) {
  return record.word({"provider.label", "provider.id", "provider"}).value_or(std::string());
}

void read_labels(const ImportRecord& record, RecordedConversation& result) {
  ImportedLabels& labels = result.labels;
  labels.add("provider", provider_of(record));
  labels.add("prompt", record.word({"prompt.label"}));
  labels.add("success", record.word({"success"}));
  labels.add("score", record.word({"score"}));
  labels.add("description", record.word({"testCase.description"}));
  record.add_labels("namedScores", "score.", labels);
  record.add_labels("vars", "vars.", labels);
  record.add_labels("metadata", "metadata.", labels);
  if (const auto level = record.word({"metadata.severity", "testCase.metadata.severity"})) {
    result.severity = severity_of(*level);
  }
}

}  // namespace

ImportedConversation read_promptfoo(const ImportRecord& record) {
  RecordedConversation result;
  result.id = record.word({"id"}).value_or(std::string());
  if (const auto conversation = record.word({"metadata.conversationId"})) {
    result.session = fmt::format("{}:{}:{}", *conversation, provider_of(record),
                                 record.word({"promptIdx"}).value_or("0"));
  }
  const auto asked = record.word({"prompt.raw", "prompt"});
  if (asked) result.messages = messages_of_json(*asked);
  if (asked && result.messages.empty()) result.prompt = asked;
  read_labels(record, result);
  if (const JsonNode* output = record.find("response.output")) {
    read_output(*output, result);
  } else if (auto error = record.text("response.error"); error || record.find("error")) {
    result.error = error ? std::move(error) : record.text("error");
  } else {
    return std::unexpected(JsonProblem{1, "there is neither \"response.output\" nor \"error\""});
  }
  return result;
}

}  // namespace plumb
