// Two texts as one input of a model: [CLS] first [SEP] second [SEP], or
// <s> first </s></s> second </s>. For the tokenizers of this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "text/encoded.h"
#include "text/token_id.h"

namespace plumb {

// The special tokens around one text and around two.
struct Frame {
  TokenId classify;          // before the first text
  TokenId separate;          // behind each text
  std::size_t between;       // how many of them are between two texts: 1 or 2
  std::uint8_t second_type;  // segment of the second text and the separator behind it
};

constexpr Frame bert_frame(TokenId classify, TokenId separate) {
  return {classify, separate, 1, 1};
}

// Appends at most `limit` tokens of a text, none of them special; returns whether it
// had more. A smaller limit gives a prefix.
using AppendTokens =
    std::function<bool(std::string_view text, std::size_t limit, std::vector<TokenId>& ids)>;

Encoded append_single(const Frame& frame, std::string_view text, std::size_t max_tokens,
                      const AppendTokens& append, std::vector<TokenId>& ids);

// How many tokens of each text are kept.
struct PairLengths {
  std::size_t first;
  std::size_t second;
};

// longest_first of Hugging Face `tokenizers` for `room` tokens: the longer text is cut
// down to what the shorter leaves; when the shorter has more than half, both get half,
// and the longer (the second, when they are equally long) the odd one.
PairLengths longest_first(std::size_t first, std::size_t second, std::size_t room);

// `max_tokens` counts the special tokens. Both texts are read as far as `max_tokens`
// asks; where both are longer and which of them is longest decides over a token, the
// shorter is read to its end.
Encoded append_pair(const Frame& frame, std::string_view first, std::string_view second,
                    std::size_t max_tokens, const AppendTokens& append, std::vector<TokenId>& ids,
                    std::vector<std::uint8_t>& type_ids);

}  // namespace plumb
