#include "chat/token_estimate.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr std::uint64_t kLettersPerToken = 3;
// Templates put 4 to 6 tokens around a message, and some begin with a system message of their
// own, of some 20 to 30, where the conversation has none.
constexpr std::uint64_t kTokensPerMessage = 8;
constexpr std::uint64_t kTokensPerTemplate = 48;

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_capital(c);
}

// Capitals inside of a word: acronyms and codes, which few pieces cover.
std::uint64_t tokens_of_word(std::string_view word) {
  std::uint64_t inner_capitals = 0;
  for (const char c : word.substr(std::min<std::size_t>(word.size(), 1))) {
    if (is_capital(c)) ++inner_capitals;
  }
  const std::uint64_t others = word.size() - inner_capitals;
  return inner_capitals + (others + kLettersPerToken - 1) / kLettersPerToken;
}

}  // namespace

std::uint64_t estimate_tokens(std::string_view text) {
  std::uint64_t tokens = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size() && is_letter(text[at])) ++at;
    tokens += tokens_of_word(text.substr(begin, at - begin));
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
