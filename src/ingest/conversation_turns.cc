#include "ingest/conversation_turns.h"

#include <algorithm>

#include "ingest/trace_turns.h"
#include "text/utf8.h"

namespace plumb {
namespace {

bool is_answer(const GenAiMessage& message) {
  return message.role == "assistant" || message.role == "ai" || message.role == "model";
}

// Messages of one conversation, gathered turn by turn.
class TurnGatherer {
 public:
  void take(const GenAiMessage& message) {
    if (is_answer(message)) return take_answer(message);
    if (message.role == "tool" || message.role == "function") return take_results(message);
    if (!message.is_user()) return;
    // Some shapes bring results of tools as messages of the user; these ask nothing.
    if (message.text.empty() && !message.answers.empty()) return;
    take_prompt(message);
  }

  std::vector<ConversationTurn> finish() { return std::move(turns_); }

 private:
  ConversationTurn& last() {
    if (turns_.empty()) turns_.emplace_back();
    return turns_.back();
  }

  void take_prompt(const GenAiMessage& message) {
    if (turns_.empty() || turns_.back().response) {
      turns_.emplace_back();
      ids_.clear();
    }
    auto& prompt = turns_.back().prompt;
    prompt = prompt ? *prompt + "\n" + message.text : message.text;
  }

  void take_answer(const GenAiMessage& message) {
    ConversationTurn& turn = last();
    if (!turn.response || !message.text.empty()) {
      turn.response = message.text;
      turn.is_refusal = message.is_refusal;
    }
    for (const TracedCall& call : message.calls) {
      turn.tools.push_back(call.call);
      ids_.push_back(call.id);
    }
  }

  // By the call's id, or else to the first call that has no result yet.
  void take_results(const GenAiMessage& message) {
    const std::string id = message.answers.empty() ? std::string() : message.answers.front();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      ToolCall& call = last().tools[i];
      const bool is_it = id.empty() ? call.result.empty() : ids_[i] == id;
      if (!is_it) continue;
      call.result = json_of_text(message.text);
      return;
    }
  }

  std::vector<ConversationTurn> turns_;
  std::vector<std::string> ids_;  // of the calls of the turn at hand
};

// The last turn, with what the record says beside its messages.
ConversationTurn last_turn(const RecordedConversation& conversation, ConversationTurn turn) {
  if (conversation.prompt) turn.prompt = conversation.prompt;
  if (conversation.response) turn.response = conversation.response;
  if (conversation.tools) turn.tools = *conversation.tools;
  return turn;
}

std::vector<ConversationTurn> all_turns(const RecordedConversation& conversation) {
  std::vector<ConversationTurn> turns = turns_of(conversation.messages);
  if (turns.empty()) turns.emplace_back();
  turns.back() = last_turn(conversation, std::move(turns.back()));
  return turns;
}

}  // namespace

std::vector<ConversationTurn> turns_of(const std::vector<GenAiMessage>& messages) {
  TurnGatherer gatherer;
  for (const GenAiMessage& message : messages) gatherer.take(message);
  return gatherer.finish();
}

std::optional<Response> result_of(const RecordedConversation& conversation) {
  if (conversation.error) return std::nullopt;
  ConversationTurn turn = all_turns(conversation).back();
  if (!turn.response) return std::nullopt;
  Response result;
  result.id = conversation.id;
  result.prompt = std::move(turn.prompt);
  result.response = *std::move(turn.response);
  result.severity = conversation.severity;
  if (conversation.has_trace || conversation.tools || !turn.tools.empty()) {
    result.tools = std::move(turn.tools);
  }
  result.labels = conversation.labels.take();
  return result;
}

std::vector<SessionStep> steps_of(const RecordedConversation& conversation) {
  std::vector<ConversationTurn> turns = all_turns(conversation);
  const std::optional<std::string> goal = conversation.goal ? conversation.goal : turns[0].prompt;
  if (!conversation.session.empty()) turns.erase(turns.begin(), turns.end() - 1);
  std::vector<SessionStep> steps;
  for (ConversationTurn& turn : turns) {
    const bool has_failed = conversation.error && &turn == &turns.back();
    if (!turn.response && !has_failed) continue;
    SessionStep& step = steps.emplace_back();
    step.session =
        session_name(conversation.session.empty() ? conversation.id : conversation.session);
    step.step = static_cast<std::int64_t>(steps.size()) - 1;
    step.prompt = turn.prompt.value_or(std::string());
    if (has_failed) {
      step.error = conversation.error;
    } else {
      step.response = *std::move(turn.response);
    }
    if (goal && !is_blank(*goal)) step.goal = goal;
  }
  return steps;
}

}  // namespace plumb
