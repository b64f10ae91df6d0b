// How many tokens a text may have, for a server that keeps its tokenizer to itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "chat/backend.h"

namespace plumb {

// From above for the tokenizers in use (byte-level BPE and SentencePiece of 32,000 pieces and
// more): a token for each three letters of an ASCII word, for each capital inside of one, for
// each other ASCII character but a single space, and for each byte of the rest. The shipped
// tasks come out 1.4 to 2.3 times as long as with SmolLM2's tokenizer. Lower-case letters that
// make no words may come out too short.
std::uint64_t estimate_tokens(std::string_view text);

// The same for a conversation, with room for the template around it.
std::uint64_t estimate_tokens(std::span<const ChatMessage> messages);

}  // namespace plumb
