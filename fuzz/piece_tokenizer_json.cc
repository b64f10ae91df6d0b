// Hostile bytes as the tokenizer.json of any kind. What is accepted must then encode and
// decode.
#include <cstdint>
#include <string_view>

#include "piece_checks.h"
#include "text/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = plumb::Tokenizer::parse(json, "fuzz");
  if (!tokenizer) {
    plumb::fuzz::require(tokenizer.error().message.starts_with("fuzz"));
    return 0;
  }
  plumb::fuzz::check_tokenizer(*tokenizer, json);
  return 0;
}
