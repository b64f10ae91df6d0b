// What was asked and answered at one task, as messages that fit a model's context.
//
// The text that the task is about stands at the start of the first user message, whichever that
// is. Where the whole conversation does not fit, that text and the newest exchange stay: older
// exchanges are left out, oldest first, then the newest response is cut from its start. As long
// as nothing more has to go, the messages of a step begin with those of the step before.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chat/backend.h"

namespace plumb {

using CountTokens = std::function<Result<std::uint64_t>(std::span<const ChatMessage>)>;

// What a prompt and its reply must fit into.
struct ContextRoom {
  std::uint64_t context_tokens = 0;
  std::uint64_t reply_tokens = 0;  // kept free of the prompt
};

struct FoldedConversation {
  std::vector<ChatMessage> messages;
  std::uint64_t prompt_tokens = 0;
  std::uint64_t folded_tokens = 0;  // how many more the whole conversation would take
};

class Conversation {
 public:
  // `source_text` may be empty.
  explicit Conversation(std::string source_text) : source_text_(std::move(source_text)) {}

  void add(std::string instruction, std::string response);

  // The messages that ask for `instruction`. Counts once where everything fits, else about
  // log2 of the exchanges, and of the newest response's characters, more often. Fails with
  // invalid_input where not even the instruction fits, and as `count_tokens` does.
  Result<FoldedConversation> ask(std::string_view system_prompt, std::string_view instruction,
                                 const ContextRoom& room, const CountTokens& count_tokens) const;

 private:
  struct Exchange {
    std::string instruction;
    std::string response;
  };

  // Without the first `left_out` exchanges and the first `cut` bytes of the newest response.
  std::vector<ChatMessage> messages(std::string_view system_prompt, std::string_view instruction,
                                    std::size_t left_out, std::size_t cut) const;

  std::string source_text_;
  std::vector<Exchange> exchanges_;
};

}  // namespace plumb
