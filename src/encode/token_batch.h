// The texts of one forward pass: a run of tokens with offsets, nothing padded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "text/token_id.h"

namespace plumb {

// Text i has the ids [offsets[i], offsets[i + 1]): at least one, and at most
// EncoderConfig::max_tokens, all below EncoderConfig::vocabulary.
struct TokenBatch {
  std::span<const TokenId> ids;
  std::span<const std::uint32_t> offsets;
  std::span<const std::uint8_t> segments = {};  // 0 or 1 for each id; empty: all are 0

  std::size_t texts() const { return offsets.size() - 1; }
  std::size_t length(std::size_t text) const { return offsets[text + 1] - offsets[text]; }
  std::size_t longest() const {
    std::size_t most = 0;
    for (std::size_t text = 0; text < texts(); ++text) most = std::max(most, length(text));
    return most;
  }
};

}  // namespace plumb
