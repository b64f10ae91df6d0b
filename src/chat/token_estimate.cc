#include "chat/token_estimate.h"

namespace plumb {
namespace {

constexpr std::uint64_t kLettersPerToken = 3;
// Templates put 4 to 6 tokens around a message, and some begin with a system message of their
// own, of some 20 to 30, where the conversation has none.
constexpr std::uint64_t kTokensPerMessage = 8;
constexpr std::uint64_t kTokensPerTemplate = 48;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::uint64_t estimate_tokens(std::string_view text) {
  std::uint64_t tokens = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size() && is_letter(text[at])) ++at;
    tokens += (at - begin + kLettersPerToken - 1) / kLettersPerToken;
    if (at == text.size()) break;
    // A space between two words belongs to the second.
    const bool joins = text[at] == ' ' && at > begin;
    if (!joins) ++tokens;
    ++at;
  }
  return tokens;
}

std::uint64_t estimate_tokens(std::span<const ChatMessage> messages) {
  std::uint64_t tokens = kTokensPerTemplate;
  for (const ChatMessage& message : messages) {
    tokens += kTokensPerMessage + estimate_tokens(message.content);
  }
  return tokens;
}

}  // namespace plumb
