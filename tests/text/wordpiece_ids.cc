// Ids of texts over a pipe, for the parity check (tests/golden/wordpiece_parity.py).
//   wordpiece_ids TOKENIZER.JSON [MAX_TOKENS]
// Reads records of a 32-bit length and that many bytes; writes for each a 32-bit
// count, its top bit set when the text was truncated, and the ids, 32 bits each.
// All little-endian.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "text/wordpiece.h"

namespace {

bool read_text(std::string& text) {
  std::uint32_t length = 0;
  if (std::fread(&length, sizeof length, 1, stdin) != 1) return false;
  text.resize(length);
  return std::fread(text.data(), 1, length, stdin) == length;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::size_t max_tokens = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 256;
  const auto tokenizer = plumb::WordPiece::open(argv[1]);
  if (!tokenizer) {
    std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
    return 2;
  }
  std::string text;
  std::vector<plumb::TokenId> ids;
  while (read_text(text)) {
    ids.clear();
    const plumb::Encoded encoded = tokenizer->encode(text, max_tokens, ids);
    const auto count =
        static_cast<std::uint32_t>(ids.size()) | (encoded.truncated ? 0x80000000u : 0u);
    std::fwrite(&count, sizeof count, 1, stdout);
    std::fwrite(ids.data(), sizeof ids[0], ids.size(), stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : 3;
}
