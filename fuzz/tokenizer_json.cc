// Hostile bytes as a tokenizer.json. What is accepted must then encode and decode.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/wordpiece.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = plumb::WordPiece::parse(json, "fuzz");
  if (!tokenizer) {
    require(tokenizer.error().message.starts_with("fuzz"));
    return 0;
  }
  // The file itself is a text that holds every piece.
  for (const std::string_view text : {json, std::string_view("The [MASK] of caf\xC3\xA9s.")}) {
    std::vector<plumb::TokenId> ids;
    const plumb::Encoded encoded = tokenizer->encode(text, 256, ids);
    require(encoded.tokens == ids.size() && ids.size() >= 2 && ids.size() <= 256);
    for (const plumb::TokenId id : ids) {
      require(id >= 0 && static_cast<std::size_t>(id) < tokenizer->vocabulary_size());
    }
    tokenizer->decode(ids);
  }
  return 0;
}
