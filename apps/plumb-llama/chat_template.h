// A model's own chat template: the Jinja program that its file carries.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "chat/backend.h"

namespace plumb {

class ChatTemplate {
 public:
  // Fails with unsupported where llama.cpp's Jinja engine cannot read it.
  static Result<ChatTemplate> parse(const std::string& source, std::string begin_token,
                                    std::string end_token);

  ChatTemplate(ChatTemplate&&) noexcept;
  ChatTemplate& operator=(ChatTemplate&&) noexcept;
  ~ChatTemplate();

  // The text of the conversation, up to where the reply begins. Where the template refuses a
  // system message, what it says goes in front of the first message of the user, as
  // llama.cpp's server does it. A template that writes today's date gets the 26th of July 2024,
  // which is what those that do have as their own default: a prompt does not change overnight.
  // Fails with unsupported and what the template says.
  Result<std::string> render(std::span<const ChatMessage> messages) const;

 private:
  struct State;
  explicit ChatTemplate(std::unique_ptr<State> state);
  std::string rendered(std::span<const ChatMessage> messages) const;
  std::unique_ptr<State> state_;
};

}  // namespace plumb
