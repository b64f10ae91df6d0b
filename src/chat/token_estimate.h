// How many tokens a text may have, for a server that keeps its tokenizer to itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "chat/backend.h"

namespace plumb {

// From above for the tokenizers in use (byte-level BPE and SentencePiece of 32,000 pieces and
// more): a token for each three letters of an ASCII word, for each other ASCII character but a
// single space, and for each byte of the rest. English prose comes out some 1.5 times too long.
std::uint64_t estimate_tokens(std::string_view text);

// The same for a conversation, with room for the template around it.
std::uint64_t estimate_tokens(std::span<const ChatMessage> messages);

}  // namespace plumb
