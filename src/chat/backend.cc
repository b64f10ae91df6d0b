#include "chat/backend.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

std::unexpected<Error> out_of_range(std::string_view field, double value, std::string_view range) {
  return fail(ErrorCode::invalid_input,
              fmt::format("{} is {}; it has to be {}", field, value, range));
}

}  // namespace

std::string_view name_of(ChatRole role) {
  switch (role) {
    case ChatRole::system:
      return "system";
    case ChatRole::user:
      return "user";
    case ChatRole::assistant:
      return "assistant";
  }
  std::unreachable();
}

std::string_view name_of(FinishReason reason) {
  switch (reason) {
    case FinishReason::stop:
      return "stop";
    case FinishReason::length:
      return "length";
  }
  std::unreachable();
}

// Written so that NaN is outside of every range.
Result<void> check_sampling(const Sampling& sampling) {
  if (sampling.max_tokens == 0) return out_of_range("max_tokens", 0, "at least 1");
  if (!(sampling.temperature >= 0 && sampling.temperature <= 100)) {
    return out_of_range("temperature", sampling.temperature, "from 0 (greedy) to 100");
  }
  if (!(sampling.top_p > 0 && sampling.top_p <= 1)) {
    return out_of_range("top_p", sampling.top_p, "above 0 and at most 1");
  }
  if (!(sampling.repetition_penalty > 0 && sampling.repetition_penalty <= 100)) {
    return out_of_range("repetition_penalty", sampling.repetition_penalty,
                        "above 0 (1: none) and at most 100");
  }
  return {};
}

Result<void> check_request(const ChatRequest& request) {
  if (request.messages.empty()) {
    return fail(ErrorCode::invalid_input, "a request to a chat model has no messages");
  }
  if (request.messages.back().role != ChatRole::user) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the last message of a request is of the {}; a model answers the user",
                            name_of(request.messages.back().role)));
  }
  for (std::size_t i = 0; i < request.messages.size(); ++i) {
    const std::string& content = request.messages[i].content;
    if (content.find('\0') != std::string::npos) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("message {} of a request has a NUL character in it", i + 1));
    }
    if (replace_invalid_utf8(content) != content) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("message {} of a request is not valid UTF-8", i + 1));
    }
  }
  if (replace_invalid_utf8(request.conversation) != request.conversation) {
    return fail(ErrorCode::invalid_input, "the conversation of a request is not valid UTF-8");
  }
  return check_sampling(request.sampling);
}

}  // namespace plumb
