// A conversation as results of an execution or steps of a session.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ingest/import_record.h"
#include "record/execution.h"
#include "record/session.h"

namespace plumb {

// What was asked, what came back, which tools were called in between. Messages of the user that
// follow each other are one prompt; of several texts of the answer the last that is not empty
// counts. Results of tools are those that messages of tools bring.
struct ConversationTurn {
  std::optional<std::string> prompt;
  std::optional<std::string> response;  // none: not answered
  bool is_refusal = false;              // that response
  std::vector<ToolCall> tools;
};
std::vector<ConversationTurn> turns_of(const std::vector<GenAiMessage>& messages);

// The last answer; none where the conversation has none. The id may be empty.
std::optional<Response> result_of(const RecordedConversation& conversation);

// Every answer, numbered from 0; of a conversation that is one step of a session, the last alone,
// with the number 0. An error is a step too.
std::vector<SessionStep> steps_of(const RecordedConversation& conversation);

}  // namespace plumb
