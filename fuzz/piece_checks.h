// What holds for every tokenizer and any bytes as a text. For the fuzz targets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/encoded.h"
#include "text/token_id.h"
#include "text/utf8.h"

namespace plumb::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

// Ids in range, never more than asked for, a smaller limit gives a prefix, broken bytes
// read as their replacement, and decode takes whatever ids there are.
template <class Tokenizer>
void check_text(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<TokenId> all;
  const Encoded encoded = tokenizer.encode(text, SIZE_MAX, all);
  require(!encoded.truncated && encoded.tokens == all.size() && all.size() >= 2);
  for (const TokenId id : all) {
    require(id >= 0 && static_cast<std::size_t>(id) < tokenizer.vocabulary_size());
  }
  const std::size_t first = text.empty() ? 0 : static_cast<std::uint8_t>(text[0]);
  for (const std::size_t most : {all.size(), 2 + first, 2 + first % all.size()}) {
    std::vector<TokenId> ids;
    const Encoded part = tokenizer.encode(text, most, ids);
    require(ids.size() == std::min(all.size(), most) && part.tokens == ids.size());
    require(part.truncated == (all.size() > most));
    require(std::equal(ids.begin(), ids.end() - 1, all.begin()) && ids.back() == all.back());
  }
  std::vector<TokenId> replaced;
  tokenizer.encode(replace_invalid_utf8(text), SIZE_MAX, replaced);
  require(replaced == all);
  tokenizer.decode(all);
}

template <class Tokenizer>
void check_pair(const Tokenizer& tokenizer, std::string_view first, std::string_view second,
                std::size_t most) {
  std::vector<TokenId> ids;
  std::vector<std::uint8_t> types;
  const Encoded encoded = tokenizer.encode_pair(first, second, most, ids, types);
  require(encoded.tokens == ids.size() && types.size() == ids.size());
  require(ids.size() <= std::max<std::size_t>(most, 4) && ids.size() >= 3);
  require(std::is_sorted(types.begin(), types.end()));
}

// A tokenizer whose own file is a text that holds its pieces.
template <class Tokenizer>
void check_tokenizer(const Tokenizer& tokenizer, std::string_view file) {
  const std::string_view text = file.substr(0, 2000);
  check_text(tokenizer, text);
  check_text(tokenizer, "The [MASK] of ``caf\xC3\xA9s'', 1,000 \xE2\x96\x81 don't\r\n");
  check_pair(tokenizer, text, text.substr(text.size() / 2), 23);
  check_pair(tokenizer, text.substr(text.size() / 2), text, 24);
  tokenizer.decode(std::vector<TokenId>{-1, 0, 1, 2, 3, 1'000'000'000});
}

}  // namespace plumb::fuzz
