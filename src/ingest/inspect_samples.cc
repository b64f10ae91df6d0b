// Samples of inspect_ai's logs. docs/formats/inspect.md has the table.
#include <fmt/format.h>

#include "ingest/conversation_turns.h"
#include "ingest/import_record.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::string_view kAttachment = "attachment://";

// Long texts may stand aside, known by their hash.
std::string resolved(const ImportRecord& record, std::string text) {
  if (!text.starts_with(kAttachment)) return text;
  auto found = record.text(fmt::format("attachments.{}", text.substr(kAttachment.size())));
  return found ? *std::move(found) : text;
}

void read_scores(const ImportRecord& record, ImportedLabels& labels) {
  const JsonNode* scores = record.find("scores");
  if (scores == nullptr) return;
  record.json().for_each_child(*scores, [&](const JsonNode& score) {
    record.json().for_each_child(score, [&](const JsonNode& member) {
      if (member.key == "value") labels.add(fmt::format("score.{}", score.key), word_of(member));
      return true;
    });
    return true;
  });
}

}  // namespace

ImportedConversation read_inspect(const ImportRecord& record) {
  Conversation result;
  const auto id = record.word({"id"});
  const auto epoch = record.word({"epoch"});
  if (!id || !epoch) {
    return std::unexpected(JsonProblem{1, "there is no \"id\" or no \"epoch\"; a sample has both"});
  }
  result.id = fmt::format("{}_epoch_{}", *id, *epoch);
  result.messages = messages_of_json(record.raw("messages"));
  for (GenAiMessage& message : result.messages) {
    message.text = resolved(record, std::move(message.text));
  }
  result.has_trace = !result.messages.empty();
  const JsonNode* input = record.find("input");
  if (result.messages.empty() && input != nullptr) {
    result.messages = messages_of_json(input->raw);
    if (input->is(JsonKind::string)) result.prompt = text_of(*input);
  }
  result.labels.add("model", record.word({"output.model"}));
  result.labels.add("epoch", epoch);
  result.labels.add("limit", record.word({"limit.type"}));
  read_scores(record, result.labels);
  record.add_labels("metadata", "metadata.", result.labels);
  if (const auto level = record.word({"metadata.severity"})) result.severity = severity_of(*level);

  result.error = record.word({"error.message", "output.error"});
  if (result.error) return result;
  const auto completion = record.text("output.completion");
  const auto turns = turns_of(result.messages);
  const bool is_answered = !turns.empty() && turns.back().response;
  if (completion && (!completion->empty() || !is_answered)) {
    result.response = resolved(record, *completion);
  } else if (!is_answered) {
    return std::unexpected(JsonProblem{1, "there is no \"output\" and no answer in \"messages\""});
  }
  return result;
}

}  // namespace plumb
