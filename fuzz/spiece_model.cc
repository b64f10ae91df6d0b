// Hostile bytes as a spiece.model. What is accepted must then encode and decode.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "piece_checks.h"
#include "text/sentencepiece.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = plumb::SentencePiece::parse_model(bytes, "fuzz");
  if (!tokenizer) {
    plumb::fuzz::require(tokenizer.error().message.starts_with("fuzz"));
    return 0;
  }
  plumb::fuzz::check_tokenizer(*tokenizer, bytes);
  return 0;
}
