// OpenAI's chats, a conversation a line (as for fine-tuning), and the output of its Batch API.
// docs/formats/openai.md has the table.
#include <fmt/format.h>

#include "ingest/conversation_turns.h"
#include "ingest/execution_fields.h"
#include "ingest/import_record.h"

namespace plumb {
namespace {

bool has_answer(const std::vector<ConversationTurn>& turns) {
  return !turns.empty() && turns.back().response;
}

void add_refusal(const std::vector<ConversationTurn>& turns, RecordedConversation& chat) {
  if (turns.back().is_refusal) chat.labels.add("refusal", "true");
}

ImportedConversation read_chat(const ImportRecord& record) {
  if (const auto is_array = record.expect("messages", JsonKind::array); !is_array) {
    return std::unexpected(is_array.error());
  }
  RecordedConversation chat;
  chat.id = record.word({"custom_id", "id"}).value_or(std::string());
  chat.messages = messages_of_json(record.raw("messages"));
  chat.has_trace = true;
  chat.labels.add("model", record.word({"model"}));
  record.add_labels("metadata", "metadata.", chat.labels);
  if (const auto level = record.word({"metadata.severity"})) chat.severity = severity_of(*level);
  const auto turns = turns_of(chat.messages);
  if (!has_answer(turns)) {
    return std::unexpected(record.json().problem(
        *record.find("messages"), "\"messages\" end without an answer of the assistant"));
  }
  add_refusal(turns, chat);
  return chat;
}

// Of several choices the first.
void read_choice(const ImportRecord& record, const JsonNode& choices, RecordedConversation& chat) {
  record.json().for_each_child(choices, [&](const JsonNode& choice) {
    chat.messages = messages_of_json(choice.raw);
    record.json().for_each_child(choice, [&](const JsonNode& member) {
      if (member.key == "finish_reason") chat.labels.add("finish_reason", word_of(member));
      return true;
    });
    return false;
  });
}

std::optional<std::string> failure_of(const ImportRecord& record) {
  if (auto said = record.word({"error.message", "response.body.error.message", "error.code"})) {
    return said;
  }
  const auto status = record.word({"response.status_code"});
  if (status && *status != "200") return fmt::format("the server answered {}", *status);
  return record.text("error");
}

ImportedConversation read_batch(const ImportRecord& record) {
  RecordedConversation chat;
  chat.id = record.word({"custom_id", "id"}).value_or(std::string());
  chat.has_trace = true;
  chat.labels.add("model", record.word({"response.body.model"}));
  if (auto failure = failure_of(record)) {
    chat.error = std::move(failure);
    return chat;
  }
  if (const JsonNode* choices = record.find("response.body.choices")) {
    read_choice(record, *choices, chat);
  } else {
    chat.messages = messages_of_json(record.raw("response.body.output"));
  }
  const auto turns = turns_of(chat.messages);
  if (!has_answer(turns)) {
    const std::string reason =
        "there are neither \"messages\" nor an answer in \"response.body.choices\" or "
        "\"response.body.output\"; a line of a chat or of a batch's output is expected";
    return std::unexpected(JsonProblem{1, reason});
  }
  add_refusal(turns, chat);
  return chat;
}

}  // namespace

ImportedConversation read_openai(const ImportRecord& record) {
  return record.find("messages") != nullptr ? read_chat(record) : read_batch(record);
}

}  // namespace plumb
